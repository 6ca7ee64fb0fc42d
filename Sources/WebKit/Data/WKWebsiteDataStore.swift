// Where a page's data is kept.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
public import Foundation
import TransomGLib
import TransomWebKitShims

/// Cookies, storages and caches of web views, in memory or in a folder.
///
/// One engine context a store.
///
/// `WebKitWebContext`. Use it on the main thread.
@preconcurrency @MainActor
open class WKWebsiteDataStore: NSObject {
    /// The engine context.
    let context: ObjectRef
    /// Whether data outlives the process.
    public let isPersistent: Bool
    /// Called with the URL of a download that was stopped before it began.
    package var onDownloadRefused: ((String) -> Void)?
    /// Authorities whose word counts besides the system's; set before the first view is made.
    package var authorities: TrustAuthorities? {
        didSet { authorities?.prepare(self) }
    }
    /// A WebDriver's way to the store's views; nil where there is none.
    var automation: AutomationDoor?
    /// What the store was made for, where it is one of several.
    public private(set) var identifier: UUID?
    private var connections: [SignalConnection] = []
    /// The custom schemes that the context knows.
    var schemes: Set<String> {
        get { original?.schemes ?? ownSchemes }
        set { if let original { original.schemes = newValue } else { ownSchemes = newValue } }
    }

    private var ownSchemes: Set<String> = []
    /// The origins of the network whose documents its views have shown, up to a number that no honest page reaches.
    private(set) var shownOrigins: Set<String> {
        get { original?.shownOrigins ?? ownOrigins }
        set { if let original { original.shownOrigins = newValue } else { ownOrigins = newValue } }
    }

    private var ownOrigins: Set<String> = []
    private var proxies: [ProxyConfiguration] = []
    private var cookies: WKHTTPCookieStore?
    /// The store whose context this one shares, since both are of one identifier.
    private let original: WKWebsiteDataStore?

    private static var shared: WKWebsiteDataStore?
    private static var identified: [UUID: WeakReference<WKWebsiteDataStore>] = [:]

    /// The store of this app: one for all, in the user's data folder.
    ///
    /// `$XDG_DATA_HOME/<executable>/WebKit`, or the same below `~/.local/share`.
    public class func `default`() -> WKWebsiteDataStore {
        if let shared { return shared }
        let store = WKWebsiteDataStore(directory: folder + "/WebKit")
        shared = store
        return store
    }

    /// Where this app's stores are.
    static var folder: String {
        let name = CommandLine.arguments.first.map { URL(fileURLWithPath: $0).lastPathComponent } ?? "transom"
        let data = g_get_user_data_dir().map { String(cString: $0) } ?? "/tmp"
        return "\(data)/\(name)"
    }

    private static func folder(of identifier: UUID) -> String {
        folder + "/WebsiteDataStores/" + identifier.uuidString
    }

    /// A new store in memory that shares nothing with any other.
    public class func nonPersistent() -> WKWebsiteDataStore {
        WKWebsiteDataStore(directory: nil)
    }

    /// A store.
    ///
    /// - Parameters:
    ///   - directory: Where its data is kept; nil keeps it in memory.
    ///   - extensionFolder: Where the web-process extension is; nil leaves messages without a speaker.
    init(directory: String?, extensionFolder: String? = WebProcessExtension.folder) {
        Engine.startForStore()
        isPersistent = directory != nil
        context = ObjectRef(
            adopting: UnsafeMutableRawPointer(
                transom_web_context_new(
                    directory, UInt32(clamping: Self.memoryLimit.mebibytes), Self.memoryLimit.pollSeconds)))
        original = nil
        super.init()
        // The engine would offer passwords to the user's keyring, which no customer of a kiosk has.
        webkit_website_data_manager_set_persistent_credential_storage_enabled(dataManager, 0)
        if let directory { keepCookies(in: directory) }
        if let extensionFolder { WebProcessExtension.install(in: self, from: extensionFolder) }
        connections.append(
            SignalConnection(context.pointer, WeakReference(self)) { object, data, destroy in
                transom_connect_download_started(
                    object,
                    { _, download, data in
                        if let download, ExpectedDownloads.began(download) { return }
                        // The engine's default is to write an attachment into the user's download folder.
                        webkit_download_cancel(download)
                        let store = CallbackBox<WeakReference<WKWebsiteDataStore>>.value(at: data)?.object
                        let request = webkit_download_get_request(download)
                        let url = request.flatMap { webkit_uri_request_get_uri($0) }.map { String(cString: $0) }
                        store?.onDownloadRefused?(url ?? "")
                    }, data, destroy)
            })
        DataStores.add(self)
    }

    /// A store of this app's that is kept apart from all others, in a folder of its own.
    ///
    /// A second one of the same identifier is the same store.
    public convenience init(forIdentifier identifier: UUID) {
        if let other = Self.identified[identifier]?.object {
            self.init(sharing: other)
        } else {
            self.init(directory: Self.folder(of: identifier))
        }
        self.identifier = identifier
        if original == nil { Self.identified[identifier] = WeakReference(self) }
    }

