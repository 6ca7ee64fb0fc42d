// A navigation that waits for a decision.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking

/// What a page, a user or the app wants to navigate to.
@preconcurrency @MainActor
open class WKNavigationAction: NSObject {
    /// The frame that asks.
    open var sourceFrame: WKFrameInfo { storedSourceFrame }
    /// The frame that is to navigate; nil for a new window.
    open var targetFrame: WKFrameInfo? { storedTargetFrame }
    /// What began it.
    open var navigationType: WKNavigationType { storedType }
    /// The request.
    open var request: URLRequest { storedRequest }
    /// Whether the link has a `download` attribute, so that a delegate is to answer with a download.
    open internal(set) var shouldPerformDownload = false
    /// False: the engine does not tell which redirects a content rule list makes.
    open var isContentRuleListRedirect: Bool { false }
    /// The keys that were held.
    ///
    /// `webkit_navigation_action_get_modifiers`.
    open internal(set) var modifierFlags: UIKeyModifierFlags = []
    /// The button of the pointer that was pressed; empty where none was.
    ///
    /// `webkit_navigation_action_get_mouse_button`.
    open internal(set) var buttonNumber: UIEvent.ButtonMask = []
    /// The URL as the engine spells it, which policies decide on.
    ///
    /// It may hold secrets.
    package let engineURL: String
    /// Whether a user's gesture began it.
    ///
    /// `webkit_navigation_action_is_user_gesture`.
    package let isUserGesture: Bool
    /// Whether it is the next hop of a redirect.
    ///
    /// `webkit_navigation_action_is_redirect`.
    package let isRedirect: Bool
    /// Whether nobody knows that it is the main frame which navigates, although `targetFrame` is the main one.
    ///
    /// What is allowed to the main frame alone, such as leaving the app, must not be allowed to it.
    package let isFrameUncertain: Bool

    private let storedSourceFrame: WKFrameInfo
    private let storedTargetFrame: WKFrameInfo?
    private let storedType: WKNavigationType
    private let storedRequest: URLRequest

    /// An action of nothing, for tests that override its members.
    public override init() {
        engineURL = ""
        isUserGesture = false
        isRedirect = false
        isFrameUncertain = false
        storedRequest = URLRequest(engineURL: "")
        storedType = .other
        storedSourceFrame = WKFrameInfo()
        storedTargetFrame = nil
        super.init()
    }

    init(
        engineURL: String, method: String, type: WKNavigationType, isUserGesture: Bool, isRedirect: Bool,
        sourceFrame: WKFrameInfo, targetFrame: WKFrameInfo?, isFrameUncertain: Bool, headers: [String: String] = [:],
        request: URLRequest? = nil
    ) {
        self.engineURL = engineURL
        self.isUserGesture = isUserGesture
        self.isRedirect = isRedirect
        self.isFrameUncertain = isFrameUncertain
        var own = request ?? URLRequest(engineURL: engineURL, method: method)
        for (name, value) in headers where own.value(forHTTPHeaderField: name) == nil {
            own.setValue(value, forHTTPHeaderField: name)
        }
        storedRequest = own
        storedType = type
        storedSourceFrame = sourceFrame
        storedTargetFrame = targetFrame
        super.init()
    }
}
