// The cookies of a page, for the app's own requests.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import WebKit

/// Follows the cookies that a web view's pages have for one domain, as apps do that share a session with their page.
final class SessionCookies: NSObject, WKHTTPCookieStoreObserver {
    private let store: WKHTTPCookieStore
    private let domain: String
    private(set) var cookies: [HTTPCookie] = []
    var onChange: (([HTTPCookie]) -> Void)?

    init(webView: WKWebView, domain: String) {
        self.store = webView.configuration.websiteDataStore.httpCookieStore
        self.domain = domain
        super.init()
        store.add(self)
    }

    /// Stops to follow them.
    func stop() {
        store.remove(self)
    }

    /// A request of the app's own that belongs to the page's session.
    func request(for url: URL) -> URLRequest {
        var request = URLRequest(url: url)
        for (name, value) in HTTPCookie.requestHeaderFields(with: cookies) {
            request.setValue(value, forHTTPHeaderField: name)
        }
        return request
    }

    func cookiesDidChange(in cookieStore: WKHTTPCookieStore) {
        cookieStore.getAllCookies { [weak self] cookies in
            guard let self = self else { return }
            self.cookies = cookies.filter { $0.domain == self.domain || $0.domain.hasSuffix("." + self.domain) }
            self.onChange?(self.cookies)
        }
    }
}
