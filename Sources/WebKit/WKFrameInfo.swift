// A frame at one moment.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking

/// What is known of the frame that posted a message or asked for a navigation, at that moment.
///
/// The origin and the main-frame flag come from the web process's own announcement of the document, never from the view's
/// URL, which is the next page's during a load.
@preconcurrency @MainActor
public final class WKFrameInfo: NSObject {
    /// Whether it is the main frame of its web view.
    public let isMainFrame: Bool
    /// The frame's current URL, as a request.
    public let request: URLRequest
    /// The document's origin; opaque where it is not known.
    public let securityOrigin: WKSecurityOrigin
    /// The view that shows the frame.
    public private(set) weak var webView: WKWebView?
    /// Whether the web process announced the document.
    ///
    /// Without that, the frame counts as opaque and not main.
    package let isAttributed: Bool
    /// The document's URL as the engine spells it; it may hold secrets.
    package let engineURL: String

    init(isMainFrame: Bool, engineURL: String, origin: String, webView: WKWebView?, isAttributed: Bool) {
        self.isMainFrame = isMainFrame
        self.engineURL = engineURL
        self.isAttributed = isAttributed
        self.webView = webView
        request = URLRequest(engineURL: engineURL)
        securityOrigin = WKSecurityOrigin(serialization: origin)
        super.init()
    }

    /// The frame of a message that nobody announced.
    static func unattributed(in webView: WKWebView?) -> WKFrameInfo {
        WKFrameInfo(
            isMainFrame: false, engineURL: "about:blank", origin: "null", webView: webView, isAttributed: false)
    }
}
