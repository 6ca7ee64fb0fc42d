// A start that cannot succeed, and what is seen of it.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import Foundation
import TransomCore
import TransomTestSupport
import XCTest

@testable import TransomAutomation
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

    private func write(_ secret: String) throws {
        try Data(secret.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }

    /// A kiosk whose second session could not begin, since its secret is gone.
    private func openOutOfService() async throws -> KioskFixture {
        try write("s3cret")
        let reference = try SecretReference("file:" + file.path)
        let fixture = try KioskFixture(["index.html": "<!doctype html>till"]) { $0.secrets = ["token": reference] }
        self.fixture = fixture
        try await fixture.open()
        try FileManager.default.removeItem(at: file)
        fixture.host.reset(.idle)
        try await eventually("out of service") { fixture.kiosk.cause == .secret && !fixture.host.isResetting }
        return fixture
    }

    func testASessionThatStaffBeganIsNotFollowedByTheOneThatWasToBeTried() async throws {
        let fixture = try await openOutOfService()
        let page = fixture.count("transom.page.loaded")
        try write("s3cret")
        fixture.host.reset(.staff)
        try await fixture.loaded(after: page)
        let session = try XCTUnwrap(fixture.session)
        XCTAssertNil(fixture.host.restart)
        fixture.advance(by: .seconds(120))
        XCTAssertFalse(fixture.host.isResetting)
        XCTAssertTrue(fixture.session === session)
        XCTAssertNil(session.ending)
    }

    func testWhoeverTouchesAMachineThatIsOutOfServiceBeginsNothing() async throws {
        let fixture = try await openOutOfService()
        XCTAssertEqual(fixture.kiosk.gate?.onInput?(), false)
        XCTAssertFalse(fixture.kiosk.isInUse)
    }

    func testAKioskThatIsOutOfServiceCanBeEnded() async throws {
        let fixture = try await openOutOfService()
        fixture.host.end(.signal)
        XCTAssertTrue(fixture.hasQuit)
        XCTAssertEqual(fixture.host.status, 0)
        try write("s3cret")
        fixture.advance(by: .seconds(120))
        XCTAssertFalse(fixture.host.isResetting, "no session follows the end")
    }

    func testTheQuitVerbEndsAKioskThatIsOutOfService() async throws {
        let fixture = try await openOutOfService()
        let performer = CommandPerformer(try XCTUnwrap(fixture.session), log: EventLog())
        _ = try await performer.perform(CommandRequest(.quit))
        XCTAssertTrue(fixture.hasQuit)
    }

    func testAChangedConfigurationMendsAKioskThatIsOutOfService() async throws {
        let fixture = try await openOutOfService()
        let page = fixture.count("transom.page.loaded")
        fixture.changed.secrets = [:]
        fixture.host.reload()
        try await fixture.loaded(after: page)
        XCTAssertNil(fixture.kiosk.cause)
        XCTAssertEqual(fixture.count("transom.config.reloaded"), 1)
        XCTAssertNil(fixture.host.restart)
    }

    func testEverySessionTellsOfItsSecrets() async throws {
        let reference = try SecretReference("file:" + file.path)
        let fixture = try KioskFixture(["index.html": "<!doctype html>till"]) { $0.secrets = ["token": reference] }
        self.fixture = fixture
        fixture.begin()
        try await eventually("out of service") { fixture.kiosk.cause == .secret }
        XCTAssertEqual(fixture.count("transom.secret.failed"), 1)
        try write("s3cret")
        fixture.advance(by: .seconds(2))
        try await fixture.loaded()
        XCTAssertEqual(fixture.count("transom.secret.minted"), 1)
        let page = fixture.count("transom.page.loaded")
        fixture.host.reset(.idle)
        try await fixture.loaded(after: page)
        XCTAssertEqual(fixture.count("transom.secret.minted"), 2)
        XCTAssertEqual(
            fixture.event("transom.secret.minted")?.subject, fixture.event("transom.session.started")?.subject)
        try FileManager.default.removeItem(at: file)
        fixture.host.reset(.idle)
        try await eventually("out of service") { fixture.kiosk.cause == .secret }
        XCTAssertEqual(fixture.count("transom.secret.failed"), 2)
    }

    func testAPageThatClosesItselfAtOnceIsNotOpenedAsFastAsPossible() async throws {
        let page = "<!doctype html><script>webkit.messageHandlers.bridge.postMessage('close')</script>"
        let fixture = try KioskFixture(["index.html": page])
        self.fixture = fixture
        fixture.begin()
        for round in 0..<3 {
            try await eventually("the wait \(round)") { fixture.host.restart != nil }
            XCTAssertEqual(fixture.count("transom.session.started"), round + 2)
            fixture.advance(by: .milliseconds(999 * (1 << round)))
            XCTAssertNotNil(fixture.host.restart)
            fixture.advance(by: .milliseconds(1 << round))
            XCTAssertNil(fixture.host.restart)
        }
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
        XCTAssertEqual(HostTexts.table(for: ["mi", "en_NZ"]), HostTexts.english)
        XCTAssertEqual(HostTexts.table(for: ["mi"]), HostTexts.english, "there is no other language yet")
        XCTAssertEqual(HostText.retryIn(["seconds": "5"]), "Trying again by itself in 5 s")
    }
}
