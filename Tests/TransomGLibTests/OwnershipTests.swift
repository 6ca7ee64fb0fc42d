// Who owns a GObject, and when it goes.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import TransomGLib
import TransomGLibShims
import TransomTestSupport
import XCTest

@MainActor
final class OwnershipTests: XCTestCase {
    override func setUp() async throws {
        MainLoop.join()
        LogWatch.start()
    }

    override func tearDown() async throws {
        let heard = LogWatch.heard
        XCTAssertEqual(heard, [])
    }

    private func makeObject() throws -> UnsafeMutableRawPointer {
        UnsafeMutableRawPointer(try XCTUnwrap(g_cancellable_new()))
    }

    func testAnAdoptedObjectGoesWithItsReference() async throws {
        let object = try makeObject()
        let watch = LeakWatch(object)
        do {
            let reference = ObjectRef(adopting: object)
            XCTAssertEqual(transom_object_reference_count(reference.pointer), 1)
        }
        XCTAssertTrue(watch.isFinalised)
    }

    func testARetainedObjectStaysItsOwners() async throws {
        let object = try makeObject()
        let watch = LeakWatch(object)
        do {
            let reference = ObjectRef(retaining: object)
            XCTAssertEqual(transom_object_reference_count(reference.pointer), 2)
        }
        XCTAssertFalse(watch.isFinalised)
        XCTAssertEqual(transom_object_reference_count(object), 1)
        g_object_unref(object)
        XCTAssertTrue(watch.isFinalised)
    }

    func testAFloatingReferenceIsTaken() async throws {
        let object = try XCTUnwrap(g_object_new_with_properties(g_initially_unowned_get_type(), 0, nil, nil))
        let watch = LeakWatch(UnsafeMutableRawPointer(object))
        do {
            let reference = ObjectRef(sinking: UnsafeMutableRawPointer(object))
            XCTAssertEqual(transom_object_reference_count(reference.pointer), 1)
            XCTAssertEqual(g_object_is_floating(reference.pointer), 0)
        }
        XCTAssertTrue(watch.isFinalised)
    }

    func testAReferenceThatGoesOnAnotherThreadIsGivenBackOnTheFirst() async throws {
        let object = try makeObject()
        let watch = LeakWatch(object)
        let freedOn = Counter()
        g_object_weak_ref(
            object.assumingMemoryBound(to: GObject.self),
            { data, _ in
                if transom_is_first_thread() { Unmanaged<Counter>.fromOpaque(data!).takeRetainedValue().count() }
            }, Unmanaged.passRetained(freedOn).toOpaque())
        var reference: ObjectRef? = ObjectRef(adopting: object)
        nonisolated(unsafe) var moved = reference.take()
        // The only reference, handed to the other thread.
        DispatchQueue.global().async { moved = nil }
        try await eventually { watch.isFinalised }
        XCTAssertEqual(freedOn.value, 1)
        _ = moved
    }

    func testTypesAreAsked() async throws {
        let object = ObjectRef(adopting: try makeObject())
        XCTAssertNotEqual(transom_object_is_a(object.pointer, g_cancellable_get_type()), 0)
        XCTAssertEqual(transom_object_is_a(object.pointer, g_simple_action_get_type()), 0)
    }

    // MARK: Signals

    private func makeAction() throws -> (action: OpaquePointer, pointer: UnsafeMutableRawPointer) {
        let action = try XCTUnwrap(g_simple_action_new("action", nil))
        return (action, UnsafeMutableRawPointer(action))
    }

    private func connect(
        _ object: UnsafeMutableRawPointer, _ handler: @escaping @MainActor () -> Void
    ) -> SignalConnection {
        typealias Handler = @MainActor () -> Void
        return SignalConnection(object, handler as Handler) { object, data, destroy in
            transom_connect_notify(
                object, "notify::enabled", { _, _, data in CallbackBox<Handler>.value(at: data)?() }, data, destroy)
        }
    }

    func testASignalIsReceivedUntilItsConnectionIsReleased() async throws {
        let (action, pointer) = try makeAction()
        let object = ObjectRef(adopting: pointer)
        let received = Counter()
        weak var handler: Probe?
        do {
            let probe = Probe()
            handler = probe
            let connection = connect(object.pointer) { [probe] in withExtendedLifetime(probe) { received.value += 1 } }
            g_simple_action_set_enabled(action, 0)
            XCTAssertEqual(received.value, 1)
            withExtendedLifetime(connection) {}
        }
        g_simple_action_set_enabled(action, 1)
        XCTAssertEqual(received.value, 1)
        XCTAssertNil(handler)
        XCTAssertEqual(transom_object_reference_count(object.pointer), 1)
    }

