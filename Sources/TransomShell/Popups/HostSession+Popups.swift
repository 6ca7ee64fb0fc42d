// What a session does with popups.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import WebKit

extension HostSession {
    /// Whether the integration wants popups with a live opener.
    var hasRealPopups: Bool {
        switch integration.declaration.popups.presentation {
        case .overlay, .window: true
        case .foldIntoSameView, .refused: false
        }
    }

    /// Makes the view of a popup, with the policy attached before the engine gets it.
    ///
    /// Nil refuses the window.
    func makePopup(
        _ configuration: WKWebViewConfiguration, for action: WKNavigationAction, opener: WKWebView
    ) -> WKWebView? {
        let declared = integration.declaration.popups
        guard popups.count < declared.depth else {
            refusePopup(action.engineURL)
            return nil
        }
        let size = CGRect(x: 0, y: 0, width: 600, height: 600)
        let view = WKWebView(frame: size, configuration: configuration)
        view.navigationDelegate = self
        view.uiDelegate = self
        view.customUserAgent = self.configuration.userAgent
        showOrigin(of: view)
        restrict(view)
        popupCount += 1
        let id = "popup-\(popupCount)"
        let isBlank = action.engineURL.isEmpty || action.engineURL == "about:blank"
        let origin = isBlank ? "null" : Redaction.origin(of: action.engineURL)
        let title = isBlank ? "about:blank" : origin
        let presentation = self.configuration.popups ?? declared.presentation
        let place: Popup.Place
        if presentation == .window {
            place = .window(
                HostWindow(
                    title: title, width: 600, height: 600, content: view.hostWidget, parent: surface?.window))
        } else {
            guard let stage else { return nil }
            place = .overlay(TitledFrame(content: view.hostWidget, title: title), stage)
        }
        let popup = Popup(id: id, view: view, opener: opener, place: place) { [weak self] in
            self?.closePopup(id, by: "user")
        }
        popup.input = watchInput(of: view)
        popup.opened = (surroundings.clock.monotonic, answersTold)
        popups.append(popup)
        tell(EventDraft("transom.popup.opened", ["id": .string(id), "origin": .string(origin)]))
        return view
    }

    /// Closes a popup and those that it opened; the focus returns to its opener.
    func closePopup(_ id: String, by whom: String) {
        guard let index = popups.firstIndex(where: { $0.id == id }) else { return }
        let popup = popups[index]
        for child in popups where child.opener === popup.view { closePopup(child.id, by: whom) }
        popups.removeAll { $0 === popup }
        let origin = popup.view.mainFrameOrigin
        expectAnswer(of: popup)
        popup.remove()
        tell(
            EventDraft(
                "transom.popup.closed", ["id": .string(id), "origin": .string(origin), "by": .string(whom)]))
    }

    /// Tells in place of a popup what became of it, where it was closed before it could.
    private func expectAnswer(of popup: Popup) {
        guard let answer = integration.declaration.popups.answer, popup.isExpectedToAnswer, popup.opener === view
        else { return }
        let (opened, answers) = popup.opened
        let seconds = JSONValue(double: Self.seconds(surroundings.clock.monotonic - opened)) ?? .integer(0)
        arm("silence-\(popup.id)", configuration.limits.popupSilence) { [weak self] in
            guard let self, ending == nil, answersTold == answers else { return }
            tell(EventDraft(answer.event, .object(answer.silence.merging(["seconds": seconds]) { $1 })))
        }
    }

    /// Closes the newest popup.
    ///
    /// Returns whether there was one.
    func closeNewestPopup() -> Bool {
        guard let newest = popups.last else { return false }
        closePopup(newest.id, by: "user")
        return true
    }

    /// Closes every popup, the newest first.
    func closeAllPopups(by whom: String) {
        while let newest = popups.last { closePopup(newest.id, by: whom) }
    }

    /// The popup that a view shows, or nil for the session's own view.
    func popup(of view: WKWebView) -> Popup? {
        popups.first { $0.view === view }
    }

    func refusePopup(_ url: String) {
        tell(
            EventDraft(
                "transom.navigation.blocked",
                ["url": .string(Redaction.url(url)), "rule": "popups", "frame": "popup"]))
        surroundings.say("\(name): blocked a new window (rule popups)")
    }
}
