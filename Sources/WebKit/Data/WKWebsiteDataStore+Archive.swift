// Taking what websites keep out of a store, and into another one.
// SPDX-License-Identifier: Apache-2.0

import CTransomWebKit
public import Foundation
import FoundationNetworking
import TransomGLib

extension WKWebsiteDataStore {
    private static let archived: Set<String> = [WKWebsiteDataTypeCookies, WKWebsiteDataTypeLocalStorage]

    /// The store's data as bytes that `restoreData(_:)` takes.
    ///
    /// Cookies come whole. Local storage comes for the origins that were shown since the process began, and for the `https`
    /// and `http` ones of each domain that has any; the engine tells of domains and not of origins.
    ///
    /// - Parameter dataTypes: `WKWebsiteDataTypeCookies`, `WKWebsiteDataTypeLocalStorage` or both.
    /// - Throws: `WKError.unknown` that names the other types, which the engine gives nobody.
    public func fetchData(of dataTypes: Set<String>) async throws -> Data {
        let others = dataTypes.subtracting(Self.archived)
        guard others.isEmpty else {
            throw Self.failure("The engine gives no data of the types \(others.sorted().joined(separator: ", ")).")
        }
        var archive = WebsiteDataArchive()
        if dataTypes.contains(WKWebsiteDataTypeCookies) {
            archive.cookies = await httpCookieStore.allCookies().map(WebsiteDataArchive.Cookie.init)
        }
        if dataTypes.contains(WKWebsiteDataTypeLocalStorage) { archive.localStorage = try await storages() }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(archive)
    }

    /// The store's data as bytes that `restoreData(_:)` takes.
    @preconcurrency public func fetchData(
        of dataTypes: Set<String>, completionHandler: @escaping @MainActor @Sendable (Data?, (any Error)?) -> Void
    ) {
        _ = Task { @MainActor in
            do { completionHandler(try await fetchData(of: dataTypes), nil) } catch { completionHandler(nil, error) }
        }
    }

    /// Adds data that came from a store to this one; what is of the same name is replaced.
    ///
    /// - Throws: `WKError.unknown` where the bytes are none of `fetchData(of:)`.
    public func restoreData(_ data: Data) async throws {
        guard let archive = try? JSONDecoder().decode(WebsiteDataArchive.self, from: data),
            archive.version == WebsiteDataArchive.currentVersion
        else { throw Self.failure("The data is none of a store's.") }
        for cookie in archive.cookies ?? [] {
            if let cookie = cookie.cookie { await httpCookieStore.setCookie(cookie) }
        }
        let visit = StorageVisit(self)
        for (origin, entries) in (archive.localStorage ?? [:]).sorted(by: { $0.key < $1.key }) where !entries.isEmpty {
            guard Self.isPlain(origin) else { continue }
            _ = try await visit.call(
                "for (const [key, value] of entries) localStorage.setItem(key, value)",
                arguments: ["entries": entries], origin: origin)
        }
    }

    /// Adds data that came from a store to this one; what is of the same name is replaced.
    @preconcurrency public func restoreData(
        _ data: Data, completionHandler: @escaping @MainActor @Sendable ((any Error)?) -> Void
    ) {
        _ = Task { @MainActor in
            do {
                try await restoreData(data)
                completionHandler(nil)
            } catch { completionHandler(error) }
        }
    }

    /// What the origins keep that may have something.
    private func storages() async throws -> [String: [[String]]] {
        let domains = await dataRecords(ofTypes: [WKWebsiteDataTypeLocalStorage]).map(\.displayName)
        guard !domains.isEmpty else { return [:] }
        let shown = shownOrigins.filter { origin in
            let host = URL(string: origin)?.host ?? ""
            return domains.contains { host == $0 || host.hasSuffix("." + $0) }
        }
        let origins = Set(domains.flatMap { ["https://\($0)", "http://\($0)"] }).union(shown)
        var storages: [String: [[String]]] = [:]
        let visit = StorageVisit(self)
        for origin in origins.sorted() where Self.isPlain(origin) {
            let entries = try await visit.call(
                "return Object.entries(localStorage)", arguments: [:], origin: origin)
            if let entries = entries as? [[String]], !entries.isEmpty { storages[origin] = entries }
        }
        return storages
    }

    /// Whether a text is an origin of the network, and no more.
    private static func isPlain(_ origin: String) -> Bool {
        guard let url = URL(string: origin), let scheme = url.scheme, let host = url.host else { return false }
        let port = url.port.map { ":\($0)" } ?? ""
        return ["http", "https"].contains(scheme) && origin == "\(scheme)://\(host)\(port)"
    }

    private static func failure(_ sentence: String) -> WKError {
        WKError(.unknown, userInfo: [NSLocalizedDescriptionKey: sentence])
    }
}

extension WebsiteDataArchive.Cookie {
    init(_ cookie: HTTPCookie) {
        self.init(
            name: cookie.name, value: cookie.value, domain: cookie.domain, path: cookie.path,
            expires: cookie.expiresDate?.timeIntervalSince1970, isSecure: cookie.isSecure,
            isHTTPOnly: cookie.isHTTPOnly, sites: (cookie as? EngineCookie)?.siteNumber ?? 0)
    }

    /// The cookie for a store; nil where it is none.
    var cookie: HTTPCookie? {
        var properties: [HTTPCookiePropertyKey: Any] = [
            .name: name, .value: value, .domain: domain, .path: path,
        ]
        if isSecure { properties[.secure] = "TRUE" }
        if let expires {
            properties[.expires] = Date(timeIntervalSince1970: expires)
        } else {
            properties[.discard] = "TRUE"
        }
        return EngineCookie.made(properties, isHTTPOnly: isHTTPOnly, siteNumber: sites)
    }
}
