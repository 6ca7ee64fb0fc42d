// Tests that a running host is told what to do by another process.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

final class CtlProcessTests: XCTestCase {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "tr-\(UUID().uuidString.prefix(8))")

    override func setUpWithError() throws {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try "<!doctype html><title>Shop</title><p>Hello</p>".write(
            to: folder.appending(path: "index.html"), atomically: true, encoding: .utf8)
    }

    override func tearDownWithError() throws {
        try FileManager.default.removeItem(at: folder)
    }

    private var environment: [String: String] { ["XDG_RUNTIME_DIR": folder.path] }

    private func host(_ name: String) throws -> HostProcess {
        let file = folder.appending(path: "\(name).json5").path
        let text = """
            { kiosk: "\(name)", integrations: { page: {
                parameters: { url: "https://shop.example/", handler: "bridge" } } } }
            """
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let host = try HostProcess(
            [
                "run", "--headless", "--web-sandbox", "auto", "--serve", "https://shop.example=\(folder.path)",
                "--timeout", "120", "--config", file,
            ], environment: environment)
        XCTAssertTrue(
            host.wait { host.outputSoFar.contains("transom.page.loaded") }, "the page did not load: \(host.outputSoFar)"
        )
        return host
    }

    /// Other hosts of this user may run on the machine, so each is named by a name of the test's own.
    private func ctl(_ host: String, _ arguments: String...) throws -> HostProcess.Ending {
        try HostProcess(["ctl"] + arguments + ["--host", host], environment: environment).ending()
    }

    func testAHostTellsItsStateTakesAPictureAndEnds() throws {
        let name = "till-\(UUID().uuidString)"
        let host = try host(name)
        let status = try ctl(name, "status", "--json")
        XCTAssertEqual(status.status, 0, status.notes)
        let views = status.events.first?["views"] as? [[String: Any]]
        XCTAssertEqual(views?.first?["origin"] as? String, "https://shop.example", status.output)
        let picture = folder.appending(path: "a.png").path
        XCTAssertEqual(try ctl(name, "screenshot", picture).notes, "")
        XCTAssertEqual(Array(try Data(contentsOf: URL(filePath: picture)).prefix(4)), [0x89, 0x50, 0x4e, 0x47])
        let refused = try ctl(name, "open", "volley")
        XCTAssertEqual(refused.status, 1)
        XCTAssertTrue(refused.notes.contains("this run hosts one integration"), refused.notes)
        XCTAssertEqual(try ctl(name, "quit").status, 0)
        let ending = try host.ending()
        XCTAssertEqual(ending.status, 0, ending.notes)
        XCTAssertEqual(ending.data(of: "transom.session.ended")?["reason"] as? String, "command")
        XCTAssertFalse(ending.types.contains { $0.hasPrefix("transom.control.") }, "answers are not events of the host")
        let gone = try ctl(name, "status")
        XCTAssertEqual(gone.status, 1)
        XCTAssertTrue(gone.notes.hasPrefix("transom: ctl status: no host is named \"\(name)\"; "), gone.notes)
    }

    func testOfTwoHostsOneIsNamed() throws {
        let names = ["till-\(UUID().uuidString)", "till-\(UUID().uuidString)"]
        let hosts = try names.map(host)
        XCTAssertEqual(try ctl(names[1], "quit").status, 0)
        XCTAssertEqual(try hosts[1].ending().status, 0)
        XCTAssertEqual(try ctl(names[0], "status").status, 0)
        XCTAssertEqual(try ctl(names[0], "quit").status, 0)
        XCTAssertEqual(try hosts[0].ending().status, 0)
    }
}
