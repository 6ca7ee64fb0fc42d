// A frame at one moment.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking

/// What is known of the frame that posted a message or asked for a navigation, at that moment.
///
/// The origin and the main-frame flag come from the web process's own announcement of the document, never from the view's
/// URL, which is the next page's during a load.
@preconcurrency @MainActor
open class WKFrameInfo: NSObject {
    /// Whether it is the main frame of its web view.
    open var isMainFrame: Bool { storedIsMainFrame }
    /// The frame's current URL, as a request.
    open var request: URLRequest { storedRequest }
    /// The document's origin; opaque where it is not known.
    open var securityOrigin: WKSecurityOrigin { storedSecurityOrigin }
    /// The view that shows the frame.
    open weak var webView: WKWebView? { storedWebView }
    /// Whether the web process announced the document.
    ///
    /// Without that, the frame counts as opaque and not main.
    package let isAttributed: Bool
    /// The document's URL as the engine spells it; it may hold secrets.
    package let engineURL: String
    /// Which document it was; nil where the web process announced none.
    package let documentKey: DocumentKey?

    private let storedIsMainFrame: Bool
    /// The frame's number in its web process, and which of its view's web processes that is.
    private let identity: (number: UInt64, process: Int)?
    // Made when it is asked for: parsing a URL costs more than the rest of a message.
    private lazy var storedRequest = URLRequest(engineURL: engineURL)
    private let storedSecurityOrigin: WKSecurityOrigin
    private weak var storedWebView: WKWebView?

    /// A frame of which nothing is known, for tests that override its members.
    public override init() {
        storedIsMainFrame = false
        identity = nil
        engineURL = "about:blank"
        isAttributed = false
        documentKey = nil
        storedSecurityOrigin = WKSecurityOrigin(serialization: "null")
        super.init()
    }

    convenience init(isMainFrame: Bool, engineURL: String, origin: String, webView: WKWebView?, isAttributed: Bool) {
        self.init(
            isMainFrame: isMainFrame, engineURL: engineURL, securityOrigin: WKSecurityOrigin(serialization: origin),
            webView: webView, isAttributed: isAttributed)
    }

    init(
        isMainFrame: Bool, engineURL: String, securityOrigin: WKSecurityOrigin, webView: WKWebView?, isAttributed: Bool,
        documentKey: DocumentKey? = nil, identity: (number: UInt64, process: Int)? = nil
    ) {
        self.identity = identity
        self.documentKey = documentKey
        storedIsMainFrame = isMainFrame
        self.engineURL = engineURL
        self.isAttributed = isAttributed
        storedWebView = webView
        storedSecurityOrigin = securityOrigin
        super.init()
    }

    /// The frame's number, where it is one of a view's and its web process is still the same.
    func number(in view: WKWebView) -> UInt64? {
        guard let identity, storedWebView === view, identity.process == view.processNumber else { return nil }
        return identity.number
    }

    /// The frame of a message that nobody announced.
    static func unattributed(in webView: WKWebView?) -> WKFrameInfo {
        WKFrameInfo(
            isMainFrame: false, engineURL: "about:blank", origin: "null", webView: webView, isAttributed: false)
    }
}
