// Tests that a running host takes a changed configuration, and keeps the one it has where the new one is wrong.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

final class ReloadProcessTests: XCTestCase {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "tr-\(UUID().uuidString.prefix(8))")
    private var path: String { folder.appending(path: "kiosk.json5").path }

    override func setUpWithError() throws {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for name in ["one", "two"] {
            try
                "<!doctype html><title>\(name)</title><script>webkit.messageHandlers.bridge.postMessage('\(name)')</script>"
                .write(to: folder.appending(path: "\(name).html"), atomically: true, encoding: .utf8)
        }
    }

    override func tearDownWithError() throws {
        try FileManager.default.removeItem(at: folder)
    }

    private func configure(_ page: String, _ more: String = "") throws {
        let text = """
            { integrations: { page: {
                parameters: { url: "https://shop.example/\(page).html", handler: "bridge" } } }, \(more) }
            """
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    func testCF12AWrongConfigurationChangesNothingAndARightOneIsTaken() throws {
        try configure("one")
        let host = try HostProcess(
            [
                "run", "--headless", "--web-sandbox", "auto", "--serve", "https://shop.example=\(folder.path)",
                "--timeout", "120", "--config", path,
            ], environment: ["XDG_RUNTIME_DIR": folder.path])
        XCTAssertTrue(host.wait { host.outputSoFar.contains("\"one\"") }, host.outputSoFar)
        try configure("two", "session: { idleResetAfter: -5 }, policy: { allowed: [] }")
        host.send(SIGHUP)
        XCTAssertTrue(host.wait { host.outputSoFar.contains("transom.config.rejected") }, host.outputSoFar)
        XCTAssertFalse(host.outputSoFar.contains("\"two\""))
        try configure("two")
        host.send(SIGHUP)
        XCTAssertTrue(host.wait { host.outputSoFar.contains("\"two\"") }, host.outputSoFar)
        host.send(SIGTERM)
        let ending = try host.ending()
        XCTAssertEqual(ending.status, 0, ending.notes)
        let mistakes = ending.data(of: "transom.config.rejected")?["mistakes"] as? [String] ?? []
        XCTAssertEqual(mistakes.count, 2, "\(mistakes)")
        XCTAssertTrue(
            mistakes.first?.contains("session.idleResetAfter is -5; seconds from 5 to 86400 are possible") ?? false)
        XCTAssertEqual(ending.data(of: "transom.session.reset")?["reason"] as? String, "configuration")
        XCTAssertEqual(ending.types.count { $0 == "transom.config.reloaded" }, 1)
        XCTAssertEqual(ending.types.count { $0 == "transom.session.ended" }, 1)
    }
}
