// Asks a page's process for signs of life.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomGLib
import TransomWebKitShims
import WebKit

/// Asks a page's web process for a sign of life every few seconds, and ends a process that gives none.
///
/// The engine itself notices a process that hangs only when there is input for it, so its own word is not enough; where it
/// comes, it comes sooner.
final class PageHeartbeat {
    private weak var session: HostSession?
    private weak var view: WKWebView?
    private var connection: SignalConnection?
    /// Counts the questions, so that a late answer answers none of the next ones.
    private var question = 0
    private var isEnded = false

    /// Begins to ask.
    init(of session: HostSession, _ view: WKWebView) {
        self.session = session
        self.view = view
        connection = SignalConnection(
            UnsafeMutableRawPointer(view.hostWidget), WeakReference(self)
        ) { object, data, destroy in
            transom_connect_responsiveness(
                object,
                { _, _, data in
                    CallbackBox<WeakReference<PageHeartbeat>>.value(at: data)?.object?.engineSpoke()
                }, data, destroy)
        }
        wait()
    }

    /// Whether the process that has just gone was ended here; asked once.
    func takeEnded() -> Bool {
        defer { isEnded = false }
        return isEnded
    }

    private func wait() {
        guard let session, session.ending == nil else { return }
        session.arm("heartbeat", session.limits.heartbeatInterval) { [weak self] in self?.ask() }
    }

    private func ask() {
        guard let session, let view, session.ending == nil else { return }
        // A page that failed has no process to be asked.
        guard !session.hasFailed, view.hasLiveProcess else { return wait() }
        question += 1
        let asked = question
        session.arm("heartbeat-answer", session.limits.heartbeatDeadline) { [weak self] in self?.silent() }
        view.callAsyncJavaScript("return 1", in: nil, in: .defaultClient) { [weak self] _ in
            // An error is an answer too: the document went away meanwhile.
            guard let self, asked == question else { return }
            self.session?.disarm("heartbeat-answer")
            wait()
        }
    }

    /// The engine has noticed that its process does not take input, or that it does again.
    private func engineSpoke() {
        guard let session, let view, session.ending == nil else { return }
        if view.isWebProcessResponsive {
            session.disarm("heartbeat-engine")
        } else {
            // It says so three seconds after the input that nobody took.
            let left = max(.seconds(1), session.limits.heartbeatDeadline - .seconds(3))
            session.arm("heartbeat-engine", left) { [weak self] in self?.silent() }
        }
    }

    private func silent() {
        guard let session, let view, session.ending == nil else { return }
        question += 1
        // It has failed meanwhile, and is asked again when it is there again.
        guard !session.hasFailed, view.hasLiveProcess else { return wait() }
        session.disarm("heartbeat-answer")
        session.disarm("heartbeat-engine")
        isEnded = true
        let seconds = JSONValue(double: HostSession.seconds(session.limits.heartbeatDeadline)) ?? .integer(0)
        session.tell(
            EventDraft(
                "transom.page.unresponsive",
                ["seconds": seconds, "attempt": .integer(Int64(session.recovery.attempt + 1))]))
        // A load that is asked of a process that hangs never ends: it must be ended first.
        view.terminateWebProcess()
        wait()
    }
}
