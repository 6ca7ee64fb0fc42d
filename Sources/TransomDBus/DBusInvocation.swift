// A call that came to us.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO

/// A call that came to an exported interface, and the one answer to it.
///
/// Answer now or later. When it is released without an answer, the caller gets `org.freedesktop.DBus.Error.NoReply`.
/// `GDBusMethodInvocation`.
@MainActor
package final class DBusInvocation {
    /// The unique name of who calls.
    package let sender: String
    /// The object.
    package let path: ObjectPath
    /// The method's name.
    package let method: String
    /// The arguments; GDBus has checked them against the interface's description.
    package let arguments: [DBusValue]
    private var pointer: OpaquePointer?

    init(
        taking pointer: OpaquePointer, sender: String, path: ObjectPath, method: String, arguments: [DBusValue]
    ) {
        self.pointer = pointer
        self.sender = sender
        self.path = path
        self.method = method
        self.arguments = arguments
    }

    /// Whether an answer was given.
    package var isAnswered: Bool { pointer == nil }

    /// Answers with values; a second answer is ignored.
    package func reply(_ values: [DBusValue] = []) {
        guard let pointer = takePointer() else { return }
        g_dbus_method_invocation_return_value(pointer, DBusValue.floatingTuple(values))
    }

    /// Answers with values and descriptors, which are duplicated; the caller goes on owning its own.
    ///
    /// - Parameters:
    ///   - values: `unixFD` values are indices into `descriptors`.
    ///   - descriptors: Open descriptors.
    package func reply(_ values: [DBusValue], descriptors: [Int32]) {
        guard let pointer = takePointer() else { return }
        let list = g_unix_fd_list_new()
        defer { g_object_unref(list) }
        for descriptor in descriptors { g_unix_fd_list_append(list, descriptor, nil) }
        g_dbus_method_invocation_return_value_with_unix_fd_list(pointer, DBusValue.floatingTuple(values), list)
    }

    /// Answers with an error, such as `org.bluez.Error.Failed`; a second answer is ignored.
    package func fail(_ name: String, _ message: String) {
        guard let pointer = takePointer() else { return }
        g_dbus_method_invocation_return_dbus_error(pointer, name, message)
    }

    private func takePointer() -> OpaquePointer? {
        defer { pointer = nil }
        return pointer
    }

    isolated deinit {
        fail("org.freedesktop.DBus.Error.NoReply", "The call was not answered")
    }
}
