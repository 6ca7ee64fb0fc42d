// The rows CL of the fault cases that need a process of their own, by id.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

final class CommandLineFaultTests: XCTestCase {
    func testCL02HelpAndVersionNeedNoDisplay() throws {
        for arguments in [["--help"], ["--version"], ["help", "run"], ["run", "--help"]] {
            let ending = try HostProcess(arguments).ending()
            XCTAssertEqual(ending.status, 0, ending.notes)
            XCTAssertFalse(ending.output.isEmpty)
            XCTAssertEqual(ending.notes, "")
        }
    }

    func testCL06LongAndManyArgumentsAreWrongUsage() throws {
        let long = String(repeating: "a", count: 131_000)
        for arguments in [[long], ["run", long], ["run", "hubble", "--param", long], ["run", "hubble", "--" + long]] {
            XCTAssertEqual(try HostProcess(arguments).ending().status, 2)
        }
        let many = ["run", "hubble"] + (0..<10_000).map { "extra\($0)" }
        XCTAssertEqual(try HostProcess(many).ending().status, 2)
    }

    func testCL06BytesThatAreNoUTF8AreWrongUsage() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "exec \"$0\" run \"$(printf '\\377\\376')\"", HostProcess.executable.path]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        XCTAssertEqual(process.terminationReason, .exit)
        XCTAssertEqual(process.terminationStatus, 2)
    }

    func testCL10ManySignalsAreOneEnd() throws {
        let host = try HostProcess([
            "run", "hubble", "--headless", "--web-sandbox", "auto", "--timeout", "120",
        ])
        XCTAssertTrue(host.wait { host.outputSoFar.contains("hubble.app_ready") })
        for number in 0..<100 { host.send([SIGTERM, SIGINT, SIGHUP][number % 3]) }
        let ending = try host.ending()
        XCTAssertEqual(ending.status, 0, ending.notes)
        XCTAssertEqual(ending.types.count { $0 == "transom.session.ended" }, 1)
        XCTAssertEqual(ending.types.last, "transom.session.ended")
        XCTAssertTrue(host.wait { host.members().isEmpty }, "its children are gone")
    }

    func testCL12ARuntimeFolderThatIsOpenToOthersIsNotUsed() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tr-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            at: folder.appending(path: "transom"), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o777])
        defer { try? FileManager.default.removeItem(at: folder) }
        let ending = try HostProcess(
            [
                "run", "hubble", "--headless", "--web-sandbox", "auto", "--play", "purchase", "--until",
                "hubble.app_ready", "--timeout", "60",
            ], environment: ["XDG_RUNTIME_DIR": folder.path]
        ).ending()
        XCTAssertEqual(ending.status, 0, ending.notes)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "transom").path)
        XCTAssertEqual(left, [])
    }
}
