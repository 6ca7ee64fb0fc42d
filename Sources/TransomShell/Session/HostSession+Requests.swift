// What a session lets its pages ask for: what the integration declares, and nothing else.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import WebKit

extension HostSession {
    /// Gives a view the integration's permissions, and tells of what its pages ask for.
    func restrict(_ webView: WKWebView) {
        webView.hasContextMenu = false
        webView.isLocked = isKiosk
        webView.answers = driven.answers
        webView.refuseDrops()
        webView.refuseLongLists()
        webView.grants = Set(integration.declaration.permissions.map(Self.name))
        webView.onPageRequest = { [weak self, weak webView] request in
            if let webView { self?.asked(request, by: webView) }
        }
        webView.onLateTrust = { [weak self, weak webView] host in
            if let webView { self?.trusted(host, in: webView) }
        }
        webView.onViolation = { [weak self] violation in self?.violated(violation) }
    }

    /// The engine's name of a permission.
    private static func name(_ permission: WebPermission) -> String {
        switch permission {
        // Writing needs no permission beyond a gesture; reading is another one, which nobody declares.
        case .clipboardWrite: "clipboard-write"
        case .geolocation, .camera, .microphone, .notifications: permission.rawValue
        }
    }

    /// A further authority vouches for a host of which the page has asked something in vain: it is loaded once more, as long as
    /// nobody has begun to use it.
    private func trusted(_ host: String, in webView: WKWebView) {
        guard ending == nil else { return }
        surroundings.say("\(name): network.extraCA vouches for \(host), which it was not known to before")
        guard webView === view, !hasFailed, lateTrusts < 8 else { return }
        // Several hosts of one page come in a row.
        arm("late-trust", .milliseconds(500)) { [weak self] in
            guard let self, ending == nil, !hasFailed, lastInput == nil, lastLeaving == nil, let lastPage else {
                return
            }
            lateTrusts += 1
            load(lastPage)
        }
    }

    private func asked(_ request: PageRequest, by webView: WKWebView) {
        guard ending == nil else { return }
        switch request {
        case .dialog(let kind):
            // Where somebody tests it, more is told than that there was one.
            guard driven.answers == nil, dialogs.take(at: surroundings.clock.monotonic) else { return }
            tell(
                EventDraft(
                    "transom.dialog.shown",
                    ["kind": .string(kind.rawValue), "origin": .string(webView.mainFrameOrigin)]))
        case .permission(_, isGranted: true): break
        case .permission(let kind, isGranted: false): denied(kind, webView)
        case .fileChooser: denied("fileChooser", webView)
        case .print: denied("print", webView)
        }
    }

    /// Tells of what was denied, each kind once a minute.
    private func denied(_ kind: String, _ webView: WKWebView) {
        let now = surroundings.clock.monotonic
        if let last = deniedAt[kind], now - last < .seconds(60) { return }
        deniedAt[kind] = now
        tell(
            EventDraft(
                "transom.permission.denied", ["kind": .string(kind), "origin": .string(webView.mainFrameOrigin)]))
    }

    private func violated(_ violation: PolicyViolation) {
        guard ending == nil, mayTellNavigation() else { return }
        let frame = violation.frame.isMainFrame && violation.cause == .scheme ? NavigationTarget.main : .iframe
        tell(
            EventDraft(
                "transom.navigation.blocked",
                [
                    "url": .string(Redaction.url(violation.url)), "rule": .string(violation.cause.rawValue),
                    "frame": .string(frame.rawValue),
                ]))
        let what = frame == .iframe ? "frame" : "page"
        let why = violation.cause == .csp ? "the page's own server blocks it" : "no page loads it"
        surroundings.say("\(name): blocked \(what) \(Redaction.origin(of: violation.url)) (\(why))")
    }
}
