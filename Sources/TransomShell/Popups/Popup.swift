// One window that a page opened.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomGLib
import WebKit

/// A page's popup with its view and its place on the screen.
final class Popup {
    /// How a popup is shown.
    enum Place {
        /// Over the page, in the same window.
        case overlay(TitledFrame, PageStage)
        /// In a window of its own.
        case window(HostWindow)
    }

    /// The name in events.
    let id: String
    let view: WKWebView
    /// The view whose page opened it.
    private(set) weak var opener: WKWebView?
    /// When it was opened, and how many answers had been told by then.
    var opened: (at: Duration, answers: Int) = (.zero, 0)
    /// What sees what a person does with it.
    var input: SignalConnection?
    /// Whether it has shown a page of those that it is declared for.
    private(set) var isExpectedToAnswer = false
    /// What the bar over the popup says.
    private(set) var shownOrigin = "about:blank"
    private let place: Place
    private var isGone = false

    init(id: String, view: WKWebView, opener: WKWebView, place: Place, onClose: @escaping () -> Void) {
        self.id = id
        self.view = view
        self.opener = opener
        self.place = place
        switch place {
        case .overlay(let frame, let stage):
            frame.onClose = onClose
            stage.cover(with: frame.widget)
        case .window(let window):
            window.onClose = onClose
        }
    }

    /// The window of its own that it is in; nil over the page.
    var window: HostWindow? {
        if case .window(let window) = place { window } else { nil }
    }

    /// Shows the true origin of what the popup shows now.
    func showOrigin(_ origin: String, expecting answer: PopupAnswer?) {
        if let answer, let shown = try? Origin(origin), answer.origins.contains(shown) { isExpectedToAnswer = true }
        let text = origin == "null" ? "about:blank" : origin
        shownOrigin = text
        switch place {
        case .overlay(let frame, _): frame.title = text
        case .window(let window): window.setOrigin(text)
        }
    }

    /// Brings it to the front, as far as that is possible.
    func raise() {
        switch place {
        case .overlay(let frame, let stage): stage.raise(frame.widget)
        case .window(let window): window.raise()
        }
    }

    /// Takes the popup off the screen; its page is closed with the view.
    func remove() {
        guard !isGone else { return }
        isGone = true
        input = nil
        view.navigationDelegate = nil
        view.uiDelegate = nil
        switch place {
        case .overlay(let frame, let stage): stage.uncover(frame.widget)
        case .window(let window): window.destroy()
        }
        view.close()
    }
}
