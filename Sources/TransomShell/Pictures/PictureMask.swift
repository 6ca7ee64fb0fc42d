// Blacks out what nobody may see on a picture.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import WebKit

/// Blacks out the fields of pages that hold passwords, PINs and cards, in every frame, while a picture is taken.
///
/// It holds for as long as it is kept.
final class PictureMask {
    /// The fields: those that the page declares as secret, and those that a browser would fill with a card.
    ///
    /// A filter blackens all that is drawn of a field, whatever the page has done with its text, its selection and its
    /// picture; without transitions it does so at once.
    private static let css = """
        input:is([type="password"], [autocomplete~="one-time-code" i], [autocomplete*="cc-" i],
            [autocomplete~="current-password" i], [autocomplete~="new-password" i],
            [name*="card" i], [name*="cvv" i], [name*="cvc" i], [name*="pin" i], [name*="otp" i], [name*="passw" i],
            [id*="card" i], [id*="cvv" i], [id*="cvc" i], [id*="pin" i], [id*="otp" i], [id*="passw" i]) {
            background: #000 !important; color: #000 !important; -webkit-text-fill-color: #000 !important;
            text-shadow: none !important; caret-color: #000 !important; filter: brightness(0) !important;
            transition: none !important; animation: none !important;
        }
        """

    private let styles: [PageStyle]
    private let masked: [WKWebView]

    private init(_ styles: [PageStyle], _ masked: [WKWebView]) {
        self.styles = styles
        self.masked = masked
    }

    /// Whether a view's page has blacked out its fields; of another one nothing may be seen.
    func covers(_ view: WKWebView) -> Bool {
        masked.contains { $0 === view }
    }

    /// Masks views, and waits until each has painted that or the time is over.
    ///
    /// - Parameters:
    ///   - views: The views.
    ///   - time: How long a page may take.
    ///   - scheduler: Deadlines.
    static func over(
        _ views: [WKWebView], within time: Duration, scheduler: any DeadlineScheduler
    ) async -> PictureMask {
        let styles = views.map { PageStyle(css, over: $0) }
        // All at the same time: one deadline is enough for all of them.
        let answers = zip(views, styles).map { view, style in
            Task {
                style == nil ? false : await PaintWatch(view, within: time, scheduler: scheduler).hasPaintedStyles()
            }
        }
        var masked: [WKWebView] = []
        for (view, answer) in zip(views, answers) where await answer.value { masked.append(view) }
        return PictureMask(styles.compactMap(\.self), masked)
    }
}
