// Searching in a page.
// SPDX-License-Identifier: Apache-2.0

import CTransomWebKit
import Foundation
import TransomGLib
import TransomWebKitShims

/// Runs one search at a time with the view's `WebKitFindController`, whose signals name no search.
@MainActor
final class PageSearch {
    private struct Search {
        let text: String
        let options: UInt32
        let answer: OneShot<Bool>
    }

    private let controller: ObjectRef
    private var connections: [SignalConnection] = []
    private var searches: [Search] = []

    init?(_ view: UnsafeMutablePointer<WebKitWebView>) {
        guard let controller = webkit_web_view_get_find_controller(view) else { return nil }
        self.controller = ObjectRef(retaining: UnsafeMutableRawPointer(controller))
        typealias Weak = WeakReference<PageSearch>
        connections = [
            SignalConnection(self.controller.pointer, Weak(self)) { object, data, destroy in
                transom_connect_found_text(
                    object, { _, _, data in CallbackBox<Weak>.value(at: data)?.object?.ended(true) }, data, destroy)
            },
            SignalConnection(self.controller.pointer, Weak(self)) { object, data, destroy in
                transom_connect_failed_to_find_text(
                    object, { _, data in CallbackBox<Weak>.value(at: data)?.object?.ended(false) }, data, destroy)
            },
        ]
    }

    /// Searches when those before it are done.
    func find(_ text: String, _ configuration: WKFindConfiguration, then: @escaping (Bool) -> Void) {
        var options = WEBKIT_FIND_OPTIONS_NONE.rawValue
        if !configuration.caseSensitive { options |= WEBKIT_FIND_OPTIONS_CASE_INSENSITIVE.rawValue }
        if configuration.backwards { options |= WEBKIT_FIND_OPTIONS_BACKWARDS.rawValue }
        if configuration.wraps { options |= WEBKIT_FIND_OPTIONS_WRAP_AROUND.rawValue }
        searches.append(Search(text: text, options: options, answer: OneShot(ifDropped: false, then)))
        if searches.count == 1 { begin() }
    }

    /// Answers everything that waits: the page or its process went away.
    func failAll() {
        let all = searches
        searches = []
        for search in all { search.answer.answer(false) }
    }

    private func begin() {
        guard let search = searches.first else { return }
        webkit_find_controller_search(controller.assuming(), search.text, search.options, guint.max)
        MainLoop.wake()
    }

    private func ended(_ isFound: Bool) {
        guard !searches.isEmpty else { return }
        let search = searches.removeFirst()
        search.answer.answer(isFound)
        begin()
    }
}
