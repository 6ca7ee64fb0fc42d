// Connections, calls and signals.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomDBus
import TransomTestSupport
import XCTest

@MainActor
final class DBusConnectionTests: BusTestCase {
    private func busCall(_ method: String, _ arguments: [DBusValue] = [], reply: String? = nil) -> DBusCall {
        DBusCall(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method, arguments, reply: reply)
    }

    func testTheBusAnswersACall() async throws {
        let connection = try await connect()
        XCTAssertTrue(connection.uniqueName.hasPrefix(":"))
        let values = try await connection.call(
            busCall("GetNameOwner", [.string(connection.uniqueName)], reply: "s"))
        XCTAssertEqual(values, [.string(connection.uniqueName)])
    }

    func testAnAnswerOfOtherTypesIsAnError() async throws {
        let connection = try await connect()
        let error = await failure { () async throws(DBusError) in
            try await connection.call(busCall("GetId", reply: "u"))
        }
        XCTAssertEqual(error, .wrongSignature("org.freedesktop.DBus.GetId", expected: "u", given: "s"))
    }

    func testANameThatNobodyOwnsIsAMissingService() async throws {
        let connection = try await connect()
        let error = await failure { () async throws(DBusError) in
            try await connection.call(DBusCall("org.example.Nobody", "/", "org.example.A", "B"))
        }
        XCTAssertEqual(error?.isMissingService, true, "\(String(describing: error))")
        XCTAssertEqual(error?.isMissingObject, false)
        XCTAssertEqual(error?.isAccessDenied, false)
    }

    func testTheBusPolicyDenies() async throws {
        let strict = try PrivateBus(refusing: ["org.bluez"])
        let owner = try await DBusConnection.connect(to: .address(strict.address))
        let name = try await DBusOwnedName.own("org.bluez", on: owner)
        let connection = try await DBusConnection.connect(to: .address(strict.address))
        let error = await failure { () async throws(DBusError) in
            try await connection.call(DBusCall(name.name, "/", "org.example.A", "B"))
        }
        XCTAssertEqual(error?.isAccessDenied, true, "\(String(describing: error))")
    }

    func testABusThatIsNotThereIsSaid() async throws {
        let error = await failure { () async throws(DBusError) in
            _ = try await DBusConnection.connect(to: .address("unix:path=/nowhere/bus"))
        }
        guard case .unreachable = error else { return XCTFail("\(String(describing: error))") }
        let nonsense = await failure { () async throws(DBusError) in
            _ = try await DBusConnection.connect(to: .address("nonsense"))
        }
        XCTAssertEqual(nonsense, .unreachable("\"nonsense\" is not a D-Bus address"))
    }

    func testABusThatSaysNothingIsGivenUp() async throws {
        // A listening socket that nobody accepts from.
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = "transom-test-\(getpid())-silent"
        withUnsafeMutableBytes(of: &address.sun_path) { $0[1...].copyBytes(from: Array(name.utf8)) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + 1 + name.utf8.count)
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        XCTAssertEqual(bound, 0)
        XCTAssertEqual(listen(descriptor, 1), 0)
        let error = await failure { () async throws(DBusError) in
            _ = try await DBusConnection.connect(
                to: .address("unix:abstract=\(name)"), deadline: .milliseconds(50))
        }
        XCTAssertEqual(error, .timedOut("the bus"))
    }

    func testACallThatIsNotAnsweredEndsAtItsDeadline() async throws {
        let server = try await connect()
        let thing = try thing()
        var held: [DBusInvocation] = []
        thing.onCall = { held.append($0) }
        try thing.export(on: server, at: "/thing")
        let connection = try await connect()
        let error = await failure { () async throws(DBusError) in
            try await connection.call(
                DBusCall(server.uniqueName, "/thing", "org.example.Thing", "Wait", deadline: .milliseconds(50)))
        }
        XCTAssertEqual(error, .timedOut("org.example.Thing.Wait"))
        XCTAssertEqual(held.map(\.method), ["Wait"])
    }

    func testClosingAnswersWhatIsPending() async throws {
        let server = try await connect()
        let thing = try thing()
        var held: [DBusInvocation] = []
        thing.onCall = { held.append($0) }
        try thing.export(on: server, at: "/thing")
        let connection = try await connect()
        var isTold = false
        connection.onClose = { isTold = true }
        var result: Result<DBusReply, DBusError>?
        connection.call(DBusCall(server.uniqueName, "/thing", "org.example.Thing", "Wait")) { result = $0 }
        try await eventually("the call has arrived") { !held.isEmpty }
        connection.close()
        try await eventually("the call has ended") { result != nil }
        guard case .failure(.closed) = result else { return XCTFail("\(String(describing: result))") }
        try await eventually("the end is told") { isTold }
        let error = await failure { () async throws(DBusError) in try await connection.call(busCall("GetId")) }
        XCTAssertEqual(error, .closed)
    }

    func testABusThatEndsIsTold() async throws {
        let connection = try await connect()
        var isTold = false
        connection.onClose = { isTold = true }
        bus?.stop()
        try await eventually("the end is told") { isTold }
        XCTAssertTrue(connection.isClosed)
    }

    func testSignalsArriveInOrderAndOnlyThoseThatAreWanted() async throws {
        let sender = try await connect()
        let listener = try await connect()
        var heard: [String] = []
        let subscription = listener.subscribe(
            .init(sender: sender.uniqueName, path: "/a", interface: "org.example.Thing", member: "Happened")
        ) { heard.append($0.arguments.first?.asString ?? "?") }
        // The bus has taken the rule when it answers the next call.
        try await listener.call(busCall("GetId"))
        sender.emit("/b", "org.example.Thing", "Happened", [.string("other object")])
        sender.emit("/a", "org.example.Thing", "Other", [.string("other signal")])
        for index in 0..<2000 { sender.emit("/a", "org.example.Thing", "Happened", [.string("\(index / 2)")]) }
        try await eventually("all have arrived") { heard.count >= 2000 }
        XCTAssertEqual(heard, (0..<2000).map { "\($0 / 2)" })
        subscription.cancel()
    }

    func testNamesHaveOneOwnerAndAreWatched() async throws {
        let first = try await connect()
        let second = try await connect()
        let watcher = try await connect()
        var owners: [String?] = []
        let watch = DBusNameWatch(watcher, "org.example.Name") { owners.append($0) }
        try await eventually("there is no owner") { owners == [nil] }
        var name: DBusOwnedName? = try await DBusOwnedName.own("org.example.Name", on: first)
        let error = await failure { () async throws(DBusError) in
            _ = try await DBusOwnedName.own("org.example.Name", on: second)
        }
        XCTAssertEqual(error, .nameTaken("org.example.Name"))
        try await eventually("the owner is told") { owners == [nil, first.uniqueName] }
        XCTAssertNotNil(name)
        name = nil
        try await eventually("the loss is told") { owners == [nil, first.uniqueName, nil] }
        withExtendedLifetime(watch) {}
    }
}
