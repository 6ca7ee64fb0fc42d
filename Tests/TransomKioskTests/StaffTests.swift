// The way of staff out of a kiosk.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomGTK
import Foundation
import TransomCore
import TransomTestSupport
import TransomWebKitShims
import XCTest

@testable import TransomKiosk
@testable import TransomShell

@MainActor
final class StaffTests: XCTestCase {
    private var fixture: KioskFixture?
    private let file = FileManager.default.temporaryDirectory.appending(path: "pin-" + UUID().uuidString)

    override func tearDown() async throws {
        await fixture?.tearDown()
        fixture = nil
        try? FileManager.default.removeItem(at: file)
    }

    private func open(
        pin: String = "4711", record: String? = nil, change: (inout HostConfiguration) -> Void = { _ in }
    ) async throws -> KioskFixture {
        try Data((pin + "\n").utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        var staff = StaffOptions(pin: try SecretReference("file:" + file.path))
        staff.record = record
        let fixture = try KioskFixture(["index.html": "<!doctype html>till"], staff: staff, change: change)
        self.fixture = fixture
        try await fixture.open()
        return fixture
    }

    private func makeGesture(_ fixture: KioskFixture) throws {
        for _ in 0..<5 { try fixture.touch(10, 10) }
    }

    func testTheCornerAndThePINLetStaffIn() async throws {
        let fixture = try await open()
        try await eventually("the PIN is read") { fixture.kiosk.staff != nil }
        for _ in 0..<4 { try fixture.touch(10, 10) }
        XCTAssertEqual(fixture.kiosk.staff?.isOpen, false)
        try fixture.touch(10, 10)
        XCTAssertEqual(fixture.kiosk.staff?.isOpen, true)
        try KioskFixture.require("xdotool")
        try await fixture.xdotool("key", "4", "7", "1", "2", "Return")
        try await eventually("refused") { fixture.count("transom.staff.refused") == 1 }
        XCTAssertEqual(fixture.event("transom.staff.refused")?.data, ["by": "corner", "reason": "wrong"])
        try await fixture.xdotool("key", "4", "7", "1", "1", "Return")
        try await eventually("entered") { fixture.count("transom.staff.entered") == 1 }
        XCTAssertEqual(fixture.event("transom.staff.entered")?.data, ["by": "corner"])
        XCTAssertFalse(fixture.hasQuit)
        // The first button begins a new session, the second ends the kiosk.
        try await fixture.xdotool("key", "Tab", "space")
        try await eventually("it ended") { fixture.hasQuit }
        XCTAssertEqual(fixture.event("transom.session.ended")?.data, ["reason": "user"])
        XCTAssertEqual(fixture.host.status, 0)
    }

    func testTheChordAsksToo() async throws {
        try KioskFixture.require("xdotool")
        let fixture = try await open()
        try await eventually("the PIN is read") { fixture.kiosk.staff != nil }
        try await fixture.xdotool("key", "ctrl+alt+shift+s")
        try await eventually("the PIN is asked for") { fixture.kiosk.staff?.isOpen == true }
        fixture.advance(by: .seconds(31))
        XCTAssertEqual(fixture.kiosk.staff?.isOpen, false, "nobody finds it open")
    }

    func testAKioskWithoutAPINHasNoWayOut() async throws {
        let fixture = try KioskFixture(["index.html": "<!doctype html>till"])
        self.fixture = fixture
        try await fixture.open()
        try makeGesture(fixture)
        XCTAssertNil(fixture.kiosk.staff)
    }

    func testWhoeverGuessesWaitsLongerEachTime() {
        var pins = PINGuard(SecretValue("4711"), limits: .standard, at: .zero, wall: WallTime(seconds: 0))
        for _ in 0..<4 { XCTAssertEqual(pins.judge("0000", at: .zero), .wrong) }
        XCTAssertEqual(pins.judge("0000", at: .zero), .locked(for: .seconds(60)))
        XCTAssertEqual(pins.judge("4711", at: .seconds(59)), .locked(for: .seconds(1)), "not even the right one")
        XCTAssertEqual(pins.judge("0000", at: .seconds(60)), .locked(for: .seconds(120)))
        XCTAssertEqual(pins.judge("4711", at: .seconds(181)), .right)
        XCTAssertEqual(pins.judge("47110", at: .seconds(182)), .wrong)
    }

    /// The keys of the PIN's screen, by what they say, and where the middle of each is within the window.
    private func keys(_ fixture: KioskFixture) throws -> [String: (x: Int, y: Int)] {
        var found: [String: (x: Int, y: Int)] = [:]
        let window = try fixture.window.widget
        func look(_ widget: UnsafeMutablePointer<GtkWidget>) {
            if g_type_check_instance_is_a(
                UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self), gtk_button_get_type()) != 0
            {
                var (x, y): (Int32, Int32) = (0, 0)
                let (width, height) = (gtk_widget_get_allocated_width(widget), gtk_widget_get_allocated_height(widget))
                if gtk_widget_get_mapped(widget) != 0, width > 1,
                    gtk_widget_translate_coordinates(widget, window, width / 2, height / 2, &x, &y) != 0,
                    let label = gtk_button_get_label(transom_button(UnsafeMutableRawPointer(widget)))
                {
                    found[String(cString: label)] = (Int(x), Int(y))
                }
                return
            }
            guard
                g_type_check_instance_is_a(
                    UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self),
                    gtk_container_get_type()) != 0
            else { return }
            let list = gtk_container_get_children(transom_container(UnsafeMutableRawPointer(widget)))
            var item = list
            while let current = item {
                if let child = current.pointee.data { look(child.assumingMemoryBound(to: GtkWidget.self)) }
                item = current.pointee.next
            }
            g_list_free(list)
        }
        look(window)
        return found
    }

    /// Presses keys of the screen with the X server's pointer.
    private func press(_ names: [String], in fixture: KioskFixture) async throws {
        for name in names {
            var place: (x: Int, y: Int)?
            try await eventually("the key \(name)") {
                place = try self.keys(fixture)[name]
                return place != nil
            }
            guard let place else { return }
            try await fixture.xdotool("mousemove", "\(place.x)", "\(place.y)", "click", "1")
        }
    }

    private func ask(_ fixture: KioskFixture) async throws {
        try await eventually("the PIN is read") { fixture.kiosk.staff != nil }
        try makeGesture(fixture)
        XCTAssertEqual(fixture.kiosk.staff?.isOpen, true)
    }

    func testThePINIsEnteredWithAMouseAndWithAFinger() async throws {
        try KioskFixture.require("xdotool")
        for isTouch in [false, true] {
            let fixture = try await open { $0.isTouch = isTouch }
            try await ask(fixture)
            try await press(["4", "7", "1", "2", "OK"], in: fixture)
            try await eventually("refused") { fixture.count("transom.staff.refused") == 1 }
            XCTAssertEqual(fixture.event("transom.staff.refused")?.data, ["by": "corner", "reason": "wrong"])
            try await press(["4", "7", "9", "Delete", "1", "1", "OK"], in: fixture)
            try await eventually("entered") { fixture.count("transom.staff.entered") == 1 }
            let page = fixture.count("transom.page.loaded")
            try await press(["Begin a new session"], in: fixture)
            try await fixture.loaded(after: page)
            XCTAssertEqual(fixture.text("reason", of: "transom.session.reset"), "staff")
            XCTAssertEqual(fixture.kiosk.staff?.isOpen, false)
            await fixture.tearDown()
            self.fixture = nil
        }
    }

    func testWrongPINsAreNotForgottenAtARestart() async throws {
        try KioskFixture.require("xdotool")
        let folder = FileManager.default.temporaryDirectory.appending(path: "state-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let record = folder.appending(path: "staff.json").path
        let first = try await open(record: record)
        try await ask(first)
        for time in 1...5 {
            try await first.xdotool("key", "0", "0", "0", "0", "Return")
            try await eventually("wrong") { first.count("transom.staff.refused") == time }
        }
        XCTAssertEqual(first.text("reason", of: "transom.staff.refused"), "locked")
        let text = try String(contentsOfFile: record, encoding: .utf8)
        XCTAssertFalse(text.contains("0000"), "no PIN is kept, not even a wrong one")
        await first.tearDown()
        // The next run's clock says the same, so that nothing has passed.
        let second = try await open(record: record)
        try await ask(second)
        try await second.xdotool("key", "4", "7", "1", "1", "Return")
        try await eventually("not even looked at") { second.count("transom.staff.refused") == 1 }
        XCTAssertEqual(second.text("reason", of: "transom.staff.refused"), "locked")
        second.advance(by: .seconds(61))
        // The first touch after a minute answers the question whether anybody is there.
        try second.touch(500, 500)
        try makeGesture(second)
        try await second.xdotool("key", "4", "7", "1", "1", "Return")
        try await eventually("entered") { second.count("transom.staff.entered") == 1 }
        XCTAssertFalse(FileManager.default.fileExists(atPath: record), "a right one makes good")
    }

    func testARecordGoesOnWhileTheMachineIsOffAndAClockThatWasSetBackShortensNothing() {
        func pins(_ record: StaffRecord?, wall: Int64) -> PINGuard {
            PINGuard(
                SecretValue("4711"), limits: .standard, after: record, at: .seconds(7), wall: WallTime(seconds: wall))
        }
        XCTAssertNil(pins(nil, wall: 1_000).wait(at: .seconds(7)))
        XCTAssertNil(pins(StaffRecord(wrong: 4, at: 1_000), wall: 1_000).wait(at: .seconds(7)))
        var one = pins(StaffRecord(wrong: 4, at: 1_000), wall: 1_000)
        XCTAssertEqual(one.judge("0000", at: .seconds(7)), .locked(for: .seconds(60)), "it is the fifth")
        let record = StaffRecord(wrong: 6, at: 1_000)
        XCTAssertEqual(pins(record, wall: 1_000).wait(at: .seconds(7)), .seconds(120))
        XCTAssertEqual(pins(record, wall: 1_100).wait(at: .seconds(7)), .seconds(20))
        XCTAssertNil(pins(record, wall: 1_120).wait(at: .seconds(7)))
        XCTAssertEqual(pins(record, wall: 10).wait(at: .seconds(7)), .seconds(120))
        XCTAssertEqual(pins(StaffRecord(wrong: 1_000, at: 0), wall: 0).wait(at: .seconds(7)), .seconds(3_600))
    }

    func testARecordIsWrittenWhereItsServiceKeepsStateAndNoOtherFileIsOne() throws {
        XCTAssertEqual(
            StaffRecord.place { ["STATE_DIRECTORY": "/var/lib/transom:/x"][$0] }, "/var/lib/transom/staff.json")
        XCTAssertEqual(StaffRecord.place { ["XDG_STATE_HOME": "/s", "HOME": "/h"][$0] }, "/s/transom/staff.json")
        XCTAssertEqual(StaffRecord.place { ["HOME": "/h"][$0] }, "/h/.local/state/transom/staff.json")
        XCTAssertNil(StaffRecord.place { ["HOME": "relative"][$0] })
        let folder = FileManager.default.temporaryDirectory.appending(path: "state-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a/staff.json").path
        try StaffRecord(wrong: 3, at: 77).write(path)
        XCTAssertEqual(StaffRecord.read(path), StaffRecord(wrong: 3, at: 77))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        XCTAssertEqual(mode, 0o600)
        for text in ["", "{}", "{\"wrong\":-1,\"at\":0}", "{\"wrong\":1e400,\"at\":0}", "\0\0\0"] {
            try Data(text.utf8).write(to: URL(filePath: path))
            XCTAssertNil(StaffRecord.read(path), text)
        }
        XCTAssertThrowsError(try StaffRecord(wrong: 1, at: 0).write("/proc/none/staff.json"))
    }

    func testATapElsewhereBeginsTheGestureAnew() {
        var taps = CornerTaps(.bottomRight, needed: 3)
        let size = (width: 1080.0, height: 1920.0)
        func tap(_ x: Double, _ y: Double, _ seconds: Int) -> Bool {
            taps.tap(at: (x, y), in: size, now: .seconds(seconds))
        }
        XCTAssertFalse(tap(1070, 1910, 0))
        XCTAssertFalse(tap(1070, 1910, 1))
        XCTAssertFalse(tap(500, 500, 1))
        XCTAssertFalse(tap(1070, 1910, 2))
        XCTAssertFalse(tap(1070, 1910, 2))
        XCTAssertTrue(tap(1070, 1910, 3))
        XCTAssertFalse(tap(1070, 1910, 10))
        XCTAssertFalse(tap(1070, 1910, 13))
        XCTAssertFalse(tap(1070, 1910, 15), "the first is too long ago")
    }
}
