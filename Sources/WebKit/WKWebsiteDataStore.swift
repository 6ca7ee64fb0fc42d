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
    private var connections: [SignalConnection] = []
    /// The custom schemes that the context knows.
    var schemes: Set<String> = []

    private static var shared: WKWebsiteDataStore?

    /// The store of this app: one for all, in the user's data folder.
    ///
    /// `$XDG_DATA_HOME/<executable>/WebKit`, or the same below `~/.local/share`.
    public class func `default`() -> WKWebsiteDataStore {
        if let shared { return shared }
        let name = CommandLine.arguments.first.map { URL(fileURLWithPath: $0).lastPathComponent } ?? "transom"
        let data = g_get_user_data_dir().map { String(cString: $0) } ?? "/tmp"
        let store = WKWebsiteDataStore(directory: "\(data)/\(name)/WebKit")
        shared = store
        return store
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
        Engine.start()
        isPersistent = directory != nil
        context = ObjectRef(adopting: UnsafeMutableRawPointer(transom_web_context_new(directory)))
        super.init()
        if let extensionFolder { WebProcessExtension.install(in: self, from: extensionFolder) }
        connections.append(
            SignalConnection(context.pointer, WeakReference(self)) { object, data, destroy in
                transom_connect_download_started(
                    object,
                    { _, download, data in
                        // The engine's default is to write an attachment into the user's download folder.
                        webkit_download_cancel(download)
                        let store = CallbackBox<WeakReference<WKWebsiteDataStore>>.value(at: data)?.object
                        let request = webkit_download_get_request(download)
                        let url = request.flatMap { webkit_uri_request_get_uri($0) }.map { String(cString: $0) }
                        store?.onDownloadRefused?(url ?? "")
                    }, data, destroy)
            })
    }

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
