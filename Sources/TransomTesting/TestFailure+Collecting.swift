// Collects what is known when something failed.
// SPDX-License-Identifier: Apache-2.0

import TransomAutomation
import TransomCore

extension TestFailure {
    /// Collects what is known of a page, and leaves it behind in `TRANSOM_RESULTS`, by default `test-results`.
    ///
    /// - Parameters:
    ///   - request: What failed.
    ///   - error: Why.
    ///   - backend: What is asked for the page; it may be unable to say anything any more.
    static func collect(_ request: CommandRequest, _ error: any Error, _ backend: any Backend) async -> TestFailure {
        let evidence = await Artefacts.write(
            to: Artefacts.standardFolder, name: request.command.verb.rawValue, log: backend.log, target: request.target
        ) { try? await backend.perform($0) }
        return TestFailure(
            reason: "\(error)", url: evidence.url, events: Array(evidence.types.suffix(8)),
            console: Array(evidence.console.suffix(5)), artefacts: evidence.folder)
    }
}
