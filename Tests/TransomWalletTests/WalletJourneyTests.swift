// A wallet over Bluetooth without a page, which also passes with bluetoothd itself.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomDBus
import TransomShell
import TransomTestSupport
import TransomVendors
import XCTest

@testable import TransomSandbox
@testable import TransomWallet

/// A wallet over Bluetooth without a page.
///
/// With `TRANSOM_BLUETOOTH_CONTROL` set, to the pipe of a wallet in reach, it uses the machine's own BlueZ: that is how
/// `scripts/test --bluetooth-vm` runs it in a virtual machine with a virtual radio. It needs no display.
@MainActor
final class WalletJourneyTests: XCTestCase {
    private var simulated: SimulatedBluetooth?

    override func tearDown() async throws {
        simulated?.stop()
        simulated = nil
    }

    private func drop() throws {
        guard let pipe = ProcessInfo.processInfo.environment["TRANSOM_BLUETOOTH_CONTROL"] else {
            simulated?.inject(.drop)
            return
        }
        let handle = try XCTUnwrap(FileHandle(forWritingAtPath: pipe))
        try handle.write(contentsOf: Data("drop\n".utf8))
        try handle.close()
    }

    func testAWalletIsFoundUsedLostAndUsedAgain() async throws {
        var bus = DBusAddress.system
        if ProcessInfo.processInfo.environment["TRANSOM_BLUETOOTH_CONTROL"] == nil {
            var settings = SimulatedBluetooth.Settings()
            settings.isFast = true
            let bluetooth = try await SimulatedBluetooth.start(settings)
            simulated = bluetooth
            bus = .address(bluetooth.address)
        }
        let capability = try UKeyIntegration(IntegrationOptions()).declaration.capabilities.first
        let settings = try XCTUnwrap(WalletSettings(try XCTUnwrap(capability).settings))
        let radio = BluetoothRadio(settings, bus: bus)
        let controller = WalletController(
            radio: radio, scheduler: MainLoopScheduler(), limits: .standard, scan: settings.scan)
        var heard: [UInt8] = []
        var losses: [String] = []
        controller.onNotification = { heard += $0 }
        controller.onLoss = { losses.append($1.code) }
        radio.begin()
        let devices = try await answer { controller.enumerate($0) }
        let device = try XCTUnwrap(devices.first)
        XCTAssertEqual(device.name, "Touch 1A2B")
        for round in 1...2 {
            try await answer { controller.connect(device.id, $0) }
            heard = []
            for packet in TestFrames.initialize {
                try await answer { controller.send(device.id, packet, withResponse: false, $0) }
            }
            try await eventually("the features") { heard.starts(with: [0x3F, 0x23, 0x23, 0, 17]) && heard.count > 200 }
            guard round == 1 else { break }
            try drop()
            try await eventually("the loss") { losses == ["device_lost"] }
        }
        let wasConnected = try await answer { controller.disconnect(device.id, $0) }
        XCTAssertTrue(wasConnected)
        XCTAssertEqual(controller.link, .idle)
        radio.end()
    }

    @discardableResult
    private func answer<Value>(
        _ start: (@escaping (Result<Value, WalletFault>) -> Void) -> Void
    ) async throws -> Value {
        var result: Result<Value, WalletFault>?
        start { result = $0 }
        // A radio in an emulated machine takes its time.
        let deadline = ContinuousClock.now + .seconds(90)
        while result == nil, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(5)) }
        return try XCTUnwrap(result).get()
    }

    private enum TestFrames {
        /// `Initialize`, in one packet.
        static let initialize = [[0x3F, 0x23, 0x23] + [UInt8](repeating: 0, count: 61)]
    }
}
