// The bus name under which runs take return links.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomDBus

/// The bus name, object and interface of the runs that take return links.
///
/// Each such run asks for the same name and waits in the bus's queue for it, so that the queue is the list of them.
enum ReturnBus {
    static let name = "org.transom.Return"
    static let path: ObjectPath = "/org/transom/Return"
    /// How long a run may take to say what becomes of a link.
    static let deadline = Duration.seconds(2)

    private static let description = """
        <node><interface name="org.transom.Return">
          <method name="Offer"><arg name="link" type="s" direction="in"/><arg name="outcome" type="s" direction="out"/></method>
          <method name="Wake"><arg name="link" type="s" direction="in"/></method>
        </interface></node>
        """

    /// What GDBus checks calls against.
    static func interface() throws(DBusError) -> DBusInterfaceDescription {
        guard let interface = try DBusInterfaceDescription.read(description)[name] else {
            throw .invalidDescription(name)
        }
        return interface
    }

    /// A call to the bus itself.
    static func bus(_ method: String, _ arguments: [DBusValue], reply: String) -> DBusCall {
        DBusCall(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method, arguments, reply: reply,
            deadline: deadline)
    }
}