    private init(sharing original: WKWebsiteDataStore) {
        isPersistent = original.isPersistent
        context = original.context
        self.original = original
        super.init()
    }

    /// Removes the store of an identifier with everything in it.
    ///
    /// - Parameter completionHandler: Gets an error where the store is in use or its folder cannot be removed.
    @preconcurrency open class func remove(
        forIdentifier identifier: UUID, completionHandler: @escaping @MainActor @Sendable ((any Error)?) -> Void
    ) {
        guard identified[identifier]?.object == nil else {
            return completionHandler(WKError(.unknown, userInfo: [NSLocalizedDescriptionKey: "Data store is in use"]))
        }
        let path = folder(of: identifier)
        do {
            if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
            completionHandler(nil)
        } catch {
            completionHandler(error)
        }
    }

    /// Removes the store of an identifier with everything in it.
    ///
    /// - Throws: That the store is in use or its folder cannot be removed.
    open class func remove(forIdentifier identifier: UUID) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            remove(forIdentifier: identifier) { error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume() }
            }
        }
    }

    /// Gives the identifiers of the stores that are there.
    @preconcurrency open class func fetchAllDataStoreIdentifiers(
        _ completionHandler: @escaping @MainActor @Sendable ([UUID]) -> Void
    ) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/WebsiteDataStores")) ?? []
        completionHandler(names.sorted().compactMap { UUID(uuidString: $0) })
    }

    /// The identifiers of the stores that are there.
    open class var allDataStoreIdentifiers: [UUID] {
        get async {
            await withCheckedContinuation { continuation in
                fetchAllDataStoreIdentifiers { continuation.resume(returning: $0) }
            }
        }
    }

    /// Where the store's network traffic goes.
    ///
    /// The engine takes one proxy: the first one that is for every domain. Its `excludedDomains` go past it.
    ///
    /// `webkit_website_data_manager_set_network_proxy_settings`.
    open var proxyConfigurations: [ProxyConfiguration] {
        get { original?.proxyConfigurations ?? proxies }
        set {
            if let original {
                original.proxyConfigurations = newValue
            } else {
                proxies = newValue
                useProxies()
            }
        }
    }

    private func useProxies() {
        guard let proxy = proxies.first(where: { $0.matchDomains.isEmpty }) else {
            if !proxies.isEmpty {
                Diagnostics.report("proxyConfigurations has none without matchDomains; the engine can use no other")
            }
            return webkit_website_data_manager_set_network_proxy_settings(
                dataManager, WEBKIT_NETWORK_PROXY_MODE_DEFAULT, nil)
        }
        var ignored: [UnsafeMutablePointer<CChar>?] = proxy.excludedDomains.map { strdup($0) } + [nil]
        defer { for text in ignored { free(text) } }
        let settings = ignored.withUnsafeMutableBufferPointer { texts in
            texts.baseAddress?.withMemoryRebound(to: UnsafePointer<CChar>?.self, capacity: texts.count) {
                webkit_network_proxy_settings_new(proxy.engineURI, $0)
            }
        }
        webkit_website_data_manager_set_network_proxy_settings(
            dataManager, WEBKIT_NETWORK_PROXY_MODE_CUSTOM, settings)
        webkit_network_proxy_settings_free(settings)
    }

    /// Remembers the origin of a document, for `fetchData(of:)`.
    func note(origin: String) {
        if shownOrigins.count < 4096, origin.hasPrefix("http") { shownOrigins.insert(origin) }
    }

    // MARK: - What websites keep

    /// Every kind of data.
    open class func allWebsiteDataTypes() -> Set<String> {
        WebsiteDataType.all
    }

    /// The store's cookies.
    open var httpCookieStore: WKHTTPCookieStore {
        if let original { return original.httpCookieStore }
        if let cookies { return cookies }
        let manager = webkit_website_data_manager_get_cookie_manager(dataManager)
        guard let manager else { preconditionFailure("The engine's data manager has no cookie manager.") }
        let store = WKHTTPCookieStore(manager, of: context)
        cookies = store
        return store
    }

    /// Gives what websites keep.
    ///
    /// `webkit_website_data_manager_fetch`.
    @preconcurrency open func fetchDataRecords(
        ofTypes dataTypes: Set<String>,
        completionHandler: @escaping @MainActor @Sendable ([WKWebsiteDataRecord]) -> Void
    ) {
        let context = context
        AsyncOperation.start { ready, data in
            webkit_website_data_manager_fetch(dataManager, WebsiteDataType.flags(of: dataTypes), nil, ready, data)
        } finish: { source, result, error in
            // An empty list is a null pointer, as a failure is: the error tells them apart.
            let list = webkit_website_data_manager_fetch_finish(Self.manager(source), result, error)
            return list == nil && error.pointee != nil ? nil : [list]
        } completion: { result in
            withExtendedLifetime(context) {}
            let list = (try? result.get())?.first ?? nil
            var records: [WKWebsiteDataRecord] = []
            var node = list
            while let item = node {
                if let data = item.pointee.data {
                    records.append(WKWebsiteDataRecord(OpaquePointer(data)))
                    webkit_website_data_unref(OpaquePointer(data))
                }
                node = item.pointee.next
            }
            g_list_free(list)
            completionHandler(records)
        }
        MainLoop.wake()
    }

    /// What websites keep.
    open func dataRecords(ofTypes dataTypes: Set<String>) async -> [WKWebsiteDataRecord] {
        await withCheckedContinuation { continuation in
            fetchDataRecords(ofTypes: dataTypes) { continuation.resume(returning: $0) }
        }
    }

    /// Removes what some websites keep.
    ///
    /// `webkit_website_data_manager_remove`.
    @preconcurrency open func removeData(
        ofTypes dataTypes: Set<String>, for dataRecords: [WKWebsiteDataRecord],
        completionHandler: @escaping @MainActor @Sendable () -> Void
    ) {
        let flags = WebsiteDataType.flags(of: dataTypes)
        guard !dataRecords.isEmpty, flags.rawValue != 0 else { return completionHandler() }
        let context = context
        var list: UnsafeMutablePointer<GList>?
        for record in dataRecords { list = g_list_prepend(list, UnsafeMutableRawPointer(record.data)) }
        AsyncOperation.start { ready, data in
            webkit_website_data_manager_remove(dataManager, flags, list, nil, ready, data)
        } finish: { source, result, error in
            webkit_website_data_manager_remove_finish(Self.manager(source), result, error) != 0 ? () : nil
        } completion: { (_: Result<Void, GLibError>) in
            withExtendedLifetime((context, dataRecords)) {}
            completionHandler()
        }
        g_list_free(list)
        MainLoop.wake()
    }

    /// Removes what some websites keep.
    open func removeData(ofTypes dataTypes: Set<String>, for dataRecords: [WKWebsiteDataRecord]) async {
        await withCheckedContinuation { continuation in
            removeData(ofTypes: dataTypes, for: dataRecords) { continuation.resume() }
        }
    }

    /// Removes what all websites have kept since a date.
    ///
    /// `webkit_website_data_manager_clear`.
    @preconcurrency open func removeData(
        ofTypes dataTypes: Set<String>, modifiedSince date: Date,
        completionHandler: @escaping @MainActor @Sendable () -> Void
    ) {
        clear(WebsiteDataType.flags(of: dataTypes), since: date, completionHandler)
    }

    /// Removes what all websites have kept since a date.
    open func removeData(ofTypes dataTypes: Set<String>, modifiedSince date: Date) async {
        await withCheckedContinuation { continuation in
            removeData(ofTypes: dataTypes, modifiedSince: date) { continuation.resume() }
        }
    }

    /// Removes data by the engine's own flags, which are more than Apple's kinds.
    func clear(
        _ flags: WebKitWebsiteDataTypes, since date: Date, _ completionHandler: @escaping @MainActor () -> Void
    ) {
        let age = -date.timeIntervalSinceNow
        // The engine takes a time span of nothing for all of time, and a date to come means nothing.
        guard flags.rawValue != 0, age > 0 else { return completionHandler() }
        let isAll = age > 100 * 365 * 86_400
        let span = isAll ? 0 : GTimeSpan(max(1, (age * 1_000_000).rounded()))
        let context = context
        AsyncOperation.start { ready, data in
            webkit_website_data_manager_clear(dataManager, flags, span, nil, ready, data)
        } finish: { source, result, error in
            webkit_website_data_manager_clear_finish(Self.manager(source), result, error) != 0 ? () : nil
        } completion: { (_: Result<Void, GLibError>) in
            withExtendedLifetime(context) {}
            completionHandler()
        }
        MainLoop.wake()
    }

    private static func manager(
        _ source: UnsafeMutablePointer<GObject>?
    ) -> UnsafeMutablePointer<WebKitWebsiteDataManager>? {
        source.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: WebKitWebsiteDataManager.self) }
    }

    /// Cookies are kept only where the engine is told a file for them.
    private func keepCookies(in directory: String) {
        guard g_mkdir_with_parents(directory, 0o700) == 0 else { return }
        let manager = webkit_website_data_manager_get_cookie_manager(dataManager)
        webkit_cookie_manager_set_persistent_storage(
            manager, directory + "/cookies.sqlite", WEBKIT_COOKIE_PERSISTENT_STORAGE_SQLITE)
    }

    // MARK: - For the module

    /// Calls back each time a web process of this store is about to start.
    func connect(initializeWebExtensions handler: @escaping (UnsafeMutablePointer<WebKitWebContext>) -> Void) {
        typealias Handler = (UnsafeMutablePointer<WebKitWebContext>) -> Void
        connections.append(
            SignalConnection(context.pointer, handler) { object, data, destroy in
                transom_connect_initialize_web_extensions(
                    object,
                    { context, data in
                        if let context { CallbackBox<Handler>.value(at: data)?(context) }
                    }, data, destroy)
            })
    }

    var webContext: UnsafeMutablePointer<WebKitWebContext> {
        context.assuming()
    }

    var dataManager: UnsafeMutablePointer<WebKitWebsiteDataManager> {
        webkit_web_context_get_website_data_manager(webContext)
    }
}
