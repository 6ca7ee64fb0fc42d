// What a session does with messages.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import WebKit

extension HostSession {
    /// The page's promise for its message: a value, or the text of an error.
    typealias Answer = (JSONValue?, String?) -> Void

    /// Judges a message, tells what it means, and reacts.
    ///
    /// - Parameter answer: Settles the page's promise, where it has one.
    func received(_ message: WKScriptMessage, answer: @escaping Answer = { _, _ in }) {
        guard ending == nil, !isExpired || isCheckingStatus else { return answer(nil, "the host has ended") }
        beginIfNeeded()
        showsLife()
        let frame = message.frameInfo
        // A popup posts on its opener's handlers; only the session's own view has the main frame that a handler means.
        let isMainFrame = frame.isMainFrame && message.webView === view
        let speaker = Speaker(
            origin: Origin(engineSerialization: frame.securityOrigin.serialization), isMainFrame: isMainFrame)
        if message.isTooLarge {
            return reject(GatedMessage(handler: message.name, speaker: speaker, body: .null), .size, answer)
        }
        let input = GatedInput(
            handler: message.name, speaker: speaker, isStamped: frame.isAttributed, body: message.body,
            documentURL: frame.engineURL)
        let (decision, report) = gate.admit(input)
        if let report { tell(report) }
        guard case .accepted(let accepted) = decision else {
            if case .refused(let reason) = decision { answer(nil, Self.refusal(reason)) }
            return scheduleReports()
        }
        switch integration.decode(accepted) {
        case .event(let draft, let reactions):
            act(draft, reactions, speaker)
            answer(.null, nil)
        case .once(let key, let draft, let reactions):
            // A page can make up keys without end; what is kept of them is bounded.
            let isNew = onceKeys.count < 1_024 && onceKeys.insert(key).inserted
            guard isNew else { return reject(accepted, .duplicate, answer) }
            act(draft, reactions, speaker)
            answer(.null, nil)
        case .command(.success(let command)):
            carryOut(command, answer)
        case .command(.failure(let error)):
            reject(accepted, .invalidValue) { _, _ in answer(nil, error.description) }
        case .rejected(let reason):
            reject(accepted, reason, answer)
        }
    }

    private static func refusal(_ reason: RejectionReason) -> String { "the message was refused: \(reason)" }

    /// Does what a home page asks for.
    private func carryOut(_ command: Command, _ answer: @escaping Answer) {
        guard let sheets else { return answer(nil, "nothing can be opened here") }
        switch command {
        case .open(let integration, let parameters):
            sheets.open(integration, parameters: parameters) { answer($0.json, nil) }
        case .status:
            answer(sheets.status, nil)
        default:
            answer(nil, "a page cannot ask for \(command.verb.rawValue)")
        }
    }

    /// Counts what the page was kept from sending.
    func refusedInPage(_ refused: RefusedMessages, in webView: WKWebView) {
        guard ending == nil, !isExpired else { return }
        let speaker = Speaker(
            origin: Origin(engineSerialization: refused.frame.securityOrigin.serialization),
            isMainFrame: refused.frame.isMainFrame && webView === view)
        let report = gate.count(
            refusedInPage: refused.handler, speaker: speaker,
            reason: RejectionReason(rawValue: refused.reason.rawValue), amount: refused.count)
        if let report { tell(report) }
        scheduleReports()
    }

    /// What a view's documents may post: the gate's own limits, so that nothing is refused which the gate would take.
    func messageCaps() -> [String: MessageCaps] {
        var caps: [String: MessageCaps] = [:]
        for handler in integration.declaration.handlers where handler.carrier == .scriptMessage {
            let limits = handler.limits ?? configuration.limits.channel
            caps[handler.name] = MessageCaps(
                length: limits.textBytes, depth: limits.depth, keys: limits.keys, rate: limits.rate,
                burst: limits.burst)
        }
        return caps
    }

    private func act(_ draft: EventDraft, _ reactions: [Reaction], _ speaker: Speaker) {
        tell(draft, speaker: speaker)
        for reaction in reactions { react(reaction) }
    }

    func reject(
        _ message: GatedMessage, _ reason: RejectionReason, _ answer: Answer = { _, _ in }
    ) {
        answer(nil, Self.refusal(reason))
        if let report = gate.reject(message, reason) { tell(report) }
        scheduleReports()
    }

    /// Arms one deadline for the refusals that were counted and not told.
    func scheduleReports() {
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
            settled()
            liftVeilWhenPainted()
        case .close:
            end(.page)
        case .hide:
            if let onHide { onHide() } else { end(.page) }
        case .fail(let message):
            if reopenByItself() { return }
            pageFailed(.saidByPage(message))
        case .openOutside(let url, let alwaysLeaves):
            // A page wrote this URL, so it is judged as text and not as the engine's spelling of it.
            let decision = policy.decide(NavigationRequest(url: url, from: .main, spelling: .raw))
            switch decision.enforced {
            case .outside: openOutside(url, decision, frame: "main", isAskedFor: true)
            case .inside where alwaysLeaves: openOutside(url, decision, frame: "main", isAskedFor: true)
            // A link to one of its own pages, asked for as an outside one: it stays inside, as a navigation would.
            case .inside: view?.load(engineURL: url)
            case .blocked: tellBlocked(url, decision, frame: "main")
            }
        case .complete(let value):
            // A sheet that is put away has given its answer.
            guard !isPutAway else { return }
            disarm("expiry")
            isAway = false
            guard result == nil else { return }
            result = value
            // What was shown for the customer to do is done.
            _ = surroundings.opener.dismiss()
            if role != .run, integration.declaration.closesWhenComplete {
                arm("completed", configuration.limits.completedSheet) { [weak self] in self?.end(.host) }
            }
        }
    }
}
