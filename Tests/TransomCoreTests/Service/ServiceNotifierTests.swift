// What systemd is told, against a socket of the test's.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import XCTest

final class ServiceNotifierTests: XCTestCase {
    private let path = FileManager.default.temporaryDirectory.appending(path: "tn-\(UUID().uuidString.prefix(8))").path
    private var descriptor: Int32 = -1

    override func setUp() {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        XCTAssertEqual(result, 0)
        setenv("NOTIFY_SOCKET", path, 1)
    }

    override func tearDown() {
        unsetenv("NOTIFY_SOCKET")
        close(descriptor)
        unlink(path)
    }

    private func next() -> String {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : "nothing"
    }

    func testSystemdIsToldWhatTheServiceDoes() {
        let notifier = ServiceNotifier { getenv($0).map { String(cString: $0) } }
        notifier.ready()
        XCTAssertEqual(next(), "READY=1")
        notifier.alive()
        XCTAssertEqual(next(), "WATCHDOG=1")
        notifier.stopping()
        XCTAssertEqual(next(), "STOPPING=1")
        XCTAssertEqual(next(), "nothing")
    }

    func testTheWatchdogsTimeIsTaken() {
        func time(_ variables: [String: String]) -> Duration? { ServiceNotifier { variables[$0] }.watchdog }
        XCTAssertEqual(time(["NOTIFY_SOCKET": "/a", "WATCHDOG_USEC": "30000000"]), .seconds(30))
        XCTAssertNil(time(["WATCHDOG_USEC": "30000000"]))
        XCTAssertNil(time(["NOTIFY_SOCKET": "/a"]))
        XCTAssertNil(time(["NOTIFY_SOCKET": "/a", "WATCHDOG_USEC": "x"]))
        XCTAssertNil(time(["NOTIFY_SOCKET": "/a", "WATCHDOG_USEC": "0"]))
    }
}
