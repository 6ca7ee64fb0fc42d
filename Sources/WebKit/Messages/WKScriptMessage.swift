// A message from a page.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a page passed to `window.webkit.messageHandlers.NAME.postMessage`.
@preconcurrency @MainActor
open class WKScriptMessage: NSObject {
    /// The value: NSNumber, String, Date, `[AnyHashable]`, `[String: AnyHashable]` or NSNull; for `undefined` an
    /// `Optional<Any>.none`.
    ///
    /// The containers pass every cast that code written for iOS makes, and the leaves are NSNumber so that `as? Int` and
    /// `as? Bool` answer as they do there.
    open var body: Any { storedBody }
    /// The view that shows the frame; nil when it is gone or the message could not be attributed to one.
    open weak var webView: WKWebView? { storedWebView }
    /// The frame that posted, with its true origin.
    open var frameInfo: WKFrameInfo { storedFrameInfo }
    /// The handler's name.
    open var name: String { storedName }
    /// The world that the handler is in.
    open var world: WKContentWorld { storedWorld }

    private let storedBody: Any
    private weak var storedWebView: WKWebView?
    private let storedFrameInfo: WKFrameInfo
    private let storedName: String
    private let storedWorld: WKContentWorld
    /// Whether the body was beyond the controller's budget; then it is `undefined`.
    package let isTooLarge: Bool

    /// A message of nothing, for tests that override its members.
    public override init() {
        storedName = ""
        storedBody = Any?.none as Any
        storedFrameInfo = WKFrameInfo()
        storedWebView = nil
        storedWorld = .page
        isTooLarge = false
        super.init()
    }

    init(
        name: String, body: Any, frameInfo: WKFrameInfo, webView: WKWebView?, world: WKContentWorld, isTooLarge: Bool
    ) {
        self.isTooLarge = isTooLarge
        storedName = name
        storedBody = body
        storedFrameInfo = frameInfo
        storedWebView = webView
        storedWorld = world
        super.init()
    }
}
