// Talking with a peripheral.
// SPDX-License-Identifier: Apache-2.0

import CoreBluetooth
import Foundation
import TransomTestSupport
import XCTest

@MainActor
final class ExchangeTests: BluetoothTestCase {
    override func setUp() async throws {
        try await super.setUp()
        try await startDaemon()
    }

    func testEverythingThatAPeripheralHasIsDiscovered() async throws {
        let (manager, recorder) = try await poweredOn()
        let peripheral = try await find(manager, recorder)
        XCTAssertEqual(peripheral.state, .disconnected)
        recorder.clear()
        manager.connect(peripheral)
        XCTAssertEqual(peripheral.state, .connecting)
        // Asked before BlueZ has resolved the services.
        recorder.onEvent = { [weak recorder] in
            guard $0 == "connect" else { return }
            recorder?.onEvent = nil
            peripheral.discoverServices(nil)
        }
        try await eventually("its services are known") { recorder.has("services 1801,0001") }
        XCTAssertEqual(recorder.events, ["connect", "services 1801,0001"])
        XCTAssertEqual(peripheral.state, .connected)
        let services = try XCTUnwrap(peripheral.services)
        XCTAssertTrue(services.allSatisfy { $0.isPrimary && $0.peripheral === peripheral })
        let service = try XCTUnwrap(services.last)
        peripheral.discoverIncludedServices(nil, for: service)
        peripheral.discoverCharacteristics(nil, for: service)
        try await eventually("its characteristics are known") { recorder.has("characteristics 0002,0003") }
        XCTAssertTrue(recorder.has("included "))
        let characteristics = try XCTUnwrap(service.characteristics)
        XCTAssertEqual(characteristics[0].properties, [.write, .writeWithoutResponse])
        XCTAssertEqual(characteristics[1].properties, [.notify])
        XCTAssertTrue(characteristics[1].service === service)
        peripheral.discoverDescriptors(for: characteristics[1])
        try await eventually("its descriptors are known") { recorder.has("descriptors 2902") }
        let descriptor = try XCTUnwrap(characteristics[1].descriptors?.first)
        peripheral.readValue(for: descriptor)
        try await eventually("the descriptor is read") { recorder.has("descriptor 2902") }
        XCTAssertEqual(descriptor.value as? NSNumber, 0)
        peripheral.writeValue(Data([1, 0]), for: descriptor)
        try await eventually("the descriptor is refused") { recorder.has("write descriptor 2902 CBATTError.3") }
        // A second look finds the same objects.
        peripheral.discoverCharacteristics([Self.notifying], for: service)
        try await eventually("the second look is answered") { recorder.count("characteristics 0002,0003") == 2 }
        XCTAssertEqual(service.characteristics, characteristics)
    }

    func testAnAnswerComesAsNotificationsInOrder() async throws {
        let (_, recorder, wallet) = try await connectedWallet()
        XCTAssertTrue(wallet.notifying.isNotifying)
        XCTAssertEqual(wallet.peripheral.maximumWriteValueLength(for: .withoutResponse), 244)
        for type in [CBCharacteristicWriteType.withoutResponse, .withResponse] {
            recorder.clear()
            wallet.peripheral.writeValue(Self.initialize, for: wallet.writing, type: type)
            try await eventually("the features have come") { recorder.values["0003"]?.isEmpty == false }
            let value = try XCTUnwrap(recorder.values["0003"]?.first)
            XCTAssertEqual(value.prefix(5), Data([0x3f, 0x23, 0x23, 0, 0x11]))
            XCTAssertEqual(wallet.notifying.value, value)
            XCTAssertNil(wallet.writing.value)
        }
        try await eventually("the write is answered") { recorder.has("write 0002") }
    }

