// Loading pages.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
public import Foundation
public import FoundationNetworking
import TransomGLib

extension WKWebView {
    /// Loads a request.
    ///
    /// Its method must be GET: `WebKitURIRequest` carries headers and no body.
    ///
    /// - Returns: The navigation, or nil when the request has no URL.
    @discardableResult
    public func load(_ request: URLRequest) -> WKNavigation? {
        guard let url = request.url else { return nil }
        let engineRequest = webkit_uri_request_new(url.absoluteString)
        defer { g_object_unref(engineRequest) }
        if let headers = webkit_uri_request_get_http_headers(engineRequest) {
            for (name, value) in request.allHTTPHeaderFields ?? [:] {
                soup_message_headers_replace(headers, name, value)
            }
        }
        return navigate { webkit_web_view_load_request(webView, engineRequest) }
    }

    /// Loads a URL exactly as it is spelled, without a pass through Foundation's URL.
    @discardableResult
    package func load(engineURL: String) -> WKNavigation? {
        navigate { webkit_web_view_load_uri(webView, engineURL) }
    }

    /// Loads HTML text as the page of a URL; without one the origin is opaque.
    ///
    /// `webkit_web_view_load_html`.
    @discardableResult
    public func loadHTMLString(_ string: String, baseURL: URL?) -> WKNavigation? {
        navigate { webkit_web_view_load_html(webView, string, baseURL?.absoluteString) }
    }

    /// Loads bytes as the page of a URL.
    ///
    /// `webkit_web_view_load_bytes`.
    @discardableResult
    public func load(
        _ data: Data, mimeType MIMEType: String, characterEncodingName: String, baseURL: URL
    ) -> WKNavigation? {
        let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(bytes) }
        return navigate {
            webkit_web_view_load_bytes(webView, bytes, MIMEType, characterEncodingName, baseURL.absoluteString)
        }
    }

    /// Loads the page again.
    ///
    /// `webkit_web_view_reload`.
    @discardableResult
    public func reload() -> WKNavigation? {
        navigate { webkit_web_view_reload(webView) }
    }

    /// Loads the page again without the cache.
    ///
    /// `webkit_web_view_reload_bypass_cache`.
    @discardableResult
    public func reloadFromOrigin() -> WKNavigation? {
        navigate { webkit_web_view_reload_bypass_cache(webView) }
    }

    /// Goes back in the history, or does nothing and returns nil.
    @discardableResult
    public func goBack() -> WKNavigation? {
        canGoBack ? navigate { webkit_web_view_go_back(webView) } : nil
    }

    /// Goes forward in the history, or does nothing and returns nil.
    @discardableResult
    public func goForward() -> WKNavigation? {
        canGoForward ? navigate { webkit_web_view_go_forward(webView) } : nil
    }

    /// Stops what is loading.
    ///
    /// `webkit_web_view_stop_loading`.
    public func stopLoading() {
        navigations.decided(allowed: false)
        webkit_web_view_stop_loading(webView)
        MainLoop.wake()
    }

    private func navigate(_ start: () -> Void) -> WKNavigation {
        let navigation = navigations.begin()
        start()
        MainLoop.wake()
        return navigation
    }
}
