// An opener that opens nothing.
// SPDX-License-Identifier: Apache-2.0

@testable import TransomShell

/// Remembers what was to be opened, and answers as it is told.
@MainActor
final class SpyOpener: ExternalOpener {
    let name = "spy"
    var problem: String?
    private(set) var urls: [String] = []
    /// Whether it shows something over the page.
    var isShowing = false

    func open(_ url: String, completion: @escaping (String?) -> Void) {
        urls.append(url)
        completion(problem)
    }

    func dismiss() -> Bool {
        defer { isShowing = false }
        return isShowing
    }
}
