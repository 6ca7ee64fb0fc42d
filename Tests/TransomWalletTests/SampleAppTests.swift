// An app in the style of the vendor's for iOS, run as it is.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomSandbox
import TransomTestSupport
import XCTest

/// Runs the sample app from a folder of its own, with or without its page beside it.
@MainActor
final class SampleAppTests: XCTestCase {
    private var folder = URL(fileURLWithPath: "/")
    private var process: Process?
    private var output: URL { folder.appending(path: "output.txt") }

    override func setUp() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "transom-app-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let bundle = URL(filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        try FileManager.default.copyItem(
            at: bundle.deletingLastPathComponent().appending(path: "UKeyApp"), to: folder.appending(path: "UKeyApp"))
        try Data().write(to: output)
    }

    override func tearDown() async throws {
        if let process, process.isRunning {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        process = nil
        try? FileManager.default.removeItem(at: folder)
    }

    private func addPage() throws {
        let web = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Samples/UKeyApp/web")
        try FileManager.default.copyItem(at: web, to: folder.appending(path: "web"))
    }

    private func run(bus: String) throws {
        let process = Process()
        process.executableURL = folder.appending(path: "UKeyApp")
        process.currentDirectoryURL = URL(filePath: "/")
        var environment = ProcessInfo.processInfo.environment
        environment["DBUS_SYSTEM_BUS_ADDRESS"] = bus
        environment["HOME"] = folder.path
        environment["XDG_DATA_HOME"] = nil
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.process = process
    }

    private var lines: [String] {
        ((try? String(contentsOf: output, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
    }

    private func eventuallyWritten(_ line: String) async throws {
        try await eventually("the line \(line)") { self.lines.contains { $0.hasPrefix(line) } }
    }

    func testItsPageBesideTheExecutableReadsTheWallet() async throws {
        let bluetooth = try await SimulatedBluetooth.start(
            {
                var settings = SimulatedBluetooth.Settings()
                settings.isFast = true
                return settings
            }())
        defer { bluetooth.stop() }
        try addPage()
        try run(bus: bluetooth.address)
        for line in [
            "loaded index.html", "bluetooth on", "title found Touch 1A2B", "title message 17", "disconnected",
            "title done",
        ] {
            try await eventuallyWritten(line)
        }
        XCTAssertFalse(lines.contains { $0.hasPrefix("failed") }, "\(lines)")
    }

    func testAPageThatIsNotThereFailsWithItsPath() async throws {
        try run(bus: "unix:path=\(folder.path)/no-bus")
        try await eventuallyWritten("failed")
        let failure = lines.first { $0.hasPrefix("failed") } ?? ""
        XCTAssertTrue(failure.contains(folder.path + "/web/web_dist/index.html"), failure)
    }
}
