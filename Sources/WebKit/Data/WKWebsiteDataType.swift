// The kinds of data that websites keep.
// SPDX-License-Identifier: Apache-2.0

import CTransomWebKit

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Answers on disk.
public let WKWebsiteDataTypeDiskCache = "WKWebsiteDataTypeDiskCache"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Answers in memory.
public let WKWebsiteDataTypeMemoryCache = "WKWebsiteDataTypeMemoryCache"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Application caches, which pages do not have any more.
public let WKWebsiteDataTypeOfflineWebApplicationCache = "WKWebsiteDataTypeOfflineWebApplicationCache"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Cookies.
public let WKWebsiteDataTypeCookies = "WKWebsiteDataTypeCookies"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// `sessionStorage` of views that exist.
public let WKWebsiteDataTypeSessionStorage = "WKWebsiteDataTypeSessionStorage"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// `localStorage`.
public let WKWebsiteDataTypeLocalStorage = "WKWebsiteDataTypeLocalStorage"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// WebSQL databases, which pages do not have any more.
public let WKWebsiteDataTypeWebSQLDatabases = "WKWebsiteDataTypeWebSQLDatabases"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// IndexedDB databases.
public let WKWebsiteDataTypeIndexedDBDatabases = "WKWebsiteDataTypeIndexedDBDatabases"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Service workers.
public let WKWebsiteDataTypeServiceWorkerRegistrations = "WKWebsiteDataTypeServiceWorkerRegistrations"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The Cache API's answers.
public let WKWebsiteDataTypeFetchCache = "WKWebsiteDataTypeFetchCache"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// What device identifiers are hashed with.
public let WKWebsiteDataTypeHashSalt = "WKWebsiteDataTypeHashSalt"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The origin private file system; the engine goes on with it under IndexedDB, and it is removed with that.
public let WKWebsiteDataTypeFileSystem = "WKWebsiteDataTypeFileSystem"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Recent searches, which the engine does not keep.
public let WKWebsiteDataTypeSearchFieldRecentSearches = "WKWebsiteDataTypeSearchFieldRecentSearches"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Media keys, which the engine does not keep.
public let WKWebsiteDataTypeMediaKeys = "WKWebsiteDataTypeMediaKeys"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Screen Time, which Linux does not have.
public let WKWebsiteDataTypeScreenTime = "WKWebsiteDataTypeScreenTime"

/// The engine's flags for the kinds.
enum WebsiteDataType {
    private static let flags: [(name: String, flag: WebKitWebsiteDataTypes)] = [
        (WKWebsiteDataTypeDiskCache, WEBKIT_WEBSITE_DATA_DISK_CACHE),
        (WKWebsiteDataTypeMemoryCache, WEBKIT_WEBSITE_DATA_MEMORY_CACHE),
        (WKWebsiteDataTypeOfflineWebApplicationCache, WEBKIT_WEBSITE_DATA_OFFLINE_APPLICATION_CACHE),
        (WKWebsiteDataTypeCookies, WEBKIT_WEBSITE_DATA_COOKIES),
        (WKWebsiteDataTypeSessionStorage, WEBKIT_WEBSITE_DATA_SESSION_STORAGE),
        (WKWebsiteDataTypeLocalStorage, WEBKIT_WEBSITE_DATA_LOCAL_STORAGE),
        (WKWebsiteDataTypeWebSQLDatabases, WEBKIT_WEBSITE_DATA_WEBSQL_DATABASES),
        (WKWebsiteDataTypeIndexedDBDatabases, WEBKIT_WEBSITE_DATA_INDEXEDDB_DATABASES),
        (WKWebsiteDataTypeServiceWorkerRegistrations, WEBKIT_WEBSITE_DATA_SERVICE_WORKER_REGISTRATIONS),
        (WKWebsiteDataTypeFetchCache, WEBKIT_WEBSITE_DATA_DOM_CACHE),
        (WKWebsiteDataTypeHashSalt, WEBKIT_WEBSITE_DATA_DEVICE_ID_HASH_SALT),
    ]
    private static let unknownToTheEngine = [
        WKWebsiteDataTypeFileSystem, WKWebsiteDataTypeSearchFieldRecentSearches, WKWebsiteDataTypeMediaKeys,
        WKWebsiteDataTypeScreenTime,
    ]

    /// Every kind.
    static let all = Set(flags.map(\.name) + unknownToTheEngine)

    /// The engine's flags of kinds; those that it does not know are left out.
    static func flags(of names: Set<String>) -> WebKitWebsiteDataTypes {
        WebKitWebsiteDataTypes(
            rawValue: flags.filter { names.contains($0.name) }.reduce(0) { $0 | $1.flag.rawValue })
    }

    /// The kinds of the engine's flags.
    static func names(of types: WebKitWebsiteDataTypes) -> Set<String> {
        Set(flags.filter { types.rawValue & $0.flag.rawValue != 0 }.map(\.name))
    }
}
