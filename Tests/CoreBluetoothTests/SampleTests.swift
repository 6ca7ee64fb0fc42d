// An app's controller as it is written for iOS, in both language modes.
// SPDX-License-Identifier: Apache-2.0

import TransomTestSupport
import XCTest

@testable import BluetoothController
@testable import BluetoothController6

@MainActor
final class SampleTests: BluetoothTestCase {
    private var log: [String] = []
    private var monitored: [String] = []
    private var ready = 0

    /// The first packet of the wallet's exchange as an app sends it.
    private static let packet = "3f2323000000000000" + String(repeating: "00", count: 55)

    override func setUp() async throws {
        try await super.setUp()
        (log, monitored, ready) = ([], [], 0)
        try await startDaemon()
    }

    private func exchange(send: (String) -> Void, disconnect: () -> Void) async throws {
        try await eventually("it is ready") { self.ready == 1 }
        send(Self.packet)
        try await eventually("the features have come") { self.monitored.first?.hasPrefix("3f23230011") == true }
        try await tell("drop")
        try await eventually("it is ready again") { self.ready == 2 }
        monitored = []
        send(Self.packet)
        try await eventually("the features have come again") {
            self.monitored.first?.hasPrefix("3f23230011") == true
        }
        disconnect()
        try await eventually("it is disconnected") { self.log.last == "disconnected" }
        send(Self.packet)
        XCTAssertEqual(log, ["on", "found Touch 1A2B", "lost", "disconnected", "not connected"])
    }

    func testItWorksInSwift5() async throws {
        let controller = BluetoothController.WalletController()
        controller.onLog = { [weak self] in self?.log.append($0) }
        controller.onMonitor = { [weak self] in self?.monitored.append($0) }
        controller.onReady = { [weak self] in self?.ready += 1 }
        try await exchange(send: controller.send, disconnect: controller.disconnect)
    }

    func testItWorksInSwift6() async throws {
        let controller = BluetoothController6.WalletController()
        controller.onLog = { [weak self] in self?.log.append($0) }
        controller.onMonitor = { [weak self] in self?.monitored.append($0) }
        controller.onReady = { [weak self] in self?.ready += 1 }
        try await exchange(send: controller.send, disconnect: controller.disconnect)
    }
}
