// Following another service's objects.
// SPDX-License-Identifier: Apache-2.0

import TransomDBus
import TransomTestSupport
import XCTest

@MainActor
final class DBusObjectMirrorTests: BusTestCase {
    private static let interface = "org.example.Thing"
    private var server: DBusConnection?
    private var client: DBusConnection?
    private var tree: DBusObjectTree?
    private var ownedName: DBusOwnedName?
    private var mirror: DBusObjectMirror?
    private var changes: [DBusObjectMirror.Change] = []

    override func setUp() async throws {
        try await super.setUp()
        let server = try await connect()
        self.server = server
        tree = try DBusObjectTree(server)
        client = try await connect()
    }

    override func tearDown() async throws {
        mirror = nil
        ownedName = nil
        tree = nil
        server = nil
        client = nil
        changes = []
        try await super.tearDown()
    }

    private func own() async throws {
        ownedName = try await DBusOwnedName.own("org.example.Service", on: try XCTUnwrap(server))
    }

    private func follow() throws {
        mirror = DBusObjectMirror(try XCTUnwrap(client), name: "org.example.Service") { [weak self] change in
            self?.changes.append(change)
        }
    }

    private func object(_ path: ObjectPath, _ properties: [String: DBusValue]) throws -> DBusExportedInterface {
        let interface = try thing()
        interface.properties = properties
        try tree?.add(path, [interface])
        return interface
    }

    func testWhatIsThereAndWhatChangesIsMirrored() async throws {
        let first = try object("/a", ["Name": .string("one"), "Level": .int16(1)])
        try await own()
        try follow()
        try await eventually("the objects are known") { self.changes == [.loaded] }
        XCTAssertEqual(mirror?.value("/a", Self.interface, "Name"), .string("one"))
        XCTAssertNil(mirror?.value("/a", Self.interface, "Other"))
        XCTAssertNil(mirror?.value("/b", Self.interface, "Name"))

        first.change(["Name": .string("two")], invalidated: ["Level"])
        _ = try object("/a/b", ["Name": .string("child")])
        tree?.remove("/a")
        try await eventually("three changes have come") { self.changes.count == 4 }
        XCTAssertEqual(
            changes[1], .changed("/a", interface: Self.interface, ["Name": .string("two")], invalidated: ["Level"]))
        guard case .added("/a/b", let added) = changes[2] else { return XCTFail("\(changes[2])") }
        XCTAssertEqual(added[Self.interface], ["Name": .string("child")])
        guard case .removed("/a", let removed) = changes[3] else { return XCTFail("\(changes[3])") }
        XCTAssertEqual(removed[Self.interface], ["Name": .string("two")])
        XCTAssertEqual(mirror?.objects.keys.sorted(), ["/a/b"])
    }

    func testEqualValuesInARowAreAllReported() async throws {
        let first = try object("/a", [:])
        try await own()
        try follow()
        try await eventually("the objects are known") { self.changes == [.loaded] }
        for _ in 0..<500 { first.change(["Name": .string("same")]) }
        try await eventually("all have come") { self.changes.count == 501 }
    }

    func testAServiceThatComesGoesAndComesBack() async throws {
        try follow()
        try await eventually("nobody is there") { self.changes == [.vanished] }
        _ = try object("/a", ["Name": .string("one")])
        try await own()
        try await eventually("it is there") { self.changes == [.vanished, .loaded] }
        XCTAssertEqual(mirror?.owner, server?.uniqueName)
        ownedName = nil
        try await eventually("it is gone") { self.changes == [.vanished, .loaded, .vanished] }
        XCTAssertEqual(mirror?.objects, [:])
        XCTAssertNil(mirror?.owner)
        try await own()
        try await eventually("it is back") { self.changes == [.vanished, .loaded, .vanished, .loaded] }
        XCTAssertEqual(mirror?.value("/a", Self.interface, "Name"), .string("one"))
    }

    func testOnlyTheOwnerIsBelieved() async throws {
        let first = try object("/a", ["Name": .string("one")])
        try await own()
        try follow()
        try await eventually("the objects are known") { self.changes == [.loaded] }
        let stranger = try await connect()
        let impostor = try thing()
        impostor.properties = ["Name": .string("forged")]
        try impostor.export(on: stranger, at: "/a")
        impostor.change(["Name": .string("forged")])
        stranger.emit(
            "/", "org.freedesktop.DBus.ObjectManager", "InterfacesRemoved",
            [.objectPath("/a"), .strings([Self.interface])])
        try await stranger.call(
            DBusCall("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId"))
        first.change(["Name": .string("two")])
        try await eventually("the true change has come") { self.changes.count >= 2 }
        XCTAssertEqual(
            changes, [.loaded, .changed("/a", interface: Self.interface, ["Name": .string("two")], invalidated: [])])
    }

    func testWhatTheServiceDidNotTellIsSeenAfterAReload() async throws {
        let first = try object("/a", ["Level": .int16(23)])
        try await own()
        try follow()
        try await eventually("the objects are known") { self.changes == [.loaded] }
        first.properties["Level"] = .int16(247)
        var outcome: [DBusError?] = []
        mirror?.reload { outcome.append($0) }
        try await eventually("it is reloaded") { outcome == [nil] }
        XCTAssertEqual(mirror?.value("/a", Self.interface, "Level"), .int16(247))
    }

    func testAServiceWithoutAnObjectManagerIsAFailure() async throws {
        tree = nil
        try await own()
        try follow()
        try await eventually("the failure has come") { !self.changes.isEmpty }
        guard case .failed(let error) = changes[0] else { return XCTFail("\(changes)") }
        XCTAssertTrue(error.isMissingObject, "\(error)")
    }
}
