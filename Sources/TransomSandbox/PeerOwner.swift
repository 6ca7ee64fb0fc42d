// Which user is on the other side of a loopback connection.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Glibc

/// Which user is on the other side of a loopback connection, from the kernel's tables in `/proc/net`.
///
/// A loopback port can be reached by every user of the machine, and TCP has no `SO_PEERCRED`. The kernel's table of
/// connections names the user of each end.
package enum PeerOwner {
    /// Whether a client may use the port: the host's own user and root may.
    ///
    /// Where the tables cannot be read, or no longer hold the connection, nobody is shut out.
    ///
    /// - Parameters:
    ///   - port: The client's port on 127.0.0.1.
    ///   - local: Our port on 127.0.0.1.
    package static func isOurs(port: UInt16, local: UInt16) -> Bool {
        for (file, isMapped) in [("/proc/net/tcp", false), ("/proc/net/tcp6", true)] {
            guard let table = contents(of: file) else { continue }
            if let user = user(in: table, port: port, local: local, isMapped: isMapped) {
                return user == geteuid() || user == 0
            }
        }
        return true
    }

    /// The user of the end of a connection whose address is 127.0.0.1 and `port`, nil where the table has no such row.
    ///
    /// - Parameter isMapped: Whether the table has IPv6 addresses, in which an IPv4 one is mapped.
    static func user(in table: [UInt8], port: UInt16, local: UInt16, isMapped: Bool) -> UInt32? {
        // The kernel prints an address as the machine's own integers, and a port as the number that it is.
        let loopback = hexadecimal(UInt32(0x7F00_0001).bigEndian, digits: 8)
        let prefix =
            isMapped ? String(repeating: "0", count: 16) + hexadecimal(UInt32(0xFFFF).bigEndian, digits: 8) : ""
        let address = prefix + loopback + ":"
        let needle =
            " \(address)\(hexadecimal(UInt32(port), digits: 4)) \(address)\(hexadecimal(UInt32(local), digits: 4)) "
        let offset = table.withUnsafeBytes { bytes -> Int? in
            guard let start = bytes.bindMemory(to: CChar.self).baseAddress,
                let hit = g_strstr_len(start, bytes.count, needle)
            else { return nil }
            return start.distance(to: hit)
        }
        guard let offset else { return nil }
        // What follows both ends: state, queues, timer, retransmissions, user.
        let line = table[(offset + needle.utf8.count)...].prefix { $0 != UInt8(ascii: "\n") }
        let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
        return fields.count > 4 ? UInt32(String(decoding: fields[4], as: UTF8.self)) : nil
    }

    private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    private static func contents(of path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return count == 0 ? all : nil }
            all += buffer[..<count]
        }
    }
}
