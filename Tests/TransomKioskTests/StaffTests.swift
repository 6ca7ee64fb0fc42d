// The way of staff out of a kiosk.
// SPDX-License-Identifier: Apache-2.0

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

    private func open(pin: String = "4711") async throws -> KioskFixture {
        try Data((pin + "\n").utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        let fixture = try KioskFixture(
            ["index.html": "<!doctype html>till"], staff: StaffOptions(pin: try SecretReference("file:" + file.path)))
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
        var pins = PINGuard(SecretValue("4711"), limits: .standard)
        for _ in 0..<4 { XCTAssertEqual(pins.judge("0000", at: .zero), .wrong) }
        XCTAssertEqual(pins.judge("0000", at: .zero), .locked(for: .seconds(60)))
        XCTAssertEqual(pins.judge("4711", at: .seconds(59)), .locked(for: .seconds(1)), "not even the right one")
        XCTAssertEqual(pins.judge("0000", at: .seconds(60)), .locked(for: .seconds(120)))
        XCTAssertEqual(pins.judge("4711", at: .seconds(181)), .right)
        XCTAssertEqual(pins.judge("47110", at: .seconds(182)), .wrong)
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
