// What websites keep, as bytes.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The cookies and the local storage of a store, as `WKWebsiteDataStore.fetchData(of:)` gives them.
///
/// A format of our own: nobody else reads Apple's.
struct WebsiteDataArchive: Codable, Equatable {
    /// A cookie with what a store needs to have it again.
    struct Cookie: Codable, Equatable {
        var name: String
        var value: String
        var domain: String
        var path: String
        /// In seconds since 1970; nil for a cookie of the session.
        var expires: Double?
        var isSecure: Bool
        var isHTTPOnly: Bool
        /// The engine's number for the sites that it is sent to.
        var sites: UInt32
    }

    /// What a reader must know to read it.
    static let currentVersion = 1

    var version = currentVersion
    var cookies: [Cookie]?
    /// Keys and values by the origin's serialisation.
    var localStorage: [String: [[String]]]?
}
