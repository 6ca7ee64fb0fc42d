// What a customer sees of a page that failed, and that it comes back by itself.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomSandbox
import TransomTestSupport
import WebKit
import XCTest

@testable import TransomKiosk
@testable import TransomShell

@MainActor
final class KioskRecoveryTests: XCTestCase {
    private var fixture: KioskFixture?

    override func tearDown() async throws {
        await fixture?.tearDown()
        fixture = nil
    }

    func testWP06APageInAnEndlessLoopIsEndedInRealTimeAndComesBack() async throws {
        let fixture = try KioskFixture(["index.html": "<!doctype html><title>till</title>"], isRealTime: true) {
            $0.limits.heartbeatInterval = .milliseconds(500)
            $0.limits.heartbeatDeadline = .seconds(2)
        }
        self.fixture = fixture
        try await fixture.open()
        fixture.session?.view?.evaluateJavaScript("document.title = 'stuck'; for (;;) {}") { _, _ in }
        try await eventually("it is noticed") { fixture.count("transom.page.unresponsive") > 0 }
        try await eventually("it is there again") { fixture.count("transom.page.recovered") > 0 }
        try await eventually("the page works") { (try? await fixture.text("document.title")) == "till" }
        XCTAssertEqual(fixture.count("transom.page.crashed"), 0, "the host's own doing is no crash")
        XCTAssertEqual(fixture.count("transom.session.reset"), 0, "and no end of the session")
        XCTAssertFalse(fixture.hasQuit)
    }

    /// Breaks the network in a way, and looks that its screen comes and goes by itself.
    private func assertComesBack(
        _ kind: JSONValue, status: Int64? = nil, title: String, file: StaticString = #filePath, line: UInt = #line,
        _ breaks: (NetworkRules) -> Void
    ) async throws {
        let fixture = try KioskFixture(["index.html": "<!doctype html><title>till</title>"])
        self.fixture = fixture
        try await fixture.open()
        let rules = try XCTUnwrap(fixture.session?.networkRules)
        breaks(rules)
        let page = fixture.count("transom.page.loaded")
        fixture.session?.load()
        try await eventually("it is told") { fixture.count("transom.load.failed") == 1 }
        let data = fixture.event("transom.load.failed")?.data
        XCTAssertEqual(data?["kind"], kind, file: file, line: line)
        XCTAssertEqual(data?["status"], status.map { .integer($0) }, file: file, line: line)
        try await eventually("the host's own screen") { fixture.session?.deadlines["retry"] != nil }
        XCTAssertEqual(fixture.session?.failure?.title, title, file: file, line: line)
        XCTAssertEqual(fixture.session?.stage?.hasFailure, true, file: file, line: line)
        // The first try after a second meets the same fault, the second one after two more finds it mended.
        fixture.advance(by: .seconds(1))
        try await eventually("it was tried again") { fixture.count("transom.load.failed") == 2 }
        try await eventually("the screen is there again") { fixture.session?.deadlines["retry"] != nil }
        rules.removeAll()
        fixture.advance(by: .seconds(2))
        try await eventually("it is there again") { fixture.count("transom.page.recovered") == 1 }
        try await fixture.loaded(after: page)
        XCTAssertEqual(fixture.session?.stage?.hasFailure, false, file: file, line: line)
        XCTAssertEqual(fixture.event("transom.page.recovered")?.data["attempt"], 2, file: file, line: line)
        XCTAssertFalse(fixture.hasQuit, file: file, line: line)
    }

    func testAMachineWithoutANetworkGoesOnWhenItIsThere() async throws {
        try await assertComesBack("connect", title: HostText.noConnection()) { $0.isOffline = true }
    }

    func testAServerWhoseCertificateIsBrokenIsTriedAgain() async throws {
        try await assertComesBack("tls", title: HostText.notSafe()) { $0.fail("https://till.example/*", .tls) }
    }

    func testAServerThatIsOutOfOrderIsTriedAgain() async throws {
        try await assertComesBack("http", status: 503, title: HostText.notAvailable()) {
            var answer = SandboxResponse.html("<h1>Sorry</h1>")
            answer.status = 503
            $0.stub("https://till.example/*", with: answer)
        }
    }

    func testAPortalThatAsksForALoginIsTriedAgain() async throws {
        // RFC 6585: a network that wants a login first.
        try await assertComesBack("http", status: 511, title: HostText.notAvailable()) {
            var answer = SandboxResponse.html("<h1>Welcome to our network</h1>")
            answer.status = 511
            $0.stub("https://till.example/*", with: answer)
        }
    }

    func testAPortalThatLeadsElsewhereIsNotShownAndTriedAgain() async throws {
        let fixture = try KioskFixture(["index.html": "<!doctype html><title>till</title>"])
        self.fixture = fixture
        try await fixture.open()
        let rules = try XCTUnwrap(fixture.session?.networkRules)
        var answer = SandboxResponse.html("")
        answer.status = 302
        answer.headers.append((name: "Location", value: "https://portal.example/login"))
        rules.stub("https://till.example/*", with: answer)
        let page = fixture.count("transom.page.loaded")
        fixture.session?.load()
        try await eventually("it is blocked") { fixture.count("transom.navigation.blocked") == 1 }
        try await eventually("the host's own screen") { fixture.session?.deadlines["retry"] != nil }
        XCTAssertEqual(fixture.session?.stage?.hasFailure, true)
        rules.removeAll()
        fixture.advance(by: .seconds(60))
        try await eventually("it is there again") { fixture.count("transom.page.recovered") == 1 }
        try await fixture.loaded(after: page)
        XCTAssertEqual(fixture.session?.stage?.hasFailure, false)
    }
}
