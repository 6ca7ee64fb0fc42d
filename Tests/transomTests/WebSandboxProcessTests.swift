// Tests what a run does where the web processes' sandbox cannot be had, as in a container without user namespaces.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

final class WebSandboxProcessTests: XCTestCase {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "transom-\(UUID().uuidString)")

    /// A `bwrap` that may make no namespace comes first.
    override func setUpWithError() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let program = folder.appending(path: "bwrap").path
        try "#!/bin/sh\nexit 1\n".write(toFile: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    }

    override func tearDownWithError() throws { try FileManager.default.removeItem(at: folder) }

    private func run(_ more: String...) throws -> HostProcess.Ending {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return try HostProcess(
            ["run", "hubble", "--headless", "--play", "purchase", "--timeout", "60"] + more,
            environment: ["PATH": folder.path + ":" + path]
        ).ending()
    }

    func testARunThatRequiresItEndsWithTheReason() throws {
        let ending = try run("--web-sandbox", "require")
        XCTAssertEqual(ending.status, 4, ending.notes)
        XCTAssertTrue(
            ending.notes.contains("--web-sandbox require: this system does not let bubblewrap make namespaces"),
            ending.notes)
        XCTAssertFalse(ending.types.contains("transom.session.started"))
    }

    func testAnotherSaysThatItIsOff() throws {
        let ending = try run("--web-sandbox", "auto")
        XCTAssertEqual(ending.status, 0, ending.notes)
        XCTAssertTrue(
            ending.notes.contains("web processes run without a sandbox: this system does not let bubblewrap"),
            ending.notes)
        XCTAssertEqual(ending.data(of: "transom.session.started")?["websandbox"] as? Bool, false)
    }
}
