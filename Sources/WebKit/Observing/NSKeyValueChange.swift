// What kind of change an observer is told of.
// SPDX-License-Identifier: Apache-2.0

/// The kind of a change.
///
/// The numbers are Apple's; a web view's properties are only ever set.
public enum NSKeyValueChange: UInt, Sendable {
    /// The property has another value.
    case setting = 1
    /// A collection has more members.
    case insertion = 2
    /// A collection has fewer members.
    case removal = 3
    /// A collection has other members.
    case replacement = 4
}