    func testEqualNotificationsInARowAreAllDelivered() async throws {
        let (_, recorder, wallet) = try await connectedWallet()
        try await tell(Array(repeating: "push:0102", count: 40).joined(separator: "\n"))
        try await tell("push:")
        try await eventually("all have come") { recorder.values["0003"]?.count == 41 }
        XCTAssertEqual(recorder.values["0003"]?.dropLast(), ArraySlice(Array(repeating: Data([1, 2]), count: 40)))
        XCTAssertEqual(recorder.values["0003"]?.last, Data())
        withExtendedLifetime(wallet) {}
    }

    func testManyWritesKeepTheirOrderAndAreAllAnswered() async throws {
        let (_, recorder, wallet) = try await connectedWallet()
        var taken = 0
        // Each ping is one packet, and is answered with its own text.
        func ping(_ index: Int) -> Data {
            let text = Array("\(index)".utf8)
            let head: [UInt8] = [0x3f, 0x23, 0x23, 0, 1, 0, 0, 0, UInt8(text.count + 2), 0x0a, UInt8(text.count)]
            return Data((head + text + [UInt8](repeating: 0, count: 64)).prefix(64))
        }
        XCTAssertTrue(wallet.peripheral.canSendWriteWithoutResponse)
        for index in 0..<200 {
            wallet.peripheral.writeValue(ping(index), for: wallet.writing, type: .withoutResponse) { error in
                XCTAssertNil(error)
                taken += 1
            }
        }
        XCTAssertFalse(wallet.peripheral.canSendWriteWithoutResponse)
        XCTAssertEqual(taken, 0)
        try await eventually("all are answered") { recorder.values["0003"]?.count == 200 }
        try await eventually("all were taken") { taken == 200 }
        let texts = recorder.values["0003"]?.map { String(decoding: $0.dropFirst(11), as: UTF8.self) }
        XCTAssertEqual(texts, (0..<200).map { "\($0)" })
        try await eventually("there is room") { recorder.has("ready") }
        XCTAssertTrue(wallet.peripheral.canSendWriteWithoutResponse)
        for index in 0..<20 { wallet.peripheral.writeValue(ping(index), for: wallet.writing, type: .withResponse) }
        try await eventually("all requests are answered") { recorder.count("write 0002") == 20 }
        XCTAssertFalse(recorder.events.contains { $0.hasPrefix("write 0002 ") })
    }

    func testWhatCannotBeDoneIsAnsweredWithApplesCodes() async throws {
        let (_, recorder, wallet) = try await connectedWallet()
        let peripheral = wallet.peripheral
        peripheral.readValue(for: wallet.writing)
        try await eventually("the read is refused") { recorder.has("value 0002 CBATTError.2") }
        peripheral.setNotifyValue(true, for: wallet.writing)
        try await eventually("the subscription is refused") { recorder.has("notify 0002 false CBATTError.6") }
        peripheral.writeValue(Data(repeating: 0, count: 245), for: wallet.writing, type: .withResponse)
        try await eventually("the length is refused") { recorder.has("write 0002 CBATTError.13") }
        var refused: (any Error)?
        peripheral.writeValue(Data(repeating: 0, count: 245), for: wallet.writing, type: .withoutResponse) {
            refused = $0
        }
        try await eventually("the length is refused") { refused != nil }
        XCTAssertEqual(
            (refused as? CBATTError)?.errorDescription,
            "The value has a length that is not right: 245 bytes were given, and 244 fit into one write")
        peripheral.openL2CAPChannel(0x80)
        try await eventually("the channel is refused") { recorder.has("channel CBError.operationNotSupported") }
        peripheral.writeValue(Data(), for: wallet.writing, type: .withResponse)
        try await eventually("an empty value is written") { recorder.has("write 0002") }
    }

    func testNotificationsAreTurnedOff() async throws {
        let (_, recorder, wallet) = try await connectedWallet()
        wallet.peripheral.setNotifyValue(false, for: wallet.notifying)
        try await eventually("they are off") { recorder.has("notify 0003 false") }
        wallet.peripheral.setNotifyValue(false, for: wallet.notifying)
        try await eventually("they are off once more") { recorder.count("notify 0003 false") == 2 }
        try await tell("push:0102")
        try await subscribe(wallet, recorder)
        try await tell("push:03")
        try await eventually("a value has come") { recorder.values["0003"] != nil }
        XCTAssertEqual(recorder.values["0003"], [Data([3])])
    }

