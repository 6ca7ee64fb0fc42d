// Peripherals that want to be paired.
// SPDX-License-Identifier: Apache-2.0

import CoreBluetooth
import Foundation
import TransomDBus
import TransomTestSupport
import XCTest

@MainActor
final class PairingTests: BluetoothTestCase {
    private var requests: [PairingRequest] = []
    private var cancelled = 0

    override func setUp() async throws {
        try await super.setUp()
        try await startDaemon(["--fast", "--secure", "123456"])
    }

    override func tearDown() async throws {
        requests = []
        cancelled = 0
        try await super.tearDown()
    }

    /// Connects, with a host that keeps what is asked.
    private func connected() async throws -> (CBCentralManager, Recorder, Wallet) {
        BluetoothHost.current.onPairing = { [weak self] request in
            request.onCancel = { self?.cancelled += 1 }
            self?.requests.append(request)
        }
        let (manager, recorder) = try await poweredOn()
        let peripheral = try await find(manager, recorder)
        return (manager, recorder, try await connect(manager, recorder, peripheral))
    }

    func testASubscriptionAsksForThePasskeyAndThenSucceeds() async throws {
        let (manager, recorder, wallet) = try await connected()
        XCTAssertFalse(wallet.peripheral.isPaired)
        wallet.peripheral.setNotifyValue(true, for: wallet.notifying)
        try await eventually("the passkey is asked for") { !self.requests.isEmpty }
        XCTAssertEqual(requests[0].kind, .passkey)
        XCTAssertEqual(requests[0].name, "Touch 1A2B")
        XCTAssertEqual(requests[0].identifier, wallet.peripheral.identifier)
        XCTAssertEqual(recorder.events, [])
        requests[0].answer(passkey: 123_456)
        try await eventually("notifications are on") { recorder.has("notify 0003 true") }
        XCTAssertTrue(wallet.peripheral.isPaired)
        // Nothing is asked again, also not in the next connection.
        manager.cancelPeripheralConnection(wallet.peripheral)
        try await eventually("it is disconnected") { recorder.has("disconnect") }
        let again = try await connect(manager, recorder, wallet.peripheral)
        try await subscribe(again, recorder)
        var outcome: [String] = []
        again.peripheral.pair { outcome.append("\(String(describing: $0))") }
        try await eventually("pairing is done already") { outcome == ["nil"] }
        XCTAssertEqual(requests.count, 1)
    }

    func testPairingFirstSucceeds() async throws {
        let (_, _, wallet) = try await connected()
        var outcome: [String] = []
        wallet.peripheral.pair { outcome.append("\(String(describing: $0))") }
        try await eventually("the passkey is asked for") { !self.requests.isEmpty }
        requests[0].answer(passkey: 123_456)
        try await eventually("it is paired") { outcome == ["nil"] }
        XCTAssertTrue(wallet.peripheral.isPaired)
    }

    func testAWrongPasskeyIsAnErrorAndTheEndOfTheLink() async throws {
        let (_, recorder, wallet) = try await connected()
        wallet.peripheral.setNotifyValue(true, for: wallet.notifying)
        try await eventually("the passkey is asked for") { !self.requests.isEmpty }
        requests[0].answer(passkey: 654_321)
        try await eventually("the end is told") { recorder.has("disconnect CBError.peripheralDisconnected") }
        XCTAssertEqual(
            recorder.events, ["notify 0003 false CBATTError.5", "disconnect CBError.peripheralDisconnected"])
        XCTAssertFalse(wallet.peripheral.isPaired)
    }

    func testARefusalIsInsufficientAuthentication() async throws {
        for refuse in [
            { (request: PairingRequest) in request.reject() }, { $0.answer(passkey: 1_000_000) }, { $0.confirm() },
            { $0.answer(pinCode: "123456") },
        ] {
            let (manager, recorder, wallet) = try await connected()
            var outcome: [CBATTError?] = []
            wallet.peripheral.pair { outcome.append($0 as? CBATTError) }
            try await eventually("the passkey is asked for") { !self.requests.isEmpty }
            refuse(requests[0])
            try await eventually("it is refused") { !outcome.isEmpty }
            XCTAssertEqual(outcome, [CBATTError(.insufficientAuthentication)])
            manager.cancelPeripheralConnection(wallet.peripheral)
            try await eventually("it is disconnected") { recorder.has("disconnect") }
            requests = []
        }
    }

    func testAQuestionThatIsForgottenIsARefusal() async throws {
        let (_, _, wallet) = try await connected()
        BluetoothHost.current.onPairing = nil
        var outcome: [CBATTError?] = []
        wallet.peripheral.pair { outcome.append($0 as? CBATTError) }
        try await eventually("the passkey is asked for") { !self.requests.isEmpty }
        requests = []
        try await eventually("it is refused") { !outcome.isEmpty }
        XCTAssertEqual(outcome, [CBATTError(.insufficientAuthentication)])
    }

    func testALinkThatDropsCancelsTheQuestion() async throws {
        let (_, recorder, wallet) = try await connected()
        wallet.peripheral.setNotifyValue(true, for: wallet.notifying)
        try await eventually("the passkey is asked for") { !self.requests.isEmpty }
        try await tell("drop")
        try await eventually("the question is over") { self.cancelled == 1 }
        try await eventually("the end is told") { recorder.has("disconnect CBError.peripheralDisconnected") }
        XCTAssertEqual(recorder.events.count, 2, "\(recorder.events)")
        requests[0].answer(passkey: 123_456)
    }

    func testPairingIsCancelled() async throws {
        let (_, _, wallet) = try await connected()
        var outcome: [CBError?] = []
        wallet.peripheral.pair { outcome.append($0 as? CBError) }
        try await eventually("the passkey is asked for") { !self.requests.isEmpty }
        wallet.peripheral.cancelPairing()
        try await eventually("it has ended") { !outcome.isEmpty }
        XCTAssertEqual(outcome, [CBError(.operationCancelled)])
        try await eventually("the question is over") { self.cancelled == 1 }
    }

    func testADaemonThatDiesCancelsTheQuestion() async throws {
        let (_, _, wallet) = try await connected()
        wallet.peripheral.pair { _ in }
        try await eventually("the passkey is asked for") { !self.requests.isEmpty }
        stopDaemon()
        try await eventually("the question is over") { self.cancelled == 1 }
    }

    func testWithoutAHostToAskItIsInsufficientAuthentication() async throws {
        let (manager, recorder) = try await poweredOn()
        let peripheral = try await find(manager, recorder)
        let wallet = try await connect(manager, recorder, peripheral)
        wallet.peripheral.setNotifyValue(true, for: wallet.notifying)
        try await eventually("it is refused") { recorder.has("notify 0003 false CBATTError.5") }
    }

    func testOnlyBlueZMayAsk() async throws {
        let (_, _, wallet) = try await connected()
        let stranger = try await connection()
        let names =
            try await stranger.call(
                DBusCall("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames")
            ).first?.asStrings ?? []
        var refusals = 0
        for name in names where name.hasPrefix(":") {
            do throws(DBusError) {
                try await stranger.call(
                    DBusCall(
                        name, "/org/transom/agent", "org.bluez.Agent1", "RequestPasskey",
                        [.objectPath("/org/bluez/hci0")], deadline: .seconds(5)))
                XCTFail("a stranger was answered")
            } catch {
                if error.isAccessDenied { refusals += 1 }
            }
        }
        XCTAssertEqual(refusals, 1)
        XCTAssertEqual(requests.count, 0)
        withExtendedLifetime(wallet) {}
    }
}
