// What plays BlueZ behaves as bluetoothd was recorded.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

@MainActor
final class ContractTests: BluetoothTestCase {
    func testTheDaemonOfTheTestsBehavesAsBluetoothd() async throws {
        try await startDaemon()
        let output = FileManager.default.temporaryDirectory.appendingPathComponent("transom-test-\(getpid())-contract")
        XCTAssertTrue(FileManager.default.createFile(atPath: output.path, contents: nil))
        defer { try? FileManager.default.removeItem(at: output) }
        let probe = try script(
            "contract.py", ["--ctl", control, "--fast", "--compare", "recorded-bluez-5.66.txt"])
        let file = try FileHandle(forWritingTo: output)
        probe.standardOutput = file
        probe.standardError = file
        let status = try await withCheckedThrowingContinuation { continuation in
            probe.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try probe.run() } catch { continuation.resume(throwing: error) }
        }
        let text = try String(contentsOf: output, encoding: .utf8)
        XCTAssertEqual(status, 0, text)
    }
}
