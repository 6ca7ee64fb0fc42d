// A navigation action, copied out of the engine.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
import Foundation
import FoundationNetworking

/// What `WebKitNavigationAction` says, as Swift values: the action itself is C's and may not be kept.
@MainActor
struct ActionValues {
    /// The URL as the engine spells it.
    let url: String
    let method: String
    /// What began it.
    var type: WKNavigationType
    let isUserGesture: Bool
    let modifiers: UIKeyModifierFlags
    let button: UIEvent.ButtonMask
    let isRedirect: Bool
    /// The `Sec-Fetch-Dest` header, which the engine sets on redirects: `document` is the main frame.
    let fetchDestination: String?
    /// The header fields that the request has so far.
    let headers: [String: String]
    /// Whether the link has a `download` attribute.
    var isDownload = false
    /// The app's own request, where that is what is being sent.
    var request: URLRequest?

    init(_ action: OpaquePointer) {
        let request = webkit_navigation_action_get_request(action)
        url = request.flatMap { webkit_uri_request_get_uri($0) }.map { String(cString: $0) } ?? ""
        method = request.flatMap { webkit_uri_request_get_http_method($0) }.map { String(cString: $0) } ?? "GET"
        modifiers = Self.flags(webkit_navigation_action_get_modifiers(action))
        button = UIEvent.ButtonMask.button(Int(webkit_navigation_action_get_mouse_button(action)))
        isUserGesture = webkit_navigation_action_is_user_gesture(action) != 0
        isRedirect = webkit_navigation_action_is_redirect(action) != 0
        headers = request.flatMap { webkit_uri_request_get_http_headers($0) }.map(ResponseValues.fields) ?? [:]
        fetchDestination = headers["Sec-Fetch-Dest"]
        type =
            switch webkit_navigation_action_get_navigation_type(action) {
            case WEBKIT_NAVIGATION_TYPE_LINK_CLICKED: .linkActivated
            case WEBKIT_NAVIGATION_TYPE_FORM_SUBMITTED: .formSubmitted
            case WEBKIT_NAVIGATION_TYPE_BACK_FORWARD: .backForward
            case WEBKIT_NAVIGATION_TYPE_RELOAD: .reload
            case WEBKIT_NAVIGATION_TYPE_FORM_RESUBMITTED: .formResubmitted
            default: .other
            }
    }

    private static func flags(_ state: guint) -> UIKeyModifierFlags {
        // GDK's masks of shift, lock, control, alt and super.
        let masks: [(guint, UIKeyModifierFlags)] = [
            (1 << 0, .shift), (1 << 1, .alphaShift), (1 << 2, .control), (1 << 3, .alternate), (1 << 26, .command),
        ]
        return masks.reduce(into: []) { if state & $1.0 != 0 { $0.insert($1.1) } }
    }

    /// The action for a delegate.
    func action(source: WKFrameInfo, target: WKFrameInfo?, isFrameUncertain: Bool = false) -> WKNavigationAction {
        let action = WKNavigationAction(
            engineURL: url, method: method, type: type, isUserGesture: isUserGesture, isRedirect: isRedirect,
            sourceFrame: source, targetFrame: target, isFrameUncertain: isFrameUncertain, headers: headers,
            request: request)
        action.shouldPerformDownload = isDownload
        action.modifierFlags = modifiers
        action.buttonNumber = button
        return action
    }
}
