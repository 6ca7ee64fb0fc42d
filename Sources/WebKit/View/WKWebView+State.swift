// Keeping a view's state, and loading what the app has already.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
public import Foundation
public import FoundationNetworking
import TransomGLib

extension WKWebView {
    /// The history as bytes, which another view can go on from.
    ///
    /// Setting it loads the page that was shown; anything that did not come from here is ignored.
    ///
    /// `webkit_web_view_get_session_state`, `webkit_web_view_restore_session_state`.
    public var interactionState: Any? {
        get { sessionData() }
        set { if let data = newValue as? Data { restore(data) } }
    }

    /// The history as bytes.
    ///
    /// - Throws: `WKError.unknown` where the view is gone.
    public func fetchData(of dataTypes: WKWebViewDataType) async throws -> Data {
        guard let data = sessionData() else { throw WKError(.webViewInvalidated) }
        return data
    }

    /// Takes a history over and loads the page that was shown.
    ///
    /// - Throws: `WKError.unknown` where the bytes are none.
    public func restoreData(_ data: Data) async throws {
        guard restore(data) else {
            throw WKError(.unknown, userInfo: [NSLocalizedDescriptionKey: "The data is no state of a web view."])
        }
    }

    func sessionData() -> Data? {
        guard !isInvalidated, let state = webkit_web_view_get_session_state(webView) else { return nil }
        defer { webkit_web_view_session_state_unref(state) }
        guard let bytes = webkit_web_view_session_state_serialize(state) else { return nil }
        defer { g_bytes_unref(bytes) }
        var length: gsize = 0
        guard let start = g_bytes_get_data(bytes, &length) else { return nil }
        return Data(bytes: start, count: Int(length))
    }

    @discardableResult
    private func restore(_ data: Data) -> Bool {
        guard !isInvalidated, !data.isEmpty else { return false }
        let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(bytes) }
        guard let state = webkit_web_view_session_state_new(bytes) else { return false }
        defer { webkit_web_view_session_state_unref(state) }
        webkit_web_view_restore_session_state(webView, state)
        observers.update()
        // The engine shows the list and does not load its page; Apple's does.
        if let item = webkit_back_forward_list_get_current_item(webkit_web_view_get_back_forward_list(webView)) {
            _ = navigate(.history) { webkit_web_view_go_to_back_forward_list_item(webView, item) }
        }
        return true
    }

    // MARK: - What the app has already

    /// Shows bytes as if a server had answered a request with them; the response's status and headers are not seen.
    @discardableResult
    public func loadSimulatedRequest(
        _ request: URLRequest, response: URLResponse, responseData data: Data
    ) -> WKNavigation {
        let url = request.url ?? response.url
        guard let url else { return WKNavigation() }
        return load(
            data, mimeType: response.mimeType ?? "text/html",
            characterEncodingName: response.textEncodingName ?? "utf-8", baseURL: url) ?? WKNavigation()
    }

    /// Shows HTML text as if a server had answered a request with it.
    @discardableResult
    public func loadSimulatedRequest(_ request: URLRequest, responseHTML string: String) -> WKNavigation {
        loadHTMLString(string, baseURL: request.url) ?? WKNavigation()
    }

    /// Shows bytes as if a server had answered a request with them.
    @available(*, deprecated, renamed: "loadSimulatedRequest(_:response:responseData:)")
    public func loadSimulatedRequest(
        _ request: URLRequest, with response: URLResponse, responseData data: Data
    ) -> WKNavigation {
        loadSimulatedRequest(request, response: response, responseData: data)
    }

    /// Shows HTML text as if a server had answered a request with it.
    @available(*, deprecated, renamed: "loadSimulatedRequest(_:responseHTML:)")
    public func loadSimulatedRequest(
        _ request: URLRequest, withResponseHTML string: String
    ) -> WKNavigation {
        loadSimulatedRequest(request, responseHTML: string)
    }

    /// Loads a file that a request names.
    @discardableResult
    public func loadFileRequest(_ request: URLRequest, allowingReadAccessTo readAccessURL: URL) -> WKNavigation {
        request.url.flatMap { loadFileURL($0, allowingReadAccessTo: readAccessURL) } ?? WKNavigation()
    }

    // MARK: - What cannot be done

    /// Fails: the engine writes no web archives.
    public func createWebArchiveData(
        completionHandler: @escaping @MainActor @Sendable (Result<Data, any Error>) -> Void
    ) {
        afterWebProcess { completionHandler(.failure(Self.noWebArchive)) }
    }

    /// Fails: the engine writes no web archives.
    public func createWebArchiveData() async throws -> Data {
        throw Self.noWebArchive
    }

    private static let noWebArchive = WKError(
        .unknown, userInfo: [NSLocalizedDescriptionKey: "WebKitGTK writes no web archives."])

    /// Kept and not acted on: there is one viewport.
    public var minimumViewportInset: UIEdgeInsets { viewportInsets.minimum }
    /// Kept and not acted on: there is one viewport.
    public var maximumViewportInset: UIEdgeInsets { viewportInsets.maximum }

    /// Kept and not acted on: there is one viewport.
    public func setMinimumViewportInset(
        _ minimumViewportInset: UIEdgeInsets, maximumViewportInset: UIEdgeInsets
    ) {
        viewportInsets = (minimumViewportInset, maximumViewportInset)
    }

    /// False: there is no Writing Tools on Linux.
    public var isWritingToolsActive: Bool { false }
    /// False: there is no Screen Time on Linux.
    public var isBlockedByScreenTime: Bool { false }

    /// Not there: there is no UIKit on Linux.
    @available(*, unavailable, message: "There is no find bar on Linux; use find(_:configuration:).")
    public var findInteraction: NSObject? { fatalError() }
}
