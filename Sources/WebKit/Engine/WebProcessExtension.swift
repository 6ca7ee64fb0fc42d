// The extension that WebKit's web processes load.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
import Foundation
import TransomGLib
import TransomWebKitShims

/// Writes the compiled extension where web processes find it, and tells them what they must know.
///
/// The extension is embedded in this module, so one executable is all that an installation needs. It is written once a
/// process into the private run folder: WebKit opens every library in the folder that it is given.
@MainActor
package enum WebProcessExtension {
    /// The handler that the extension reaches the handlers' prototype through.
    ///
    /// Random, so that a page cannot look for it.
    static let internalHandler = "t" + UUID().uuidString.replacing("-", with: "").lowercased()

    /// Why the extension is not there.
    package private(set) static var failure: String?

    private static var worlds: [String] = []
    private static var contexts: [WeakReference<ObjectRef>] = []

    /// Makes the extension known to a store's web processes.
    static func install(in store: WKWebsiteDataStore, from folder: String) {
        contexts.removeAll { $0.object == nil }
        contexts.append(WeakReference(store.context))
        let context = store.webContext
        // Needed by engines before 2.50, which do not bind the folder themselves.
        webkit_web_context_add_path_to_sandbox(context, folder, 1)
        webkit_web_context_set_web_extensions_directory(context, folder)
        store.connect(initializeWebExtensions: { [weak store] in
            webkit_web_context_set_web_extensions_initialization_user_data(
                $0,
                Variant.tuple([
                    Variant.string(internalHandler), Variant.strings(worlds),
                    Variant.boolean(NavigationFeature.isOurs),
                    Variant.string(SchemeBodies.mark), Variant.strings(store?.schemes.sorted() ?? []),
                ]))
        })
    }

    /// Makes a named world known to web processes, those that run and those to come.
    static func announce(world: String) {
        guard !worlds.contains(world) else { return }
        worlds.append(world)
        for context in contexts {
            guard let context = context.object else { continue }
            webkit_web_context_send_message_to_all_extensions(
                context.assuming(WebKitWebContext.self), webkit_user_message_new("world", Variant.string(world)))
        }
    }

    /// The folder that web processes load the extension from; nil where it could not be written.
    static let folder: String? = {
        do throws(RunFolder.Failure) {
            let written = write(to: try RunFolder.path() + "/web-process")
            failure = written.failure
            return written.folder
        } catch {
            failure = error.description
            return nil
        }
    }()

    /// Writes the compiled extension into a new folder, and returns that or the reason why there is none.
    static func write(to folder: String) -> (folder: String?, failure: String?) {
        let text = embeddedWebProcess
        let base64 = Data(bytes: text.utf8Start, count: text.utf8CodeUnitCount)
        guard let library = Data(base64Encoded: base64), mkdir(folder, 0o700) == 0,
            FileManager.default.createFile(
                atPath: folder + "/libtransom-web-process.so", contents: library,
                attributes: [.posixPermissions: 0o500])
        else { return (nil, "the web-process extension could not be written to \(folder)") }
        return (folder, nil)
    }
}
