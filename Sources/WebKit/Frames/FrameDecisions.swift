// What was decided for which frame.
// SPDX-License-Identifier: Apache-2.0

/// Remembers the navigations that were allowed as a subframe's, until the next page arrives.
///
/// The engine does not say which frame navigates before there is a response, and a page may try to have its main frame's
/// navigation taken for that of an element with the same URL. So a main frame's response is held against what was decided.
struct FrameDecisions {
    /// How many are remembered; a page can make up frames without end.
    private static let capacity = 4096

    private var subframes: [String: ActionValues] = [:]
    private var main: [String: String] = [:]

    /// Whether no more can be remembered; then a navigation counts as the main frame's, which the stricter rules are for.
    var isFull: Bool {
        subframes.count >= Self.capacity
    }

    /// A navigation of the main frame was allowed.
    mutating func allowedMain(_ action: ActionValues) {
        if main.count >= Self.capacity { main = [:] }
        main[Self.document(action.url)] = action.method
    }

    /// The method that the main frame was last allowed to go to a URL with; nil where it was not.
    func mainMethod(url: String) -> String? {
        main[Self.document(url)]
    }

    /// A navigation was allowed as a subframe's.
    mutating func allowedSubframe(_ action: ActionValues) {
        subframes[Self.document(action.url)] = action
    }

    /// The action behind a main frame's response, when it was only ever allowed as a subframe's.
    func contradiction(url: String) -> ActionValues? {
        let url = Self.document(url)
        return main[url] == nil ? subframes[url] : nil
    }

    /// A page has arrived.
    mutating func committed() {
        subframes = [:]
        main = [:]
    }

    /// A response has no fragment.
    private static func document(_ url: String) -> String {
        String(url.prefix { $0 != "#" })
    }
}
