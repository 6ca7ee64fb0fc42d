// Which bodies a handler takes.
// SPDX-License-Identifier: Apache-2.0

/// Which bodies a handler takes.
public enum MessageForm: String, Sendable, Equatable, CaseIterable {
    /// Text only.
    case text
    /// A structured object only.
    case object
    /// Either; text stays text unless the handler parses it.
    case textOrObject
    /// Any value that JSON has.
    case any
}
