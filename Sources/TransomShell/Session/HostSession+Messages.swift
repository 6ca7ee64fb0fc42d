// What a session does with messages.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import WebKit

extension HostSession {
    /// Judges a message, tells what it means, and reacts.
    func received(_ message: WKScriptMessage) {
        guard ending == nil, !isExpired else { return }
        beginIfNeeded()
        let frame = message.frameInfo
        // A popup posts on its opener's handlers; only the session's own view has the main frame that a handler means.
        let isMainFrame = frame.isMainFrame && message.webView === view
        let speaker = Speaker(
            origin: Origin(engineSerialization: frame.securityOrigin.serialization), isMainFrame: isMainFrame)
        if message.isTooLarge {
            return reject(GatedMessage(handler: message.name, speaker: speaker, body: .null), .size)
        }
        let input = GatedInput(
            handler: message.name, speaker: speaker, isStamped: frame.isAttributed, body: message.body,
            documentURL: frame.engineURL)
        let (decision, report) = gate.admit(input)
        if let report { tell(report) }
        guard case .accepted(let accepted) = decision else { return scheduleReports() }
        switch integration.decode(accepted) {
        case .event(let draft, let reactions):
            act(draft, reactions, speaker)
        case .once(let key, let draft, let reactions):
            // A page can make up keys without end; what is kept of them is bounded.
            let isNew = onceKeys.count < 1_024 && onceKeys.insert(key).inserted
            if isNew { act(draft, reactions, speaker) } else { reject(accepted, .duplicate) }
        case .rejected(let reason):
            reject(accepted, reason)
        }
    }

    private func act(_ draft: EventDraft, _ reactions: [Reaction], _ speaker: Speaker) {
        tell(draft, speaker: speaker)
        for reaction in reactions { react(reaction) }
    }

    private func reject(_ message: GatedMessage, _ reason: RejectionReason) {
        if let report = gate.reject(message, reason) { tell(report) }
        scheduleReports()
    }

    /// Arms one deadline for the refusals that were counted and not told.
    private func scheduleReports() {
        guard let due = gate.reportsDue, deadlines["rejections"] == nil, ending == nil else { return }
        arm("rejections", max(.zero, due - surroundings.clock.monotonic)) { [weak self] in
            guard let self else { return }
            for draft in gate.takeReports() { tell(draft) }
            scheduleReports()
        }
    }

    /// Lifts the veil when the page has painted what it is ready with, or after a second.
    private func liftVeilWhenPainted() {
        arm("veil", .seconds(1)) { [weak self] in self?.stage?.setVeil(false) }
        view?.callAsyncJavaScript(
            "await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))", in: nil,
            in: .defaultClient
        ) { [weak self] _ in
            self?.disarm("veil")
            self?.stage?.setVeil(false)
        }
    }

    private func react(_ reaction: Reaction) {
        guard ending == nil else { return }
        switch reaction {
        case .ready:
            disarm("startup")
            liftVeilWhenPainted()
        case .close:
            end(.page)
        case .fail(let message):
            pageFailed(.saidByPage(message))
        case .openOutside(let url):
            // A page wrote this URL, so it is judged as text and not as the engine's spelling of it.
            let decision = policy.decide(NavigationRequest(url: url, from: .main, spelling: .raw))
            switch decision.enforced {
            case .outside: openOutside(url, decision, frame: "main")
            // A link to one of its own pages, asked for as an outside one: it stays inside, as a navigation would.
            case .inside: view?.load(engineURL: url)
            case .blocked: tellBlocked(url, decision, frame: "main")
            }
        case .complete(let value):
            disarm("expiry")
            if result == nil { result = value }
        }
    }
}
