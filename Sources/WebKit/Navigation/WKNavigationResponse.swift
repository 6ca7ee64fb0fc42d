// A response that waits for a decision.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking

/// What a server answered to a navigation.
@preconcurrency @MainActor
open class WKNavigationResponse: NSObject {
    /// Whether it is for the main frame.
    ///
    /// `webkit_response_policy_decision_is_main_frame_main_resource`.
    open var isForMainFrame: Bool { storedIsForMainFrame }
    /// The response; an `HTTPURLResponse` for http and https.
    open var response: URLResponse { storedResponse }
    /// Whether the engine can show it.
    ///
    /// `webkit_response_policy_decision_is_mime_type_supported`.
    open var canShowMIMEType: Bool { storedCanShow }
    /// The URL as the engine spells it.
    ///
    /// It may hold secrets.
    package let engineURL: String

    private let storedIsForMainFrame: Bool
    private let storedResponse: URLResponse
    private let storedCanShow: Bool

    /// A response of nothing, for tests that override its members.
    public override init() {
        engineURL = ""
        storedIsForMainFrame = false
        storedResponse = ResponseValues(nil).response
        storedCanShow = false
        super.init()
    }

    init(engineURL: String, isForMainFrame: Bool, response: URLResponse, canShowMIMEType: Bool) {
        self.engineURL = engineURL
        storedIsForMainFrame = isForMainFrame
        storedResponse = response
        storedCanShow = canShowMIMEType
        super.init()
    }
}
