// Who is told when cookies change.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Is told when the cookies of a store change.
@preconcurrency @MainActor
public protocol WKHTTPCookieStoreObserver: NSObjectProtocol {
    /// A cookie came, went or changed.
    func cookiesDidChange(in cookieStore: WKHTTPCookieStore)
}

extension WKHTTPCookieStoreObserver {
    /// Does nothing.
    public func cookiesDidChange(in cookieStore: WKHTTPCookieStore) {}
}
