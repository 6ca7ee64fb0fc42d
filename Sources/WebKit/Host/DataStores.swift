// All the data stores of a process.
// SPDX-License-Identifier: Apache-2.0

import TransomGLib

/// All the data stores of a process, for what holds for each of them: a test's own network, for code that makes its views
/// itself.
@MainActor
package enum DataStores {
    private static var stores: [WeakReference<WKWebsiteDataStore>] = []
    private static var preparations: [(WKWebsiteDataStore) -> Void] = []

    /// The stores that there are.
    package static var all: [WKWebsiteDataStore] { stores.compactMap(\.object) }

    /// Does something with every store: those that there are, and each later one before its first view is made.
    package static func prepare(_ body: @escaping (WKWebsiteDataStore) -> Void) {
        preparations.append(body)
        for store in all { body(store) }
    }

    static func add(_ store: WKWebsiteDataStore) {
        stores.removeAll { $0.object == nil }
        stores.append(WeakReference(store))
        for body in preparations { body(store) }
    }
}
