// The path of an object on a bus.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO

/// The path of an object on a bus, such as `/org/bluez/hci0`; always a valid one.
///
/// `g_variant_is_object_path`.
package struct ObjectPath: Hashable, Sendable, Comparable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The path's text.
    package let text: String

    /// Takes a text that is a valid object path; nil for any other.
    package init?(_ text: String) {
        guard !text.utf8.contains(0), g_variant_is_object_path(text) != 0 else { return nil }
        self.text = text
    }

    /// Takes a path that is written in the source; one that is not valid stops the process.
    package init(stringLiteral text: String) {
        precondition(g_variant_is_object_path(text) != 0, "\(text) is not an object path.")
        self.text = text
    }

    package var description: String { text }

    /// Whether this path lies below another one, or is it.
    package func isWithin(_ other: ObjectPath) -> Bool {
        self == other || other.text == "/" || text.hasPrefix(other.text + "/")
    }

    /// Orders by text.
    package static func < (left: ObjectPath, right: ObjectPath) -> Bool { left.text < right.text }
}
