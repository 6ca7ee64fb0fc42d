// Objects of our own on a bus.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomDBus
import TransomTestSupport
import XCTest

@MainActor
final class DBusExportTests: BusTestCase {
    private var server: DBusConnection?
    private var client: DBusConnection?
    private var exported: DBusExportedInterface?

    override func setUp() async throws {
        try await super.setUp()
        let server = try await connect()
        let thing = try thing()
        thing.properties = ["Name": .string("first")]
        try thing.export(on: server, at: "/thing")
        self.server = server
        client = try await connect()
        exported = thing
    }

    override func tearDown() async throws {
        exported = nil
        server = nil
        client = nil
        try await super.tearDown()
    }

    private func call(
        _ method: String, _ arguments: [DBusValue] = [], interface: String = "org.example.Thing"
    ) async throws(DBusError) -> [DBusValue] {
        guard let client, let server else { throw .closed }
        return try await client.call(DBusCall(server.uniqueName, "/thing", interface, method, arguments))
    }

    private func properties(_ method: String, _ arguments: [DBusValue]) async throws(DBusError) -> [DBusValue] {
        try await call(method, [.string("org.example.Thing")] + arguments, interface: "org.freedesktop.DBus.Properties")
    }

    func testACallIsAnswered() async throws {
        exported?.onCall = { call in
            XCTAssertEqual(call.path, "/thing")
            call.reply(call.arguments)
            XCTAssertTrue(call.isAnswered)
            call.fail("org.example.Error", "a second answer is ignored")
        }
        let values = try await call("Echo", [.string("é"), .bytes([1, 2])])
        XCTAssertEqual(values, [.string("é"), .bytes([1, 2])])
    }

    func testAnErrorHasItsNameAndText() async throws {
        exported?.onCall = { $0.fail("org.bluez.Error.Failed", "Not connected") }
        let error = await failure { () async throws(DBusError) in _ = try await call("Fail") }
        XCTAssertEqual(error, .remote(name: "org.bluez.Error.Failed", message: "Not connected"))
        XCTAssertEqual(error?.description, "Not connected (org.bluez.Error.Failed)")
    }

    func testAForgottenCallIsAnsweredWithAnError() async throws {
        exported?.onCall = { _ in }
        let error = await failure { () async throws(DBusError) in _ = try await call("Wait") }
        XCTAssertEqual(error?.remoteName, "org.freedesktop.DBus.Error.NoReply")
    }

    func testCallsOfWrongTypesAndNamesDoNotArrive() async throws {
        var arrived = 0
        exported?.onCall = {
            arrived += 1
            $0.reply()
        }
        let wrong = await failure { () async throws(DBusError) in _ = try await call("Wait", [.byte(1)]) }
        XCTAssertEqual(wrong?.remoteName, "org.freedesktop.DBus.Error.InvalidArgs")
        let unknown = await failure { () async throws(DBusError) in _ = try await call("Unknown") }
        XCTAssertEqual(unknown?.isMissingObject, true)
        exported?.unexport()
        let gone = await failure { () async throws(DBusError) in _ = try await call("Wait") }
        XCTAssertEqual(gone?.isMissingObject, true)
        XCTAssertEqual(arrived, 0)
    }

    func testPropertiesAreReadSetAndRefused() async throws {
        exported?.onSet = { [weak exported] name, value, call in
            guard value != .string("no") else { return call.fail("org.bluez.Error.NotReady", "Resource Not Ready") }
            exported?.change([name: value])
            call.reply()
        }
        let name = try await properties("Get", [.string("Name")])
        XCTAssertEqual(name, [.variant(.string("first"))])
        let absent = await failure { () async throws(DBusError) in _ = try await properties("Get", [.string("Level")]) }
        XCTAssertEqual(absent?.remoteName, "org.freedesktop.DBus.Error.InvalidArgs")
        _ = try await properties("Set", [.string("Name"), .variant(.string("second"))])
        let all = try await properties("GetAll", [])
        XCTAssertEqual(all, [.properties(["Name": .string("second")])])
        let refused = await failure { () async throws(DBusError) in
            _ = try await properties("Set", [.string("Name"), .variant(.string("no"))])
        }
        XCTAssertEqual(refused?.remoteName, "org.bluez.Error.NotReady")
        for (name, value) in [("Level", DBusValue.int16(1)), ("Name", .byte(1)), ("Other", .byte(1))] {
            let error = await failure { () async throws(DBusError) in
                _ = try await properties("Set", [.string(name), .variant(value)])
            }
            XCTAssertEqual(error?.remoteName, "org.freedesktop.DBus.Error.InvalidArgs", name)
        }
    }

    func testADescriptorIsHandedOverAndClosed() async throws {
        var pipe: [Int32] = [-1, -1]
        XCTAssertEqual(Glibc.pipe(&pipe), 0)
        let (reading, writing) = (pipe[0], pipe[1])
        exported?.onCall = {
            $0.reply([.unixFD(0)], descriptors: [writing])
            close(writing)
        }
        var reply: DBusReply?
        let server = try XCTUnwrap(server)
        client?.call(DBusCall(server.uniqueName, "/thing", "org.example.Thing", "Open")) { reply = try? $0.get() }
        try await eventually("the answer is here") { reply != nil }
        XCTAssertEqual(reply?.values, [.unixFD(0)])
        let descriptor = try XCTUnwrap(reply?.descriptors.take(0))
        XCTAssertNil(reply?.descriptors.take(0))
        XCTAssertNil(reply?.descriptors.take(7))
        XCTAssertEqual(write(descriptor, "x", 1), 1)
        close(descriptor)
        reply = nil
        // The last writer is gone when the reader sees the end: nothing has kept a duplicate.
        try await eventually("the pipe has ended") {
            var poll = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
            var bytes = [UInt8](repeating: 0, count: 8)
            guard Glibc.poll(&poll, 1, 0) == 1 else { return false }
            return read(reading, &bytes, 8) == 0
        }
        close(reading)
    }

    func testAnInterfaceIsThereOnce() async throws {
        let server = try XCTUnwrap(server)
        let second = try thing()
        XCTAssertThrowsError(try second.export(on: server, at: "/thing"))
        XCTAssertFalse(second.isExported)
        try second.export(on: server, at: "/thing/two")
        XCTAssertEqual(second.path, "/thing/two")
    }

    func testAWrongIntrospectionTextIsSaid() async throws {
        for text in ["", "<node>", "<node><interface/></node>"] {
            XCTAssertThrowsError(try DBusInterfaceDescription.read(text), text) {
                guard case .invalidDescription = $0 as? DBusError else { return XCTFail("\($0)") }
            }
        }
    }
}
