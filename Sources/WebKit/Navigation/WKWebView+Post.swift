// Loading a request that has a body.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
import Foundation
import FoundationNetworking
import TransomGLib

/// A request with a body whose page has not begun to arrive.
@MainActor
struct PostedLoad {
    let navigation: WKNavigation
    let request: URLRequest
    /// Where it goes, as the engine spells it.
    let url: String
    /// The history before it.
    let history: Data
    /// The pages of the engine's history that are the current one while nothing else happens: the one that was shown, and
    /// the one of the request.
    let pages: [UnsafeMutableRawPointer]
}

extension WKWebView {
    // Tells the items of requests with a body from one another, and from the engine's own, which count from the time.
    private static var lastPostNumber = Int64(0)

    /// Loads a request that is no plain GET: by POST with its body, or not at all.
    func loadWithBody(_ request: URLRequest, to url: URL) -> WKNavigation {
        do throws(PostedRequest.Refusal) {
            return try post(try PostedRequest(request, to: url), of: request)
        } catch {
            Diagnostics.report("load was given a request that cannot be loaded: \(error)")
            let navigation = WKNavigation()
            let failure = WKError(
                .unknown,
                userInfo: [NSLocalizedDescriptionKey: error.description, NSURLErrorFailingURLErrorKey: url])
            _ = Task { @MainActor [weak self] in
                guard let self else { return }
                navigationDelegate?.webView(self, didStartProvisionalNavigation: navigation)
                navigationDelegate?.webView(self, didFailProvisionalNavigation: navigation, withError: failure)
            }
            return navigation
        }
    }

    private func post(_ posted: PostedRequest, of request: URLRequest) throws(PostedRequest.Refusal) -> WKNavigation {
        let refusal = PostedRequest.Refusal.engine(EngineVersion.current)
        Self.lastPostNumber = max(Self.lastPostNumber + 2, Int64(g_get_real_time()))
        guard let history = sessionData(),
            let (state, hasCurrent) = PostedHistory.adding(posted, to: history, number: Self.lastPostNumber)
        else { throw refusal }
        guard replaceHistory(state),
            let item = webkit_back_forward_list_get_nth_item(
                webkit_web_view_get_back_forward_list(webView), hasCurrent ? 1 : 0)
        else { throw refusal }
        let before = currentEngineItem
        if !posted.headers.isEmpty { expectHeaders(of: posted) }
        let navigation = navigate(.post(posted.url)) { webkit_web_view_go_to_back_forward_list_item(webView, item) }
        guard let navigation else { throw refusal }
        self.posted = PostedLoad(
            navigation: navigation, request: request, url: posted.url, history: history,
            pages: [before?.pointer, UnsafeMutableRawPointer(item)].compactMap(\.self))
        return navigation
    }

    private var currentEngineItem: ObjectRef? {
        webkit_back_forward_list_get_current_item(webkit_web_view_get_back_forward_list(webView))
            .map { ObjectRef(retaining: UnsafeMutableRawPointer($0)) }
    }

    /// Takes a history over without going anywhere; the objects that stand for its pages stay the same.
    private func replaceHistory(_ data: Data) -> Bool {
        let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(bytes) }
        guard let state = webkit_web_view_session_state_new(bytes) else { return false }
        defer { webkit_web_view_session_state_unref(state) }
        backForwardList.keepingItems { webkit_web_view_restore_session_state(webView, state) }
        return true
    }

    /// Has the web process send the request's own headers with it, which the history has no place for.
    private func expectHeaders(of posted: PostedRequest) {
        let headers = posted.headers.map { Variant.tuple([Variant.string($0.name), Variant.string($0.value)]) }
        webkit_web_view_send_message_to_page(
            webView,
            webkit_user_message_new(
                "post", Variant.tuple([Variant.string(posted.url), Variant.array(of: "(ss)", headers)])),
            nil, nil, nil)
    }

    /// The body that the app is sending to a URL, for a handler of its scheme.
    func postedBody(to url: String, _ method: String) -> Data? {
        method == "POST" && posted?.url == url ? posted?.request.httpBody : nil
    }

    /// The error of a request with a body that came to nothing.
    ///
    /// The engine first sends it as if the answer were in its cache, says of any failure that it was cancelled, and would send
    /// it once more to see; what was paid would be paid twice.
    func postFailure(of navigation: WKNavigation?, _ error: NSError) -> NSError {
        guard let posted, posted.navigation === navigation, !navigations.isReplaced,
            error.domain == NSURLErrorDomain, error.code == NSURLErrorCancelled
        else { return error }
        unrepeatable = posted.url
        var details: [String: Any] = [
            NSLocalizedDescriptionKey: "The request could not be sent, or its answer was lost; it was not sent again."
        ]
        if let url = posted.request.url { details[NSURLErrorFailingURLErrorKey] = url }
        return NSError(domain: NSURLErrorDomain, code: NSURLErrorUnknown, userInfo: details)
    }

    /// The page of a request with a body has begun to arrive.
    func postArrived() {
        unrepeatable = nil
        guard posted != nil else { return }
        posted = nil
        forgetHeaders()
    }

    /// A navigation came to nothing; the history is again what it was.
    func postFailed(_ navigation: WKNavigation?) {
        guard let posted, posted.navigation === navigation else { return }
        self.posted = nil
        forgetHeaders()
        guard !isInvalidated, currentEngineItem.map({ posted.pages.contains($0.pointer) }) ?? true else { return }
        _ = replaceHistory(posted.history)
        observers.update()
    }

    private func forgetHeaders() {
        guard !isInvalidated else { return }
        webkit_web_view_send_message_to_page(webView, webkit_user_message_new("post-over", nil), nil, nil, nil)
    }
}
