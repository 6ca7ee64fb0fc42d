// What scrolls a page.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What scrolls a web view's page, as the part of UIKit's class that code around a web view uses.
///
/// The engine scrolls by itself and tells nobody, so an offset that is set scrolls the page, and one that is read is what
/// was set last.
@preconcurrency @MainActor
open class UIScrollView: NSObject {
    /// How scrolling slows down.
    public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
        /// Apple's number.
        public let rawValue: CGFloat

        /// A rate of its number.
        public init(rawValue: CGFloat) {
            self.rawValue = rawValue
        }

        /// As usual.
        public static let normal = DecelerationRate(rawValue: 0.998)
        /// Quickly.
        public static let fast = DecelerationRate(rawValue: 0.99)
    }

    /// When the insets follow the safe area.
    public enum ContentInsetAdjustmentBehavior: Int, Sendable {
        /// As the system likes.
        case automatic = 0
        /// In directions that scroll.
        case scrollableAxes = 1
        /// Never.
        case never = 2
        /// Always.
        case always = 3
    }

    /// Kept and not acted on: a page decides by itself whether it scrolls.
    open var isScrollEnabled = true
    /// Kept and not acted on: GTK does not bounce.
    open var bounces = true
    /// Kept and not acted on: GTK does not bounce.
    open var alwaysBounceVertical = false
    /// Kept and not acted on: GTK does not bounce.
    open var alwaysBounceHorizontal = false
    /// Kept and not acted on: the engine draws its own bars.
    open var showsVerticalScrollIndicator = true
    /// Kept and not acted on: the engine draws its own bars.
    open var showsHorizontalScrollIndicator = true
    /// Kept and not acted on.
    open var decelerationRate = DecelerationRate.normal
    /// Kept and not acted on: there is no safe area.
    open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
    /// Kept and not acted on.
    open var isPagingEnabled = false
    /// Kept and not acted on: `pageZoom` of the web view zooms.
    open var minimumZoomScale: CGFloat = 1
    /// Kept and not acted on: `pageZoom` of the web view zooms.
    open var maximumZoomScale: CGFloat = 1
    /// Kept and not acted on: `pageZoom` of the web view zooms.
    open var zoomScale: CGFloat = 1

    /// Where the page is scrolled to, in points.
    open var contentOffset: CGPoint {
        get { offset }
        set { setContentOffset(newValue, animated: false) }
    }

    private var offset = CGPoint.zero
    private weak var webView: WKWebView?

    /// A scroll view of nothing, for tests that replace a web view's.
    public override init() {
        super.init()
    }

    init(of webView: WKWebView) {
        self.webView = webView
        super.init()
    }

    /// Scrolls the page.
    ///
    /// - Parameters:
    ///   - contentOffset: Where to, in points.
    ///   - animated: Whether it glides there.
    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        offset = contentOffset
        webView?.callAsyncJavaScript(
            "scrollTo({left: x, top: y, behavior: animated ? 'smooth' : 'instant'})",
            arguments: ["x": contentOffset.x, "y": contentOffset.y, "animated": animated], in: nil, in: .defaultClient)
    }
}
