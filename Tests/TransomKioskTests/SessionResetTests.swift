// One customer after another: nothing of the one before is left.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import TransomCore
import TransomTestSupport
import WebKit
import XCTest

@testable import TransomAutomation
@testable import TransomKiosk
@testable import TransomShell

@MainActor
final class SessionResetTests: XCTestCase {
    private var fixture: KioskFixture?

    override func tearDown() async throws {
        await fixture?.tearDown()
        fixture = nil
    }

    private func open(
        _ reset: SessionResetOptions = SessionResetOptions(), change: (inout HostConfiguration) -> Void = { _ in }
    ) async throws -> KioskFixture {
        let fixture = try KioskFixture(
            ["index.html": CustomerPage.text, "worker.js": "", "second.html": "<!doctype html>second"], reset: reset,
            change: change)
        self.fixture = fixture
        try await fixture.open()
        return fixture
    }

    private func left(_ fixture: KioskFixture) async throws -> String? {
        try await fixture.script("return await left()") as? String
    }

    private func copyOnClipboard() -> String? {
        let board = gtk_clipboard_get(gdk_atom_intern("CLIPBOARD", 0))
        guard let text = gtk_clipboard_wait_for_text(board) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    func testKE21KE22NothingOfACustomerIsLeftAfterAReset() async throws {
        let fixture = try await open()
        _ = try await fixture.script("await leave()")
        gtk_clipboard_set_text(gtk_clipboard_get(gdk_atom_intern("CLIPBOARD", 0)), "4111", -1)
        fixture.session?.view?.pageZoom = 2
        let before = try await left(fixture) ?? ""
        for sign in [#""cookie":"customer=ann""#, #""local":1"#, #""session":1"#, #""bases":1"#, #""caches":1"#] {
            XCTAssertTrue(before.contains(sign), "\(sign) is not in \(before)")
        }
        let old = try XCTUnwrap(fixture.session?.view)
        let subject = fixture.event("transom.session.started")?.subject
        let page = fixture.count("transom.page.loaded")
        fixture.host.reset(.idle)
        try await fixture.loaded(after: page)
        let after = try await left(fixture)
        XCTAssertEqual(after, CustomerPage.clean)
        XCTAssertFalse(try XCTUnwrap(fixture.session?.view) === old)
        XCTAssertFalse(try XCTUnwrap(fixture.session?.view).canGoBack)
        XCTAssertEqual(fixture.session?.view?.pageZoom, 1)
        XCTAssertNotEqual(copyOnClipboard(), "4111")
        let event = try XCTUnwrap(fixture.event("transom.session.reset"))
        XCTAssertEqual(event.subject, subject, "it belongs to the session that is over")
        XCTAssertNotEqual(fixture.event("transom.session.started")?.subject, subject)
        guard case .object(let data) = event.data else { return XCTFail("no data") }
        XCTAssertEqual(data["reason"], "idle")
        XCTAssertEqual(data["cleared"], .array(SessionReset.cleared.map { .string($0) }))
        XCTAssertEqual(fixture.count("transom.session.ended"), 0)
    }

    func testTheVendorsOwnCloseBeginsAnotherSession() async throws {
        let fixture = try await open()
        _ = try await fixture.script("await leave()")
        let page = fixture.count("transom.page.loaded")
        _ = try await fixture.script("webkit.messageHandlers.bridge.postMessage('close')")
        try await fixture.loaded(after: page)
        let after = try await left(fixture)
        XCTAssertEqual(after, CustomerPage.clean)
        XCTAssertFalse(fixture.hasQuit)
        XCTAssertTrue(fixture.events.contains { $0.type == "transom.session.reset" })
    }

    func testPS09APopupIsGoneWithTheSession() async throws {
        let fixture = try await open()
        fixture.session?.view?.configuration.preferences.javaScriptCanOpenWindowsAutomatically = true
        _ = try await fixture.script("window.popup = open('/second.html')")
        try await eventually("the popup is there") { fixture.session?.popups.isEmpty == false }
        XCTAssertTrue(try XCTUnwrap(fixture.session).isPaying)
        let page = fixture.count("transom.page.loaded")
        fixture.host.reset(.idle)
        try await fixture.loaded(after: page)
        XCTAssertEqual(fixture.session?.popups.count, 0)
        XCTAssertEqual(
            fixture.event("transom.popup.closed")?.data,
            ["id": "popup-1", "origin": "https://till.example", "by": "idle"])
    }

    func testTheResetVerbBeginsAnotherSessionAndGoesOnWithIt() async throws {
        let fixture = try await open()
        let performer = CommandPerformer(try XCTUnwrap(fixture.session), log: EventLog())
        let page = fixture.count("transom.page.loaded")
        _ = try await performer.perform(CommandRequest(.reset))
        try await fixture.loaded(after: page)
        let status = try await performer.perform(CommandRequest(.status))
        guard case .object(let members) = status, case .array(let views)? = members["views"] else {
            return XCTFail("no views")
        }
        XCTAssertEqual(views.count, 1)
        do {
            _ = try await performer.perform(CommandRequest(.evaluate(script: "return 1", arguments: [:])))
            XCTFail("a kiosk runs no script of anybody's")
        } catch {
            XCTAssertTrue("\(error)".contains("kiosk"), "\(error)")
        }
    }

    func testAKilledNetworkProcessBeginsAnotherSession() async throws {
        let fixture = try await open()
        _ = try await fixture.script("await leave()")
        try await eventually("it is watched") { fixture.session?.network != nil }
        let page = fixture.count("transom.page.loaded")
        kill(try XCTUnwrap(NetworkProcessWatch.process), SIGKILL)
        try await fixture.loaded(after: page)
        let after = try await left(fixture)
        XCTAssertEqual(after, CustomerPage.clean)
        XCTAssertEqual(fixture.event("transom.session.reset")?.data["reason"], "network")
    }

    func testASessionThatIsOverIsFreed() async throws {
        let fixture = try await open()
        let first = try XCTUnwrap(fixture.session)
        weak var second: HostSession?
        for round in 0..<2 {
            let page = fixture.count("transom.page.loaded")
            fixture.host.reset(.idle)
            try await fixture.loaded(after: page)
            if round == 0 { second = fixture.session }
        }
        try await eventually("the second session is freed") { second == nil }
        XCTAssertTrue(first.latest === fixture.session, "who keeps the first one still finds the last")
    }

    // MARK: - Idle

    func testAnIdleSessionIsWarnedAndThenReset() async throws {
        let fixture = try await open()
        try fixture.touch(300, 300)
        fixture.advance(by: .seconds(44))
        XCTAssertEqual(fixture.count("transom.session.warned"), 0)
        fixture.advance(by: .seconds(1))
        XCTAssertEqual(fixture.event("transom.session.warned")?.data, ["secondsLeft": 15])
        XCTAssertEqual(fixture.kiosk.idle?.isWarning, true)
        let page = fixture.count("transom.page.loaded")
        for _ in 0..<15 { fixture.advance(by: .seconds(1)) }
        try await fixture.loaded(after: page)
        XCTAssertEqual(fixture.kiosk.idle?.isWarning, false)
        fixture.advance(by: .seconds(3_600))
        XCTAssertEqual(fixture.count("transom.session.reset"), 1, "a session that nobody uses is left alone")
    }

    func testATouchKeepsASessionAndPressesNothing() async throws {
        let fixture = try await open()
        _ = try await fixture.script("window.touched = 0; addEventListener('touchstart', () => touched += 1)")
        try fixture.touch(300, 300)
        try await eventually("the touch came") { try await fixture.text("touched") == "1" }
        fixture.advance(by: .seconds(45))
        XCTAssertEqual(fixture.kiosk.idle?.isWarning, true)
        try fixture.touch(300, 300)
        XCTAssertEqual(fixture.kiosk.idle?.isWarning, false)
        fixture.advance(by: .seconds(40))
        try fixture.touch(310, 310)
        try await eventually("the next touch came") { try await fixture.text("touched") == "2" }
        XCTAssertEqual(fixture.count("transom.session.warned"), 1)
        XCTAssertEqual(fixture.count("transom.session.reset"), 0)
    }

    func testAPaymentHasTheLongerTime() async throws {
        var options = SessionResetOptions()
        options.duringPayment = .seconds(300)
        let fixture = try await open(options)
        try fixture.touch(300, 300)
        fixture.session?.isAway = true
        fixture.advance(by: .seconds(284))
        XCTAssertEqual(fixture.count("transom.session.warned"), 0)
        fixture.advance(by: .seconds(2))
        XCTAssertEqual(fixture.count("transom.session.warned"), 1)
    }

    func testAPaymentThatIsOverHasTheShorterTimeAgain() async throws {
        let fixture = try await open()
        try fixture.touch(300, 300)
        fixture.session?.isAway = true
        fixture.advance(by: .seconds(100))
        fixture.session?.isAway = false
        fixture.advance(by: .seconds(10))
        XCTAssertEqual(fixture.count("transom.session.warned"), 1)
    }
}
