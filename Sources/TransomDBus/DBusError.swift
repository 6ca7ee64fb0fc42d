// Why something on a bus failed.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO

/// Why something on a bus failed.
package enum DBusError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The peer or the bus answered with an error: its name, such as `org.bluez.Error.Failed`, and its text.
    case remote(name: String, message: String)
    /// No answer came before the deadline; the associated value is what was called.
    case timedOut(String)
    /// The connection is closed.
    case closed
    /// There is no such bus, or it lets us not in; the associated value is GLib's sentence.
    case unreachable(String)
    /// The answer has other types than it should: what was called, the signature that is right, and the one that came.
    case wrongSignature(String, expected: String, given: String)
    /// Somebody else owns the name.
    case nameTaken(String)
    /// An introspection text is not valid; the associated value is GLib's sentence.
    case invalidDescription(String)

    package var description: String {
        switch self {
        case .remote(let name, let message): message.isEmpty ? name : "\(message) (\(name))"
        case .timedOut(let call): "\(call) was not answered in time"
        case .closed: "the connection to the bus is closed"
        case .unreachable(let reason): "the bus cannot be reached: \(reason)"
        case .wrongSignature(let call, let expected, let given):
            "\(call) answered with the types \"\(given)\"; \"\(expected)\" would have been right"
        case .nameTaken(let name): "the bus name \(name) belongs to another process"
        case .invalidDescription(let reason): "the introspection text is not valid: \(reason)"
        }
    }

    /// The name of a remote error, or nil for any other failure.
    package var remoteName: String? { if case .remote(let name, _) = self { name } else { nil } }

    /// The text of a remote error, or nil for any other failure.
    package var remoteMessage: String? { if case .remote(_, let message) = self { message } else { nil } }

    /// Whether the object, its interface or its method is not there; services differ in which of them they say.
    package var isMissingObject: Bool {
        switch remoteName {
        case "org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.DBus.Error.UnknownMethod",
            "org.freedesktop.DBus.Error.UnknownInterface", "org.bluez.Error.DoesNotExist":
            true
        default: false
        }
    }

    /// Whether nobody owns the name that was called, or what should own it cannot be started.
    package var isMissingService: Bool {
        guard let name = remoteName else { return false }
        return name == "org.freedesktop.DBus.Error.ServiceUnknown"
            || name == "org.freedesktop.DBus.Error.NameHasNoOwner"
            || name.hasPrefix("org.freedesktop.DBus.Error.Spawn.")
    }

    /// Whether the bus's policy or the peer denies us the call.
    package var isAccessDenied: Bool {
        remoteName == "org.freedesktop.DBus.Error.AccessDenied" || remoteName == "org.freedesktop.DBus.Error.AuthFailed"
    }

    /// Takes over what a call of GDBus reported, and frees it.
    ///
    /// `g_dbus_error_get_remote_error`, `g_dbus_error_strip_remote_error`.
    init(taking error: UnsafeMutablePointer<GError>?, call: String) {
        guard let error else {
            self = .unreachable("failed without a reason")
            return
        }
        defer { g_error_free(error) }
        if let name = g_dbus_error_get_remote_error(error) {
            defer { g_free(name) }
            g_dbus_error_strip_remote_error(error)
            self = .remote(name: String(cString: name), message: Self.message(error))
        } else if error.pointee.domain == g_io_error_quark() {
            switch UInt32(bitPattern: error.pointee.code) {
            case G_IO_ERROR_TIMED_OUT.rawValue, G_IO_ERROR_CANCELLED.rawValue: self = .timedOut(call)
            case G_IO_ERROR_CLOSED.rawValue: self = .closed
            default: self = .unreachable(Self.message(error))
            }
        } else {
            self = .unreachable(Self.message(error))
        }
    }

    private static func message(_ error: UnsafeMutablePointer<GError>) -> String {
        error.pointee.message.map { String(cString: $0) } ?? ""
    }
}
