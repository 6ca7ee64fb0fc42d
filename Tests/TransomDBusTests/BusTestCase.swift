// A test with a bus of its own.
// SPDX-License-Identifier: Apache-2.0

import TransomDBus
import TransomTestSupport
import XCTest

/// Gives each test a private bus and an exported interface that echoes.
@MainActor
class BusTestCase: XCTestCase {
    /// The bus of the running test.
    private(set) var bus: PrivateBus?

    /// The interface that tests export.
    static let text = """
        <node><interface name='org.example.Thing'>
        <method name='Echo'><arg type='s' direction='in'/><arg type='ay' direction='in'/>
        <arg type='s' direction='out'/><arg type='ay' direction='out'/></method>
        <method name='Open'><arg type='h' direction='out'/></method>
        <method name='Wait'/><method name='Fail'/>
        <signal name='Happened'><arg type='s'/></signal>
        <property name='Name' type='s' access='readwrite'/><property name='Level' type='n' access='read'/>
        </interface></node>
        """

    override func setUp() async throws {
        bus = try PrivateBus()
    }

    override func tearDown() async throws {
        bus?.stop()
        bus = nil
    }

    /// A new connection to the test's bus.
    func connect() async throws -> DBusConnection {
        try await DBusConnection.connect(to: .address(try XCTUnwrap(bus?.address)))
    }

    /// A new interface, not exported.
    func thing() throws -> DBusExportedInterface {
        DBusExportedInterface(try XCTUnwrap(DBusInterfaceDescription.read(Self.text)["org.example.Thing"]))
    }

    /// What an operation throws.
    func failure(_ body: () async throws(DBusError) -> Void) async -> DBusError? {
        do throws(DBusError) {
            try await body()
            return nil
        } catch { return error }
    }
}
