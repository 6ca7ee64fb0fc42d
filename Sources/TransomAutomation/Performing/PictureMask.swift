// Blacks out what nobody may see on a picture.
// SPDX-License-Identifier: Apache-2.0

import TransomShell
import WebKit

/// Blacks out the fields of a page that hold passwords, PINs and cards, in every frame, while a picture is taken.
@MainActor
final class PictureMask {
    /// The fields: those that the page declares as secret, and those that a browser would fill with a card.
    private static let css = """
        input[type="password"], input[autocomplete^="cc-"], input[autocomplete="one-time-code"],
        input[autocomplete="current-password"], input[autocomplete="new-password"],
        input[name*="card" i], input[name*="cvv" i], input[name*="cvc" i], input[name*="pin" i], input[name*="otp" i],
        input[id*="card" i], input[id*="cvv" i], input[id*="cvc" i], input[id*="otp" i] {
            background: #000 !important; color: #000 !important; -webkit-text-fill-color: #000 !important;
            text-shadow: none !important; caret-color: #000 !important;
        }
        """

    private let styles: [PageStyle]

    private init(_ styles: [PageStyle]) {
        self.styles = styles
    }

    /// Masks views, and waits until each has painted that.
    ///
    /// - Returns: The mask, for as long as which it holds; nil where a page does not answer, and so may not be pictured.
    static func over(_ views: [WKWebView], scheduler: any DeadlineScheduler) async -> PictureMask? {
        var styles: [PageStyle] = []
        for view in views {
            guard let style = PageStyle(css, over: view) else { return nil }
            styles.append(style)
        }
        for view in views where !(await hasPainted(view, scheduler)) { return nil }
        return PictureMask(styles)
    }

    /// Two frames after the style came, it is on the screen.
    private static func hasPainted(_ view: WKWebView, _ scheduler: any DeadlineScheduler) async -> Bool {
        let script = """
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
            return true
            """
        return await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
            var pending: CheckedContinuation<Bool, Never>? = continuation
            func finish(_ hasPainted: Bool) {
                pending?.resume(returning: hasPainted)
                pending = nil
            }
            let deadline = scheduler.after(.seconds(5)) { finish(false) }
            view.callAsyncJavaScript(script, in: nil, in: .world(name: "transom-picture")) { result in
                deadline.cancel()
                finish((try? result.get()) as? Bool == true)
            }
        }
    }
}
