// A reset in every situation that a customer may leave behind.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import TransomCore
import TransomSandbox
import TransomTestSupport
import WebKit
import XCTest

@testable import TransomKiosk
@testable import TransomShell

@MainActor
final class ResetSituationTests: XCTestCase {
    private var fixture: KioskFixture?

    override func tearDown() async throws {
        await fixture?.tearDown()
        fixture = nil
    }

    private func open(change: (inout HostConfiguration) -> Void = { _ in }) async throws -> KioskFixture {
        let fixture = try KioskFixture(
            ["index.html": CustomerPage.text, "worker.js": "", "second.html": "<!doctype html>second"], change: change)
        self.fixture = fixture
        try await fixture.open()
        return fixture
    }

    private func left(_ fixture: KioskFixture) async throws -> String? {
        try await fixture.script("return await left()") as? String
    }

    /// Waits for the next session's page, and looks that it is as the first customer's was.
    private func assertClean(
        _ fixture: KioskFixture, after page: Int, file: StaticString = #filePath, line: UInt = #line
    ) async throws {
        try await fixture.loaded(after: page)
        let after = try await left(fixture)
        XCTAssertEqual(after, CustomerPage.clean, file: file, line: line)
        XCTAssertEqual(fixture.session?.isPaying, false, file: file, line: line)
        XCTAssertEqual(fixture.kiosk.isInUse, false, file: file, line: line)
        XCTAssertEqual(fixture.session?.view?.pageZoom, 1, file: file, line: line)
    }

    private func touched(_ fixture: KioskFixture) throws {
        try fixture.touch(300, 300)
        XCTAssertTrue(fixture.kiosk.isInUse)
    }

    func testASheetGoesWithWhatItsIntegrationKeeps() async throws {
        let fixture = try await open {
            $0.integration = TillIntegration.self
            var counter = HostConfiguration.Sheet(options: IntegrationOptions(environment: .development))
            counter.keepsData = true
            $0.sheets = ["counter": counter]
        }
        for round in 1...2 {
            let session = try XCTUnwrap(fixture.session)
            let errand = Task { await session.openSheet("counter", parameters: [:]) }
            try await eventually("the sheet's page") {
                fixture.session?.sheets?.session?.view?.mainFrameOrigin == "https://till.example"
                    && fixture.session?.sheets?.session?.view?.isLoading == false
            }
            let sheet = try XCTUnwrap(fixture.session?.sheets?.session?.view)
            let found = try await sheet.callAsyncJavaScript(
                "return await left()", arguments: [:], in: nil, contentWorld: .page)
            XCTAssertEqual(found as? String, CustomerPage.clean, "sheet \(round)")
            _ = try await sheet.callAsyncJavaScript(
                "await leave()", arguments: [:], in: nil, contentWorld: .page)
            XCTAssertEqual(fixture.session?.isPaying, true)
            let page = fixture.count("transom.page.loaded")
            fixture.host.reset(.idle)
            let answer = await errand.value
            XCTAssertNotNil(answer, "whoever asked for the sheet has an answer")
            XCTAssertEqual(fixture.text("by", of: "transom.sheet.closed"), "idle")
            try await assertClean(fixture, after: page)
            XCTAssertNil(fixture.session?.sheets?.session)
        }
    }

    func testAPaymentInAPopupHasTheLongerTimeAndGoesThenAsWell() async throws {
        let fixture = try await open()
        fixture.session?.view?.configuration.preferences.javaScriptCanOpenWindowsAutomatically = true
        _ = try await fixture.script("await leave(); window.popup = open('/second.html')")
        try await eventually("the popup is there") { fixture.session?.popups.isEmpty == false }
        let page = fixture.count("transom.page.loaded")
        try touched(fixture)
        fixture.advance(by: .seconds(200))
        XCTAssertEqual(fixture.count("transom.session.warned"), 0)
        XCTAssertEqual(fixture.session?.popups.count, 1)
        fixture.advance(by: .seconds(86))
        XCTAssertEqual(fixture.count("transom.session.warned"), 1)
        for _ in 0..<15 { fixture.advance(by: .seconds(1)) }
        try await assertClean(fixture, after: page)
        XCTAssertEqual(fixture.text("reason", of: "transom.session.reset"), "idle")
        XCTAssertEqual(fixture.session?.popups.count, 0)
    }

    func testACodeForAPhoneGoes() async throws {
        let fixture = try await open { $0.outside = .qr }
        _ = try await fixture.script("await leave()")
        fixture.session?.surroundings.opener.open("https://bank.example/pay/1") { _ in }
        let page = fixture.count("transom.page.loaded")
        fixture.host.reset(.idle)
        try await assertClean(fixture, after: page)
        XCTAssertEqual(
            fixture.session?.surroundings.opener.dismiss(), false, "no code lies over the next session's page")
    }

    func testAPageThatIsOnItsWayGoes() async throws {
        let fixture = try await open()
        _ = try await fixture.script("await leave()")
        fixture.session?.networkRules?.fail("https://till.example/slow*", .timeout)
        _ = try? await fixture.script("location.href = '/slow'")
        try await eventually("it is on its way") { fixture.session?.view?.isLoading == true }
        let page = fixture.count("transom.page.loaded")
        fixture.host.reset(.idle)
        try await assertClean(fixture, after: page)
        XCTAssertEqual(fixture.count("transom.load.failed"), 0)
    }

    func testAPageThatHangsGoes() async throws {
        let fixture = try await open()
        _ = try await fixture.script("await leave()")
        fixture.session?.view?.evaluateJavaScript("for (;;) {}") { _, _ in }
        let page = fixture.count("transom.page.loaded")
        fixture.host.reset(.idle)
        try await assertClean(fixture, after: page)
        XCTAssertEqual(fixture.count("transom.page.crashed"), 0, "the host's own doing is no crash")
    }

    func testTwoResetsInARowAreOneAndTheNextIsAnother() async throws {
        let fixture = try await open()
        _ = try await fixture.script("await leave()")
        var page = fixture.count("transom.page.loaded")
        var answers: [Bool] = []
        fixture.host.reset(.idle) { answers.append($0) }
        fixture.host.reset(.command) { answers.append($0) }
        try await eventually("both are answered") { answers == [true, true] }
        try await assertClean(fixture, after: page)
        XCTAssertEqual(fixture.count("transom.session.reset"), 1)
        page = fixture.count("transom.page.loaded")
        _ = try await fixture.script("await leave()")
        fixture.host.reset(.idle) { answers.append($0) }
        try await eventually("it is answered") { answers.count == 3 }
        // Before its page is there.
        fixture.host.reset(.idle) { answers.append($0) }
        try await eventually("it is answered too") { answers == [true, true, true, true] }
        try await assertClean(fixture, after: page)
        XCTAssertEqual(fixture.count("transom.session.reset"), 3)
    }
}
