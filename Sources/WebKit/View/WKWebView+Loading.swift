// Loading pages: what the class's own members share.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
import Foundation
import TransomGLib

extension WKWebView {
    /// How the app asks for a navigation.
    enum Request {
        /// By an address.
        case address
        /// By an address with a body, as the engine spells it.
        case post(String)
        /// Again.
        case reload
        /// By a step in the history.
        case history
    }

    /// Loads a URL exactly as it is spelled, without a pass through Foundation's URL.
    @discardableResult
    package func load(engineURL: String) -> WKNavigation? {
        navigate(.address) { webkit_web_view_load_uri(webView, engineURL) }
    }

    /// Starts a navigation that the app asks for.
    func navigate(_ request: Request, _ start: () -> Void) -> WKNavigation? {
        guard !isInvalidated else { return nil }
        start()
        let navigation =
            switch request {
            // The engine gives the URL of a load from the moment of the call.
            case .address:
                navigations.begin(
                    .load(url: webkit_web_view_get_uri(webView).map { String(cString: $0) } ?? "about:blank"))
            case .post(let url): navigations.begin(.load(url: url))
            case .reload: navigations.begin(.reload)
            case .history: navigations.begin(.history)
            }
        observers.update()
        MainLoop.wake()
        return navigation
    }

    /// The engine says that nothing loads any more.
    ///
    /// It never says so between the call and the start of a load, so a navigation that has not started stays in its
    /// document.
    func engineStoppedLoading() {
        guard webkit_web_view_is_loading(webView) == 0 else { return }
        navigations.stayed()
        observers.update()
    }

    /// Sends a message to the extension in the page's web process and reports the answer's parameters.
    ///
    /// The answer is nil when there is no web process. An extension that does not know the message, and a process without
    /// the extension, answer with no parameters.
    func ask(_ message: UnsafeMutablePointer<WebKitUserMessage>, then: @escaping (ExtensionAnswer?) -> Void) {
        guard !isInvalidated else {
            g_object_unref(g_object_ref_sink(message))
            return then(nil)
        }
        AsyncOperation.start { ready, data in
            webkit_web_view_send_message_to_page(webView, message, nil, ready, data)
        } finish: { source, result, error in
            source.flatMap { source in
                source.withMemoryRebound(to: WebKitWebView.self, capacity: 1) {
                    webkit_web_view_send_message_to_page_finish($0, result, error)
                }
            }
        } completion: { result in
            switch result {
            case .success(let message):
                then(ExtensionAnswer(message: ObjectRef(adopting: UnsafeMutableRawPointer(message))))
            case .failure(let error):
                let isUnhandled = error.code == Int(WEBKIT_USER_MESSAGE_UNHANDLED_MESSAGE.rawValue)
                then(error.domain == "WebKitUserMessageError" && isUnhandled ? ExtensionAnswer(message: nil) : nil)
            }
        }
    }
}

/// What the web-process extension answered.
@MainActor
struct ExtensionAnswer {
    /// The answering message, or nil when nobody handled the question.
    let message: ObjectRef?

    /// The answer's parameters.
    var parameters: OpaquePointer? {
        message.flatMap { webkit_user_message_get_parameters($0.assuming(WebKitUserMessage.self)) }
    }

    /// The text at an index of the answer, or nil where there is none.
    func text(at index: Int) -> String? {
        parameters.flatMap { Variant.string($0, at: index) }
    }
}
