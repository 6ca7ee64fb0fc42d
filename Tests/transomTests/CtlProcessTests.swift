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

    private func ctl(_ arguments: String...) throws -> HostProcess.Ending {
        try HostProcess(["ctl"] + arguments, environment: environment).ending()
    }

    func testAHostTellsItsStateTakesAPictureAndEnds() throws {
        let host = try host("till-1")
        let status = try ctl("status", "--json")
        XCTAssertEqual(status.status, 0, status.notes)
        let views = status.events.first?["views"] as? [[String: Any]]
        XCTAssertEqual(views?.first?["origin"] as? String, "https://shop.example", status.output)
        let picture = folder.appending(path: "a.png").path
        XCTAssertEqual(try ctl("screenshot", picture).notes, "")
        XCTAssertEqual(Array(try Data(contentsOf: URL(filePath: picture)).prefix(4)), [0x89, 0x50, 0x4e, 0x47])
        let refused = try ctl("open", "volley")
        XCTAssertEqual(refused.status, 1)
        XCTAssertTrue(refused.notes.contains("this run hosts one integration"), refused.notes)
        XCTAssertEqual(try ctl("quit").status, 0)
        let ending = try host.ending()
        XCTAssertEqual(ending.status, 0, ending.notes)
        XCTAssertEqual(ending.data(of: "transom.session.ended")?["reason"] as? String, "command")
        XCTAssertFalse(ending.types.contains { $0.hasPrefix("transom.control.") }, "answers are not events of the host")
        let gone = try ctl("status")
        XCTAssertEqual(gone.status, 1)
        XCTAssertEqual(gone.notes, "transom: ctl status: no host of this user runs; as root every host is found\n")
    }

    func testOfTwoHostsOneIsNamed() throws {
        let hosts = [try host("till-1"), try host("till-2")]
        let several = try ctl("status")
        XCTAssertEqual(several.status, 1)
        XCTAssertEqual(
            several.notes, "transom: ctl status: several hosts run; name one with --host: till-1, till-2\n")
        XCTAssertEqual(try ctl("quit", "--host", "till-2").status, 0)
        XCTAssertEqual(try hosts[1].ending().status, 0)
        XCTAssertEqual(try ctl("status").status, 0)
        XCTAssertEqual(try ctl("quit").status, 0)
        XCTAssertEqual(try hosts[0].ending().status, 0)
    }
}
