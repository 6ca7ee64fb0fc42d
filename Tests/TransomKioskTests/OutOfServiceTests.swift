// A start that cannot succeed, and what is seen of it.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import Foundation
import TransomCore
import TransomTestSupport
import XCTest

@testable import TransomKiosk
@testable import TransomShell

@MainActor
final class OutOfServiceTests: XCTestCase {
    private var fixture: KioskFixture?
    private let file = FileManager.default.temporaryDirectory.appending(path: "token-" + UUID().uuidString)

    override func tearDown() async throws {
        await fixture?.tearDown()
        fixture = nil
        try? FileManager.default.removeItem(at: file)
    }

    func testASecretThatCannotBeHadIsShownAndTriedAgain() async throws {
        let reference = try SecretReference("file:" + file.path)
        let fixture = try KioskFixture(["index.html": "<!doctype html>till"]) { $0.secrets = ["token": reference] }
        self.fixture = fixture
        fixture.begin()
        try await eventually("out of service") { fixture.kiosk.cause == .secret }
        XCTAssertFalse(fixture.hasQuit)
        XCTAssertNil(fixture.session)
        fixture.advance(by: .seconds(2))
        try await eventually("it was tried again") { fixture.host.failedStarts == 2 }
        try Data("s3cret".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        fixture.advance(by: .seconds(4))
        try await fixture.loaded()
        XCTAssertNil(fixture.kiosk.cause)
    }

    func testASecretThatIsGoneAtAResetIsShownAndTriedAgain() async throws {
        try Data("s3cret".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        let reference = try SecretReference("file:" + file.path)
        let fixture = try KioskFixture(["index.html": "<!doctype html>till"]) { $0.secrets = ["token": reference] }
        self.fixture = fixture
        try await fixture.open()
        try FileManager.default.removeItem(at: file)
        fixture.host.reset(.idle)
        try await eventually("out of service") { fixture.kiosk.cause == .secret }
        let page = fixture.count("transom.page.loaded")
        try Data("s3cret".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        fixture.advance(by: .seconds(2))
        try await fixture.loaded(after: page)
        XCTAssertNil(fixture.kiosk.cause)
    }

    func testAClockThatIsWrongIsShownUntilItIsRight() async throws {
        let fixture = try KioskFixture(["index.html": "<!doctype html>till"])
        self.fixture = fixture
        fixture.clock.step(wallBy: -1_000_000_000)
        fixture.begin()
        try await eventually("out of service") { fixture.kiosk.cause == .clock }
        fixture.clock.step(wallBy: 1_000_000_000)
        fixture.advance(by: .seconds(2))
        try await fixture.loaded()
    }

    func testAMonitorThatIsNotThereIsSaidAndTheFirstOneUsed() async throws {
        var window = KioskWindowOptions()
        window.monitor = "HDMI-7"
        let fixture = try KioskFixture(["index.html": "<!doctype html>till"], window: window)
        self.fixture = fixture
        try await fixture.open()
        XCTAssertGreaterThan(try fixture.window.area.width, 0)
    }

    func testEveryKeyHasItsWords() {
        for key in HostText.allCases { XCTAssertNotNil(HostTexts.english[key], key.rawValue) }
        XCTAssertEqual(HostText.retryIn(["seconds": "5"]), "Trying again by itself in 5 s")
    }
}
