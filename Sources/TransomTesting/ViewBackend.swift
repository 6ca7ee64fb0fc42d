// Drives a view of the code under test.
// SPDX-License-Identifier: Apache-2.0

import TransomAutomation
import TransomCore
import WebKit

/// Drives a view of the code under test, which it keeps alive.
final class ViewBackend: Backend {
    let log: EventLog
    private let view: WKWebView
    private let performer: CommandPerformer

    @MainActor
    init(_ view: WKWebView) {
        let subject = DrivenView.of(view)
        self.view = view
        log = subject.log
        performer = CommandPerformer(subject, log: subject.log)
    }

    func perform(_ request: CommandRequest) async throws -> JSONValue { try await performer.perform(request) }
}
