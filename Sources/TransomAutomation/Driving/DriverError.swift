// Why a page could not be driven.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// Why a page could not be driven as asked.
package enum DriverError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The page says why the element cannot be used; it was tried until the time was over.
    case element(String)
    /// The page did not answer in time.
    case silent(after: Duration)
    /// A tester's own script threw, or gave what is no JSON.
    case script(String)
    /// The view is in no window that is shown, so no event reaches it.
    case notShown
    /// There is no such key.
    case key(given: String)

    /// The error in one sentence.
    package var description: String {
        switch self {
        case .element(let why): why
        case .silent(let time): "the page did not answer within \(time.components.seconds) s"
        case .script(let why): why
        case .notShown: "the view is in no window that is shown, so no input reaches it"
        case .key(let given):
            "there is no key \(quoted(given)); write one character, or a name of KeyboardEvent.key such as Enter, Tab, "
                + "Escape or ArrowDown, with Shift+, Control+, Alt+ or Meta+ before it"
        }
    }
}
