// A machine on which the sandbox around web processes does not work: row WP12 of docs/fault-cases.md.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

final class KioskSandboxTests: XCTestCase {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "no-bwrap-" + UUID().uuidString)

    override func tearDownWithError() throws {
        try? FileManager.default.removeItem(at: folder)
    }

    /// A folder with the programs that a run needs; bubblewrap is missing, or is one that fails.
    private func programs(bubblewrap script: String?) throws -> String {
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["timeout", "true", "sh", "Xvfb", "xkbcomp", "xdg-dbus-proxy", "xrandr"] {
            guard FileManager.default.isExecutableFile(atPath: "/usr/bin/" + name) else { continue }
            try FileManager.default.createSymbolicLink(
                atPath: folder.appending(path: name).path, withDestinationPath: "/usr/bin/" + name)
        }
        if let script {
            let file = folder.appending(path: "bwrap")
            try Data(script.utf8).write(to: file)
            chmod(file.path, 0o755)
        }
        return folder.path
    }

    private let arguments = [
        "run", "page", "--environment", "development", "--web-sandbox", "require", "--url", "https://till.example/",
        "--handler", "bridge",
    ]

    func testWP12ARunEndsWithTheReasonBeforeTheEngineWouldEndIt() throws {
        for (script, reason) in [
            (nil, "bubblewrap is not installed"), ("#!/bin/sh\nexit 1\n", "does not let bubblewrap make namespaces"),
        ] {
            let run = try HostProcess(
                arguments + ["--headless"], environment: ["PATH": try programs(bubblewrap: script)])
            let ending = try run.ending()
            XCTAssertEqual(ending.status, 4, ending.notes)
            XCTAssertTrue(ending.notes.contains("--web-sandbox require: "), ending.notes)
            XCTAssertTrue(ending.notes.contains(reason), ending.notes)
            XCTAssertEqual(ending.output, "")
            XCTAssertTrue(run.wait { run.members().isEmpty }, "no process is left")
        }
    }

    func testWP12AKioskShowsItAndTriesAgain() throws {
        let server = try PrivateXorg()
        defer { server.stop() }
        let run = try HostProcess(
            arguments + ["--kiosk"],
            environment: ["PATH": try programs(bubblewrap: "#!/bin/sh\nexit 1\n"), "DISPLAY": server.display])
        let line = "kiosk: out of service, code E1; it is tried again"
        XCTAssertTrue(run.wait { run.notesSoFar.components(separatedBy: line).count > 2 }, run.notesSoFar)
        XCTAssertEqual(try server.run("xdotool", ["search", "--onlyvisible", "--name", "."]), 0, "its screen is there")
        run.send(SIGTERM)
        XCTAssertEqual(try run.ending().status, 0, "it ended as it was asked")
    }
}
