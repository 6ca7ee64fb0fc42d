// A message bus of our own, for the simulated wallet and for tests.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Foundation
import TransomGLib

/// A dbus-daemon that only this user can reach, that starts no services, and that goes when we go.
///
/// The daemon gets SIGTERM from the kernel when our first thread ends, also after SIGKILL. Make it on the process's first
/// thread.
@MainActor
package final class PrivateBus {
    /// Why there is no bus.
    package enum Failure: Error, Equatable, Sendable, CustomStringConvertible {
        /// The program is not there or cannot be started; the associated value is the system's word for it.
        case notStarted(String)
        /// The daemon ended before it had an address.
        case ended
        /// The folder for its socket could not be made.
        case noFolder(String)

        package var description: String {
            switch self {
            case .notStarted(let reason):
                "dbus-daemon could not be started (\(reason)); install it with: apt-get install dbus-daemon"
            case .ended: "dbus-daemon ended before it had an address"
            case .noFolder(let reason): reason
            }
        }
    }

    /// Where the bus is, for `DBusAddress.address` and `DBUS_SYSTEM_BUS_ADDRESS`.
    package let address: String
    private let daemon: AnnouncingProcess
    private let folder: String
    private static var count = 0

    /// Starts a bus.
    ///
    /// - Parameter refusing: Names to which nothing may be sent, as the policy of a system bus refuses some users.
    package init(refusing names: [String] = []) throws(Failure) {
        let base: String
        do throws(RunFolder.Failure) { base = try RunFolder.path() } catch { throw .noFolder(error.description) }
        Self.count += 1
        folder = "\(base)/bus-\(Self.count)"
        guard mkdir(folder, 0o700) == 0 else {
            throw .noFolder("\(folder) could not be made: \(String(cString: strerror(errno)))")
        }
        let configuration = folder + "/bus.conf"
        guard FileManager.default.createFile(atPath: configuration, contents: Data(Self.text(folder, names).utf8))
        else {
            throw .noFolder("\(configuration) could not be written")
        }
        do throws(AnnouncingProcess.Failure) {
            daemon = try AnnouncingProcess { descriptor in
                [
                    "dbus-daemon", "--config-file=\(configuration)", "--nofork", "--nopidfile",
                    "--print-address=\(descriptor)",
                ]
            }
            address = try daemon.announcement()
        } catch {
            switch error {
            case .notStarted(let reason): throw .notStarted(reason)
            case .ended: throw .ended
            }
        }
    }

    /// Stops the bus and waits until it is gone; harmless when it was done before.
    package func stop() {
        daemon.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    isolated deinit {
        stop()
    }

    private static func text(_ folder: String, _ refused: [String]) -> String {
        func escaped(_ text: String) -> String {
            guard let escaped = g_markup_escape_text(text, -1) else { return "" }
            defer { g_free(escaped) }
            return String(cString: escaped)
        }
        let socket = g_dbus_address_escape_value(folder + "/socket")
        defer { g_free(socket) }
        return """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>unix:path=\(escaped(socket.map { String(cString: $0) } ?? ""))</listen>
              <auth>EXTERNAL</auth>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
            \(refused.map { "    <deny send_destination=\"\(escaped($0))\"/>" }.joined(separator: "\n"))
              </policy>
            </busconfig>
            """
    }
}
