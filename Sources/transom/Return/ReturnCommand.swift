// Hands a return link to the run that waits for it.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomShell

/// `transom return`: what the desktop runs for a link of a return scheme.
nonisolated struct ReturnCommand {
    /// Delivers a link and says what became of it.
    let deliver: (String) -> ReturnSender.Delivery

    /// Checks the link's grammar before anything else is done with it, and delivers it.
    ///
    /// No sentence holds anything of the link: whoever can send one may be a stranger.
    func run(_ arguments: ParsedArguments) -> Report {
        let link = arguments.positionals.first ?? ""
        do throws(ReturnLinkProblem) {
            _ = try ReturnLink(link)
        } catch {
            return Report(notes: ["transom: return: \(error)"], status: .usage)
        }
        switch deliver(link) {
        case .taken: return Report()
        case .woken: return failure("no run waits for this link; a run of its scheme was woken")
        case .noScheme: return failure("no run takes links of this scheme; start one with --return-scheme")
        case .busy: return failure("too many links came in a short time")
        case .nobody: return failure("no run takes return links; start one with --return-scheme")
        case .noBus(let reason): return failure(reason, .machine)
        }
    }

    private func failure(_ words: String, _ status: ExitStatus = .failure) -> Report {
        Report(notes: ["transom: return: \(words)"], status: status)
    }
}
