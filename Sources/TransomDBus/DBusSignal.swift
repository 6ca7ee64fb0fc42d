// A signal that came over a bus.
// SPDX-License-Identifier: Apache-2.0

/// A signal that came over a bus.
package struct DBusSignal: Equatable, Sendable {
    /// The unique name of who sent it.
    package let sender: String
    /// The object that it is about.
    package let path: ObjectPath
    /// The interface's name.
    package let interface: String
    /// The signal's name.
    package let member: String
    /// What it carries.
    package let arguments: [DBusValue]
}
