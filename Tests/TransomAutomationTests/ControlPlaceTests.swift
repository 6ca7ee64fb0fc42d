// Where hosts are looked for, and how they go on listening.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import XCTest

@testable import TransomAutomation

final class ControlPlaceTests: XCTestCase {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "transom-place-" + UUID().uuidString)

    override func setUpWithError() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    override func tearDown() {
        try? FileManager.default.removeItem(at: folder)
    }

    func testAFolderThatOthersMayWriteToOrOwnIsNotTrusted() throws {
        chmod(folder.path, 0o700)
        XCTAssertTrue(ControlPlace.isPrivate(folder.path, to: geteuid()))
        XCTAssertFalse(ControlPlace.isPrivate(folder.path, to: geteuid() + 1))
        chmod(folder.path, 0o755)
        XCTAssertFalse(ControlPlace.isPrivate(folder.path, to: geteuid()))
        chmod(folder.path, 0o700)
        let link = folder.path + "-link"
        XCTAssertEqual(symlink(folder.path, link), 0)
        defer { unlink(link) }
        XCTAssertFalse(ControlPlace.isPrivate(link, to: geteuid()), "a link can be made to lead anywhere later")
        XCTAssertFalse(ControlPlace.isPrivate(folder.path + "-none", to: geteuid()))
    }

    func testOnlyAKioskListensInTheFolderOfItsService() throws {
        setenv("RUNTIME_DIRECTORY", folder.path, 1)
        defer { unsetenv("RUNTIME_DIRECTORY") }
        XCTAssertEqual(try ControlPlace.own(isKiosk: true).path, folder.path + "/control.sock")
        let own = try ControlPlace.own(isKiosk: false)
        if let link = own.link { unlink(link) }
        XCTAssertFalse(own.path.hasPrefix(folder.path), own.path)
    }

    func testAShortageOfDescriptorsPasses() throws {
        let path = folder.path + "/control.sock"
        let listener = try UnixSocket.listen(at: path)
        let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        var small = limit
        small.rlim_cur = 200
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &small)
        var held: [Int32] = []
        while true {
            let descriptor = dup(listener)
            guard descriptor >= 0 else { break }
            held.append(descriptor)
        }
        let accepted = DispatchSemaphore(value: 0)
        let began = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            began.signal()
            if let (peer, user) = UnixSocket.accept(listener) {
                XCTAssertEqual(user, geteuid())
                close(peer)
                accepted.signal()
            }
        }
        began.wait()
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8) + [0]) }
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(client, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        XCTAssertEqual(connected, 0)
        XCTAssertEqual(accepted.wait(timeout: .now() + .milliseconds(300)), .timedOut, "there is none for the peer")
        for descriptor in held { close(descriptor) }
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        XCTAssertEqual(accepted.wait(timeout: .now() + .seconds(20)), .success)
        close(client)
        close(listener)
    }
}
