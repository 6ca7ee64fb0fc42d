// Where compiled content rules are kept.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
public import Foundation
import TransomGLib

/// Compiles content rules and keeps them in a folder.
///
/// `WebKitUserContentFilterStore`. Use it on the main thread.
@preconcurrency @MainActor
open class WKContentRuleListStore: NSObject {
    private let store: ObjectRef

    private static var shared: WKContentRuleListStore?

    /// The store of this app, in the user's data folder.
    open class func `default`() -> WKContentRuleListStore! {
        if let shared { return shared }
        let store = WKContentRuleListStore(url: URL(fileURLWithPath: WKWebsiteDataStore.folder + "/ContentRuleLists"))
        shared = store
        return store
    }

    /// A store in a folder, which is made when it is needed.
    public init!(url: URL) {
        Engine.start()
        store = ObjectRef(
            adopting: UnsafeMutableRawPointer(webkit_user_content_filter_store_new(url.path(percentEncoded: false))))
        super.init()
    }

    /// Compiles rules in Apple's JSON and keeps them under an identifier, in the place of those that it had.
    ///
    /// - Parameters:
    ///   - identifier: What they are called.
    ///   - encodedContentRuleList: A JSON array of rules.
    ///   - completionHandler: Gets the rules, or `contentRuleListStoreCompileFailed` with the reason.
    @preconcurrency open func compileContentRuleList(
        forIdentifier identifier: String!, encodedContentRuleList: String!,
        completionHandler: (@MainActor @Sendable (WKContentRuleList?, (any Error)?) -> Void)!
    ) {
        let store = store
        let text = Array((encodedContentRuleList ?? "").utf8)
        let bytes = g_bytes_new(text, gsize(text.count))
        defer { g_bytes_unref(bytes) }
        AsyncOperation.start { ready, data in
            webkit_user_content_filter_store_save(store.assuming(), identifier ?? "", bytes, nil, ready, data)
        } finish: { _, result, error in
            webkit_user_content_filter_store_save_finish(store.assuming(), result, error)
        } completion: { result in
            Self.give(result, .contentRuleListStoreCompileFailed, completionHandler)
        }
        MainLoop.wake()
    }

    /// Compiles rules in Apple's JSON and keeps them under an identifier.
    ///
    /// - Throws: `contentRuleListStoreCompileFailed` with the reason.
    open func compileContentRuleList(
        forIdentifier identifier: String!, encodedContentRuleList: String!
    ) async throws -> WKContentRuleList? {
        try await withCheckedThrowingContinuation { continuation in
            compileContentRuleList(forIdentifier: identifier, encodedContentRuleList: encodedContentRuleList) {
                if let error = $1 { continuation.resume(throwing: error) } else { continuation.resume(returning: $0) }
            }
        }
    }

    /// Gives the rules of an identifier, or `contentRuleListStoreLookUpFailed`.
    @preconcurrency open func lookUpContentRuleList(
        forIdentifier identifier: String!,
        completionHandler: (@MainActor @Sendable (WKContentRuleList?, (any Error)?) -> Void)!
    ) {
        let store = store
        AsyncOperation.start { ready, data in
            webkit_user_content_filter_store_load(store.assuming(), identifier ?? "", nil, ready, data)
        } finish: { _, result, error in
            webkit_user_content_filter_store_load_finish(store.assuming(), result, error)
        } completion: { result in
            Self.give(result, .contentRuleListStoreLookUpFailed, completionHandler)
        }
        MainLoop.wake()
    }

    /// The rules of an identifier.
    ///
    /// - Throws: `contentRuleListStoreLookUpFailed`.
    open func contentRuleList(forIdentifier identifier: String!) async throws -> WKContentRuleList? {
        try await withCheckedThrowingContinuation { continuation in
            lookUpContentRuleList(forIdentifier: identifier) {
                if let error = $1 { continuation.resume(throwing: error) } else { continuation.resume(returning: $0) }
            }
        }
    }

    /// Removes the rules of an identifier, or gives `contentRuleListStoreRemoveFailed`.
    @preconcurrency open func removeContentRuleList(
        forIdentifier identifier: String!, completionHandler: (@MainActor @Sendable ((any Error)?) -> Void)!
    ) {
        let store = store
        AsyncOperation.start { ready, data in
            webkit_user_content_filter_store_remove(store.assuming(), identifier ?? "", nil, ready, data)
        } finish: { _, result, error in
            webkit_user_content_filter_store_remove_finish(store.assuming(), result, error) != 0 ? () : nil
        } completion: { (result: Result<Void, GLibError>) in
            switch result {
            case .success: completionHandler?(nil)
            case .failure(let error): completionHandler?(Self.error(error, .contentRuleListStoreRemoveFailed))
            }
        }
        MainLoop.wake()
    }

    /// Removes the rules of an identifier.
    ///
    /// - Throws: `contentRuleListStoreRemoveFailed`.
    open func removeContentRuleList(forIdentifier identifier: String!) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            removeContentRuleList(forIdentifier: identifier) { error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume() }
            }
        }
    }

    /// Gives what rules there are.
    @preconcurrency open func getAvailableContentRuleListIdentifiers(
        _ completionHandler: (@MainActor @Sendable ([String]?) -> Void)!
    ) {
        let store = store
        AsyncOperation.start { ready, data in
            webkit_user_content_filter_store_fetch_identifiers(store.assuming(), nil, ready, data)
        } finish: { _, result, _ in
            webkit_user_content_filter_store_fetch_identifiers_finish(store.assuming(), result)
        } completion: { result in
            var names: [String] = []
            if case .success(let list) = result {
                var index = 0
                while let name = list[index] {
                    names.append(String(cString: name))
                    index += 1
                }
                g_strfreev(list)
            }
            completionHandler?(names)
        }
        MainLoop.wake()
    }

    /// What rules there are.
    open func availableIdentifiers() async -> [String]? {
        await withCheckedContinuation { continuation in
            getAvailableContentRuleListIdentifiers { continuation.resume(returning: $0) }
        }
    }

    private static func give(
        _ result: Result<OpaquePointer, GLibError>, _ code: WKError.Code,
        _ completionHandler: ((WKContentRuleList?, (any Error)?) -> Void)?
    ) {
        switch result {
        case .success(let filter): completionHandler?(WKContentRuleList(adopting: filter), nil)
        case .failure(let failure): completionHandler?(nil, error(failure, code))
        }
    }

    private static func error(_ failure: GLibError, _ code: WKError.Code) -> WKError {
        WKError(code, userInfo: [NSLocalizedDescriptionKey: failure.message])
    }
}
