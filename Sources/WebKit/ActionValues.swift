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
    let type: WKNavigationType
    let isUserGesture: Bool
    let isRedirect: Bool
    /// The `Sec-Fetch-Dest` header, which the engine sets on redirects: `document` is the main frame.
    let fetchDestination: String?

    init(_ action: OpaquePointer) {
        let request = webkit_navigation_action_get_request(action)
        url = request.flatMap { webkit_uri_request_get_uri($0) }.map { String(cString: $0) } ?? ""
        method = request.flatMap { webkit_uri_request_get_http_method($0) }.map { String(cString: $0) } ?? "GET"
        isUserGesture = webkit_navigation_action_is_user_gesture(action) != 0
        isRedirect = webkit_navigation_action_is_redirect(action) != 0
        fetchDestination = request.flatMap { webkit_uri_request_get_http_headers($0) }
            .flatMap { soup_message_headers_get_one($0, "Sec-Fetch-Dest") }.map { String(cString: $0) }
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

    /// The action for a delegate.
    func action(source: WKFrameInfo, target: WKFrameInfo?, isFrameUncertain: Bool = false) -> WKNavigationAction {
        WKNavigationAction(
            engineURL: url, method: method, type: type, isUserGesture: isUserGesture, isRedirect: isRedirect,
            sourceFrame: source, targetFrame: target, isFrameUncertain: isFrameUncertain)
    }
}
