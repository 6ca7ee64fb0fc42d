// Tests that Selenium drives the host through WebKitWebDriver.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

final class WebDriverTests: XCTestCase {
    /// A Python that has Selenium, or a reason to leave the test out.
    private func python() throws -> String {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/WebKitWebDriver") else {
            throw XCTSkip("WebKitWebDriver is not there: Debian's webkit2gtk-driver has it")
        }
        let python = ProcessInfo.processInfo.environment["TRANSOM_PYTHON"] ?? "/usr/bin/python3"
        let probe = Process()
        probe.executableURL = URL(filePath: python)
        probe.arguments = ["-c", "import selenium"]
        probe.standardError = FileHandle.nullDevice
        try probe.run()
        probe.waitUntilExit()
        guard probe.terminationStatus == 0 else {
            throw XCTSkip(
                "Selenium is not there: python3 -m pip install selenium, or TRANSOM_PYTHON names a Python with it")
        }
        return python
    }

    func testSeleniumDrivesTheHost() throws {
        let python = try python()
        let folder = FileManager.default.temporaryDirectory.appending(path: "transom-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["shop", "pay"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        try """
        <!doctype html><title>Shop</title><input id=name><input id=file type=file>
        <button id=send onclick="webkit.messageHandlers.bridge.postMessage(
            {name: document.getElementById('name').value, trusted: event.isTrusted})">Send</button>
        <button id=ask onclick="document.title = confirm('Sure?')">Ask</button>
        <button id=name-it onclick="document.title = prompt('Name?')">Name</button>
        <button id=blank onclick="window.open('about:blank', 'blank')">Blank</button>
        <button id=open onclick="window.open('https://pay.example/', 'pay')">Open</button>
        """.write(to: folder.appending(path: "shop/index.html"), atomically: true, encoding: .utf8)
        try "<!doctype html><title>Pay</title>".write(
            to: folder.appending(path: "pay/index.html"), atomically: true, encoding: .utf8)
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "WebDriver/selenium_session.py")
        let output = folder.appending(path: "output")
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/timeout")
        process.arguments = [
            "240", python, script.path, HostProcess.executable.path, folder.appending(path: "shop").path,
            folder.appending(path: "pay").path,
        ]
        // Selenium would ask the network for a driver and tell somebody of it.
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["SE_OFFLINE": "true", "SE_AVOID_STATS": "true", "PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = process.standardOutput
        try process.run()
        process.waitUntilExit()
        let text = try String(contentsOf: output, encoding: .utf8)
        XCTAssertEqual(process.terminationStatus, 0, text)
        XCTAssertTrue(text.hasSuffix("done\n"), text)
        XCTAssertFalse(text.contains("not ok"), text)
    }
}
