// Searching in a view.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension WKWebView {
    /// Searches for a text from the selection on, and selects what it finds.
    ///
    /// `webkit_find_controller_search`.
    ///
    /// - Parameters:
    ///   - string: The text; an empty one is nowhere.
    ///   - configuration: How it is searched for.
    ///   - completionHandler: Called once on the main thread, also when the view goes first.
    @preconcurrency public func find(
        _ string: String, configuration: WKFindConfiguration = .init(),
        completionHandler: @escaping @MainActor @Sendable (WKFindResult) -> Void
    ) {
        if search == nil, !isInvalidated { search = PageSearch(webView) }
        guard !isInvalidated, !string.isEmpty, let search else {
            return completionHandler(WKFindResult(matchFound: false))
        }
        search.find(string, configuration) { completionHandler(WKFindResult(matchFound: $0)) }
    }

    /// Searches for a text from the selection on, and selects what it finds.
    public func find(_ string: String, configuration: WKFindConfiguration = .init()) async throws -> WKFindResult {
        await withCheckedContinuation { continuation in
            find(string, configuration: configuration) { continuation.resume(returning: $0) }
        }
    }
}
