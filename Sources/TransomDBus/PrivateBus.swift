// A message bus of our own, for the simulated wallet and for tests.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Foundation
import TransomGLib
import TransomGLibShims

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
    private let process: Int32
    private let folder: String
    private var isStopped = false
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
        var pipe: [Int32] = [-1, -1]
        guard g_unix_open_pipe(&pipe, FD_CLOEXEC, nil) != 0 else { throw .notStarted("no descriptors are left") }
        defer { close(pipe[0]) }
        let arguments = [
            "dbus-daemon", "--config-file=\(configuration)", "--nofork", "--nopidfile", "--print-address=\(pipe[1])",
        ]
        var child: Int32 = 0
        let copies = arguments.map { strdup($0) }
        let error = (copies.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { argv in
            argv.baseAddress.map { transom_spawn($0, pipe[1], &child) } ?? EINVAL
        }
        for copy in copies { free(copy) }
        close(pipe[1])
        guard error == 0 else { throw .notStarted(String(cString: strerror(error))) }
        guard let address = Self.readAddress(pipe[0]) else {
            kill(child, SIGKILL)
            waitpid(child, nil, 0)
            throw .ended
        }
        self.address = address
        process = child
    }

    /// Stops the bus and waits until it is gone; harmless when it was done before.
    package func stop() {
        guard !isStopped else { return }
        isStopped = true
        kill(process, SIGTERM)
        waitpid(process, nil, 0)
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

    /// Reads the line that the daemon prints when it is ready; gives up after 20 seconds.
    private static func readAddress(_ descriptor: Int32) -> String? {
        var text: [UInt8] = []
        var byte: UInt8 = 0
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while text.count < 4096 {
            let count = Glibc.poll(&poll, 1, 20_000)
            if count < 0, errno == EINTR { continue }
            guard count > 0, read(descriptor, &byte, 1) == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { return String(decoding: text, as: UTF8.self) }
            text.append(byte)
        }
        return nil
    }
}