    func testAReadOfACharacteristicThatNotifiesIsToldOnce() async throws {
        let (_, recorder, wallet) = try await connectedWallet()
        wallet.peripheral.readValue(for: wallet.notifying)
        wallet.peripheral.writeValue(Data(), for: wallet.writing, type: .withResponse)
        try await eventually("the next request is answered") { recorder.has("write 0002") }
        XCTAssertEqual(recorder.values["0003"], [Data()])
    }

    func testAConnectionIsEndedAndMadeAgain() async throws {
        let (manager, recorder, wallet) = try await connectedWallet()
        manager.cancelPeripheralConnection(wallet.peripheral)
        XCTAssertEqual(wallet.peripheral.state, .disconnecting)
        manager.cancelPeripheralConnection(wallet.peripheral)
        try await eventually("it is disconnected") { recorder.has("disconnect") }
        XCTAssertEqual(recorder.events, ["disconnect"])
        XCTAssertEqual(wallet.peripheral.state, .disconnected)
        XCTAssertNil(wallet.peripheral.services)
        XCTAssertFalse(wallet.notifying.isNotifying)
        // What is of the connection before is no use any more.
        wallet.peripheral.writeValue(Data([1]), for: wallet.writing, type: .withResponse)
        try await eventually("the write is refused") { recorder.has("write 0002 CBError.notConnected") }
        let again = try await connect(manager, recorder, wallet.peripheral)
        wallet.peripheral.writeValue(Data([1]), for: wallet.writing, type: .withResponse)
        try await eventually("the old characteristic is refused") {
            recorder.has("write 0002 CBError.invalidHandle")
        }
        try await subscribe(again, recorder)
        again.peripheral.writeValue(Self.initialize, for: again.writing, type: .withoutResponse)
        try await eventually("the features have come") { recorder.values["0003"]?.isEmpty == false }
        // Connecting while it is connected is told at once, and cancelling while it is not is told not at all.
        recorder.clear()
        manager.connect(again.peripheral)
        try await eventually("it is told") { recorder.events == ["connect"] }
    }

    func testAConnectionThatIsWantedWhileItEndsIsMadeAgain() async throws {
        let (manager, recorder, wallet) = try await connectedWallet()
        manager.cancelPeripheralConnection(wallet.peripheral)
        manager.connect(wallet.peripheral)
        try await eventually("it is connected again") { recorder.has("connect") }
        XCTAssertEqual(recorder.events, ["disconnect", "connect"])
    }

    func testAManagerThatGoesEndsItsConnectionsAndAnswersWhatIsPending() async throws {
        var own: (CBCentralManager, Recorder, Wallet)? = try await connectedWallet(isKept: false)
        weak let peripheral = own?.2.peripheral
        let told = try XCTUnwrap(own?.1)
        let (other, recorder) = try await poweredOn()
        XCTAssertEqual(other.retrieveConnectedPeripherals(withServices: [Self.service]).count, 1)
        other.registerForConnectionEvents(options: [.serviceUUIDs: [Self.service]])
        try await tell("stall:1")
        if let wallet = own?.2 {
            wallet.peripheral.writeValue(Data([1]), for: wallet.writing, type: .withResponse)
            wallet.peripheral.discoverServices([CBUUID(string: "1234")])
        }
        XCTAssertNotNil(peripheral)
        own = nil
        XCTAssertTrue(told.has("write 0002 CBError.operationCancelled"), "\(told.events)")
        try await eventually("the link is down") { recorder.has("event peerDisconnected") }
        try await eventually("nothing keeps the peripheral") { peripheral == nil }
    }
}