    func testAnObjectThatIsDisposedBeforeItsConnectionIsHarmless() async throws {
        let (_, pointer) = try makeAction()
        let watch = LeakWatch(pointer)
        weak var handler: Probe?
        do {
            let object = ObjectRef(adopting: pointer)
            let probe = Probe()
            handler = probe
            let connection = connect(object.pointer) { [probe] in withExtendedLifetime(probe) {} }
            // What gtk_widget_destroy does: all handlers go while the object is still there.
            g_object_run_dispose(object.assuming())
            connection.disconnect()
            connection.disconnect()
        }
        XCTAssertNil(handler)
        XCTAssertTrue(watch.isFinalised)
    }

    func testAConnectionThatOutlivesEverybodyElsesReferenceIsHarmless() async throws {
        let (_, pointer) = try makeAction()
        let watch = LeakWatch(pointer)
        var connection: SignalConnection? = connect(pointer) {}
        g_object_unref(pointer)
        XCTAssertFalse(watch.isFinalised)
        connection?.disconnect()
        connection = nil
        XCTAssertTrue(watch.isFinalised)
    }

    func testAConnectionMayGoInItsOwnHandler() async throws {
        let (action, pointer) = try makeAction()
        let object = ObjectRef(adopting: pointer)
        let received = Counter()
        var connection: SignalConnection?
        connection = connect(object.pointer) {
            received.value += 1
            connection = nil
        }
        g_simple_action_set_enabled(action, 0)
        g_simple_action_set_enabled(action, 1)
        XCTAssertEqual(received.value, 1)
        XCTAssertNil(connection)
    }

    // MARK: Operations

    private func query(
        _ path: String, _ probe: Probe, then: @escaping (Result<ObjectRef, GLibError>) -> Void
    ) {
        let file = g_file_new_for_path(path)
        AsyncOperation.start { ready, data in
            g_file_query_info_async(
                file, "standard::size", G_FILE_QUERY_INFO_NONE, G_PRIORITY_DEFAULT, nil, ready, data)
        } finish: { source, result, error in
            source.flatMap { g_file_query_info_finish(OpaquePointer($0), result, error) }
                .map { ObjectRef(adopting: UnsafeMutableRawPointer($0)) }
        } completion: { [probe] in
            withExtendedLifetime(probe) {}
            then($0)
        }
        g_object_unref(UnsafeMutableRawPointer(file))
        MainLoop.wake()
    }

    func testAnOperationSucceedsOnceAndIsFreed() async throws {
        var outcomes: [Result<ObjectRef, GLibError>] = []
        weak var pending: Probe?
        do {
            let probe = Probe()
            pending = probe
            query("/proc/self/exe", probe) {
                XCTAssertTrue(transom_is_first_thread())
                outcomes.append($0)
            }
        }
        XCTAssertNotNil(pending)
        try await eventually { !outcomes.isEmpty }
        guard case .success? = outcomes.first else { return XCTFail("\(outcomes)") }
        XCTAssertEqual(outcomes.count, 1)
        XCTAssertNil(pending)
    }

    func testAnOperationFailsOnceAndIsFreed() async throws {
        var outcomes: [Result<ObjectRef, GLibError>] = []
        weak var pending: Probe?
        do {
            let probe = Probe()
            pending = probe
            query("/there/is/no/such/file", probe) { outcomes.append($0) }
        }
        try await eventually { !outcomes.isEmpty }
        guard case .failure(let error)? = outcomes.first else { return XCTFail("\(outcomes)") }
        XCTAssertEqual(error.domain, "g-io-error-quark")
        XCTAssertEqual(error.code, Int(G_IO_ERROR_NOT_FOUND.rawValue))
        XCTAssertEqual(outcomes.count, 1)
        XCTAssertNil(pending)
    }

    func testABoxIsReadWithoutBeingTakenAndTakenOnce() async {
        weak var value: Probe?
        do {
            let probe = Probe()
            value = probe
            let pointer = CallbackBox(probe).retainedPointer
            XCTAssertTrue(CallbackBox<Probe>.value(at: pointer) === probe)
            XCTAssertTrue(CallbackBox<Probe>.value(at: pointer) === probe)
            XCTAssertTrue(CallbackBox<Probe>.take(from: pointer) === probe)
        }
        XCTAssertNil(value)
        XCTAssertNil(CallbackBox<Probe>.value(at: nil))
        XCTAssertNil(CallbackBox<Probe>.take(from: nil))
    }
}

extension Counter {
    /// Counts one, from a C callback that runs on the main thread.
    nonisolated func count() {
        MainActor.assumeIsolated { value += 1 }
    }
}
