// What is called: whose method, and with which arguments.
// SPDX-License-Identifier: Apache-2.0

/// What is called: whose method, with which arguments, and how long the answer may take.
package struct DBusCall: Equatable, Sendable, CustomStringConvertible {
    /// A bus name, such as `org.bluez`.
    package var destination: String
    /// The object.
    package var path: ObjectPath
    /// The interface's name.
    package var interface: String
    /// The method's name.
    package var method: String
    /// The arguments.
    package var arguments: [DBusValue]
    /// The signature that the answer must have, or nil for any.
    package var reply: String?
    /// How long the answer may take, from 1 ms to 24 days.
    package var deadline: Duration
    /// Whether the bus may start the service.
    package var startsService: Bool

    /// Describes a call; the deadline is 25 seconds where none is given, which is D-Bus's own.
    package init(
        _ destination: String, _ path: ObjectPath, _ interface: String, _ method: String, _ arguments: [DBusValue] = [],
        reply: String? = nil, deadline: Duration = .seconds(25), startsService: Bool = false
    ) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.method = method
        self.arguments = arguments
        self.reply = reply
        self.deadline = deadline
        self.startsService = startsService
    }

    /// The interface and the method; never the arguments, which may be secret.
    package var description: String { "\(interface).\(method)" }
}
