// The service's unit, as systemd's own tools judge it.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

final class UnitTests: XCTestCase {
    private static let repository: URL = {
        var folder = URL(filePath: #filePath)
        for _ in 0..<3 { folder.deleteLastPathComponent() }
        return folder
    }()

    private static let unit = repository.appending(path: "Resources/systemd/transom-kiosk.service").path

    private func analyze(_ arguments: String...) throws -> (status: Int32, text: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/systemd-analyze")
        process.arguments = arguments + [Self.unit]
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    func testTheUnitHasNoMistake() throws {
        let (status, text) = try analyze("verify", "--man=no")
        XCTAssertEqual(status, 0, text)
        XCTAssertEqual(text, "")
    }

    func testTheUnitIsExposedAtMostByFourOfTen() throws {
        let (status, text) = try analyze("security", "--offline=true", "--threshold=40", "--no-pager")
        XCTAssertEqual(status, 0, text)
        XCTAssertTrue(text.contains("Overall exposure level for transom-kiosk.service"), text)
    }

    func testWhatTheProgramReliesOnIsInTheUnit() throws {
        let text = try String(contentsOfFile: Self.unit, encoding: .utf8)
        let lines = Set(text.split(separator: "\n").map(String.init))
        for line in [
            "Type=notify", "NotifyAccess=all", "WatchdogSec=30", "RestartPreventExitStatus=2 5",
            "RuntimeDirectory=transom",
            "Conflicts=getty@tty1.service", "User=transom", "StartLimitIntervalSec=0", "LimitCORE=0",
        ] {
            XCTAssertTrue(lines.contains(line), line)
        }
        let start = try XCTUnwrap(lines.first { $0.hasPrefix("ExecStart=") })
        let host = "/usr/bin/transom run --kiosk --config /etc/transom/kiosk.json5"
        XCTAssertTrue(start.hasSuffix("/usr/bin/cage -d -- " + host), start)
        XCTAssertFalse(start.contains(" -s "), "cage -s lets people switch consoles")
    }
}
