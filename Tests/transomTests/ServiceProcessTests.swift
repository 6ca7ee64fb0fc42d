// A host as a service of systemd's: its signs of life, against a socket of the test's.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

final class ServiceProcessTests: XCTestCase {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "tr-\(UUID().uuidString.prefix(8))")
    private var descriptor: Int32 = -1

    override func setUpWithError() throws {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try "<!doctype html><title>Shop</title>".write(
            to: folder.appending(path: "index.html"), atomically: true, encoding: .utf8)
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: notifySocket.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        XCTAssertEqual(result, 0)
    }

    override func tearDownWithError() throws {
        close(descriptor)
        try FileManager.default.removeItem(at: folder)
    }

    private var notifySocket: String { folder.appending(path: "notify").path }

    private func start(_ more: [String: String]) throws -> HostProcess {
        try HostProcess(
            [
                "run", "page", "--headless", "--web-sandbox", "auto", "--serve", "https://shop.example=\(folder.path)",
                "--url", "https://shop.example/", "--handler", "bridge", "--timeout", "120",
            ],
            environment: ["XDG_RUNTIME_DIR": folder.path, "NOTIFY_SOCKET": notifySocket].merging(more) { $1 })
    }

    /// Everything that was told so far.
    private func told() -> [String] {
        var lines: [String] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { return lines }
            lines.append(String(decoding: buffer.prefix(count), as: UTF8.self))
        }
    }

    func testAServiceSaysThatItHasStartedLivesAndEnds() throws {
        let host = try start(["WATCHDOG_USEC": "900000"])
        var seen: [String] = []
        XCTAssertTrue(
            host.wait {
                seen += told()
                return seen.count { $0 == "WATCHDOG=1" } >= 3
            }, "\(seen)")
        XCTAssertEqual(seen.first, "READY=1")
        XCTAssertTrue(host.wait { host.outputSoFar.contains("transom.page.loaded") })
        host.send(SIGTERM)
        XCTAssertEqual(try host.ending().status, 0)
        seen += told()
        XCTAssertEqual(seen.last, "STOPPING=1", "\(seen)")
    }
}
