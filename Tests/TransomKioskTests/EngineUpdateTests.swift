// An update that replaces the engine under a kiosk.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomShellTestSupport
import TransomTestSupport
import XCTest

@testable import TransomKiosk
@testable import TransomShell

@MainActor
final class EngineUpdateTests: XCTestCase {
    private var fixture: KioskFixture?
    private let folder = FileManager.default.temporaryDirectory.appending(path: "engine-" + UUID().uuidString)
    private var library: URL { folder.appending(path: "libengine.so.1.2") }
    /// A time that nothing else takes.
    private let settling = Duration.milliseconds(7_531)

    override func setUp() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("one".utf8).write(to: library)
    }

    override func tearDown() async throws {
        await fixture?.tearDown()
        fixture = nil
        try FileManager.default.removeItem(at: folder)
    }

    private func kiosk(isService: Bool = true) async throws -> KioskFixture {
        let fixture = try KioskFixture(
            ["index.html": "<!doctype html>till"], engineFiles: [library.path], isService: isService,
            change: { $0.limits.updateSettling = self.settling })
        self.fixture = fixture
        try await fixture.open()
        return fixture
    }

    /// As a package does it: another file takes the name.
    private func replace() throws {
        let new = folder.appending(path: "new")
        try Data("two".utf8).write(to: new)
        XCTAssertEqual(rename(new.path, library.path), 0)
    }

    private func noticed(_ fixture: KioskFixture) async throws {
        try await eventually("the replacement is seen") { fixture.scheduler.isWaiting(for: self.settling) }
        fixture.advance(by: settling)
    }

    func testAnIdleServiceEndsToBeStartedAnew() async throws {
        let fixture = try await kiosk()
        try replace()
        try await noticed(fixture)
        XCTAssertTrue(fixture.hasQuit)
        XCTAssertEqual(fixture.host.status, 4, "2 and 5 are not started again, and 0 is an end")
        XCTAssertEqual(
            fixture.event("transom.engine.updated")?.data, ["file": "libengine.so.1.2", "restarts": true])
        XCTAssertEqual(fixture.event("transom.session.ended")?.data, ["reason": "engine"])
    }

    func testACustomerIsNotDisturbed() async throws {
        let fixture = try await kiosk()
        try fixture.touch(100, 100)
        XCTAssertTrue(fixture.kiosk.isInUse)
        try replace()
        try await noticed(fixture)
        XCTAssertEqual(fixture.count("transom.engine.updated"), 1)
        XCTAssertFalse(fixture.hasQuit)
        XCTAssertNil(fixture.session?.ending)
        fixture.host.reset(.idle)
        XCTAssertTrue(fixture.hasQuit)
        XCTAssertEqual(fixture.host.status, 4)
        XCTAssertEqual(fixture.event("transom.session.ended")?.data, ["reason": "engine"])
    }

    func testWhatNobodyStartsAgainSaysItAndGoesOn() async throws {
        let fixture = try await kiosk(isService: false)
        try FileManager.default.removeItem(at: library)
        try await noticed(fixture)
        XCTAssertFalse(fixture.hasQuit)
        XCTAssertEqual(
            fixture.event("transom.engine.updated")?.data, ["file": "libengine.so.1.2", "restarts": false])
        let page = fixture.count("transom.page.loaded")
        fixture.host.reset(.idle)
        try await fixture.loaded(after: page)
        XCTAssertEqual(fixture.count("transom.engine.updated"), 1)
    }
}
