// Cookies of the engine as Foundation's.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
import Foundation
import FoundationNetworking

/// A cookie with what Foundation's properties cannot say on Linux: whether scripts see it, and for which sites it is sent.
final class EngineCookie: HTTPCookie, @unchecked Sendable {
    // Both are set once, before anybody else has the cookie.
    private var onlyForHTTP = false
    private var sites = SOUP_SAME_SITE_POLICY_NONE

    override var isHTTPOnly: Bool { onlyForHTTP }

    /// The engine's number for the sites that it is sent to.
    var siteNumber: UInt32 { sites.rawValue }

    /// Makes a cookie of what was kept of one.
    static func made(
        _ properties: [HTTPCookiePropertyKey: Any], isHTTPOnly: Bool, siteNumber: UInt32
    ) -> HTTPCookie? {
        let made = EngineCookie(properties: properties)
        made?.onlyForHTTP = isHTTPOnly
        if siteNumber <= SOUP_SAME_SITE_POLICY_STRICT.rawValue { made?.sites = SoupSameSitePolicy(siteNumber) }
        return made
    }

    /// Reads a `SoupCookie`.
    static func read(_ cookie: OpaquePointer) -> HTTPCookie? {
        func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
        var properties: [HTTPCookiePropertyKey: Any] = [
            .name: text(soup_cookie_get_name(cookie)), .value: text(soup_cookie_get_value(cookie)),
            .domain: text(soup_cookie_get_domain(cookie)), .path: text(soup_cookie_get_path(cookie)),
        ]
        if soup_cookie_get_secure(cookie) != 0 { properties[.secure] = "TRUE" }
        if let expires = soup_cookie_get_expires(cookie) {
            properties[.expires] = Date(timeIntervalSince1970: TimeInterval(g_date_time_to_unix(expires)))
        } else {
            properties[.discard] = "TRUE"
        }
        let read = EngineCookie(properties: properties)
        read?.onlyForHTTP = soup_cookie_get_http_only(cookie) != 0
        read?.sites = soup_cookie_get_same_site_policy(cookie)
        return read
    }

    /// Writes a `SoupCookie`, which the caller frees.
    static func write(_ cookie: HTTPCookie) -> OpaquePointer? {
        let written = soup_cookie_new(cookie.name, cookie.value, cookie.domain, cookie.path, -1)
        soup_cookie_set_secure(written, cookie.isSecure ? 1 : 0)
        soup_cookie_set_http_only(written, cookie.isHTTPOnly ? 1 : 0)
        // A cookie that came out of a store goes into another one as it was.
        if let cookie = cookie as? EngineCookie { soup_cookie_set_same_site_policy(written, cookie.sites) }
        if let date = cookie.expiresDate {
            let seconds = min(max(date.timeIntervalSince1970, 0), 253_402_300_799)
            if let expires = g_date_time_new_from_unix_utc(gint64(seconds)) {
                soup_cookie_set_expires(written, expires)
                g_date_time_unref(expires)
            }
        }
        return written
    }
}
