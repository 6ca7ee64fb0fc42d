// What a run keeps in files of its own beside its events.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomGLib
import TransomSandbox

extension HostApplication {
    /// Standard output is a WebDriver's: its events go to a file of the run's own, where no other is named.
    func chooseEventFile() throws(SessionFactory.Failure) -> String? {
        guard configuration.isAutomated, configuration.events == [.standardOutput] else { return nil }
        do throws(RunFolder.Failure) {
            let path = try RunFolder.path() + "/events.jsonl"
            configuration.events = [.file(path)]
            return path
        } catch { throw SessionFactory.Failure(sentence: error.description, status: 4) }
    }

    /// Begins to keep what goes over the sandbox's network, where that is wanted.
    func record(_ session: HostSession) {
        guard configuration.har != nil, !session.recordNetwork() else { return }
        say("run \(configuration.integration.name): --har: this run is on the real network, which is not recorded")
    }

    /// Writes what went over the sandbox's network.
    func writeArchive() {
        guard let path = configuration.har, let archive = session?.archive else { return }
        let text = JSONText.encode(archive.mapStrings(redaction.redact))
        do { try text.write(toFile: path, atomically: true, encoding: .utf8) } catch {
            say("run \(configuration.integration.name): --har: the file cannot be written to \(path)")
        }
    }
}
