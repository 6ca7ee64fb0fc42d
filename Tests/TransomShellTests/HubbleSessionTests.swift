// The gift-card store in a real view.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomShellTestSupport
import TransomTestSupport
import TransomVendors
import WebKit
import XCTest

@testable import TransomShell

@MainActor
final class HubbleSessionTests: XCTestCase {
    private var fixture: SessionFixture?

    override func tearDown() async throws {
        fixture?.tearDown()
        fixture = nil
    }

    private func make(_ fixture: SessionFixture) -> SessionFixture {
        self.fixture = fixture
        return fixture
    }

    func testAPurchasePlaysFromTheStoreThroughTheGatewayAndBack() async throws {
        let run = make(try SessionFixture(play: "purchase"))
        let ending = try await run.waitForEnding()
        XCTAssertEqual(ending, .page)
        XCTAssertEqual(run.types.first, "transom.session.started")
        XCTAssertEqual(run.types.last, "transom.session.ended")
        XCTAssertEqual(run.events[0].data["stamped"], true)
        XCTAssertEqual(run.events.map(\.sequence), (1...UInt64(run.events.count)).map { $0 })
        let expected = try XCTUnwrap(HubbleIntegration.plays.first { $0.name == "purchase" }).events
        XCTAssertFalse(expected.isEmpty)
        var rest = run.types[...]
        for type in expected {
            let index = try XCTUnwrap(rest.firstIndex(of: type), "\(type) is not in \(rest)")
            rest = rest[(index + 1)...]
        }
        for event in run.events where event.type.hasPrefix("hubble.") {
            XCTAssertEqual(event.origin, "https://vouchers.myhubble.money")
            XCTAssertEqual(event.mainframe, true)
        }
        let gateway = run.events.filter { $0.type == "transom.navigation.inside" }.compactMap {
            $0.data["url"]?.stringValue
        }
        XCTAssertTrue(gateway.contains("https://api.razorpay.com/v1/checkout"), "\(gateway)")
    }

    func testADeclinedPaymentIsAnEventAndNotAnError() async throws {
        let run = make(try SessionFixture(play: "fail"))
        let ending = try await run.waitForEnding()
        XCTAssertEqual(ending, .page)
        let failure = try XCTUnwrap(run.event("hubble.analytics.payment_fail"))
        XCTAssertNotNil(failure.data["properties"]?["failureReason"]?.stringValue)
    }

    private func assertPlayed(_ play: String, _ run: SessionFixture, file: StaticString = #filePath, line: UInt = #line)
        async throws
    {
        let ending = try await run.waitForEnding()
        XCTAssertEqual(ending, .page, file: file, line: line)
        let expected = try XCTUnwrap(HubbleIntegration.plays.first { $0.name == play }).events
        XCTAssertNil(DemoPlay.missing(expected, in: run.types), "\(run.types)", file: file, line: line)
        let catalogue = EventCatalogue(HubbleIntegration.self)
        for event in run.events {
            XCTAssertEqual(catalogue.mismatches(type: event.type, data: event.data), [], file: file, line: line)
        }
    }

    func testAPaymentAppIsOpenedOutsideAndTheStoreGoesOn() async throws {
        let run = make(try SessionFixture(play: "upi"))
        try await assertPlayed("upi", run)
        XCTAssertEqual(run.opener.urls.count, 1)
        XCTAssertTrue(run.opener.urls[0].hasPrefix("tez://upi/pay?"), "\(run.opener.urls)")
    }

    func testTheCardsBankAsksBackInside() async throws {
        let run = make(try SessionFixture(play: "bank"))
        try await assertPlayed("bank", run)
        let inside = run.events.filter { $0.type == "transom.navigation.inside" }
        let bank = try XCTUnwrap(
            inside.first { $0.data["url"]?.stringValue?.hasPrefix("https://acs.bank.example/3ds") ?? false })
        XCTAssertEqual(bank.data["rule"], "excursion", "nobody lists a bank")
        XCTAssertEqual(bank.data["frame"], "main")
        let policy = HubbleIntegration.self
        let listed = try policy.init(IntegrationOptions(parameters: ["clientId": ["demo"]])).navigationPolicy(
            IntegrationOptions())
        let alone = listed.decide(
            NavigationRequest(url: "https://acs.bank.example/3ds", from: .main, spelling: .canonical))
        XCTAssertNotEqual(alone.outcome, .inside)
        let back = inside.last { $0.data["url"]?.stringValue?.hasPrefix("https://api.razorpay.com") ?? false }
        XCTAssertGreaterThan(try XCTUnwrap(back).sequence, bank.sequence, "the gateway has its answer")
        XCTAssertEqual(run.opener.urls, [])
    }

    func testASwipeWalksTheHistoryOnlyWhereTheOptionSaysSo() async throws {
        for (given, expected) in [(nil, false), ("false", false), ("true", true)] as [(String?, Bool)] {
            var parameters = ["clientId": ["demo"]]
            if let given { parameters["gestures"] = [given] }
            let run = make(try SessionFixture(parameters: parameters))
            XCTAssertEqual(run.session.view?.allowsBackForwardNavigationGestures, expected, given ?? "none")
            try await run.wait(for: "transom.page.loaded")
            let query = try await run.script("location.search") as? String
            XCTAssertFalse(query?.contains("gestures") ?? true, "it is the host's, and not the vendor's")
            run.tearDown()
        }
    }

    func testLoggingOutClosesTheStoreAndTheNextVisitKnowsNobody() async throws {
        let run = make(try SessionFixture(play: "logout"))
        try await assertPlayed("logout", run)
        let exited = try XCTUnwrap(run.event("hubble.analytics.exited"))
        XCTAssertEqual(exited.data["properties"], ["through": "logout"])
        run.tearDown()
        let next = make(try SessionFixture())
        try await next.wait(for: "hubble.app_ready")
        let kept = try await next.script("document.cookie + localStorage.length") as? String
        XCTAssertEqual(kept, "0")
    }

    func testABadClientEndsTheRunWithAnError() async throws {
        let run = make(try SessionFixture(play: "bad-client"))
        let ending = try await run.waitForEnding()
        XCTAssertEqual(ending, .error)
        XCTAssertEqual(ending.status(isAwaiting: false), 1)
        XCTAssertNotNil(run.event("hubble.error")?.data["message"]?.stringValue)
    }

    func testAPageThatIsNeverReadyFailsAtTheStartUpDeadline() async throws {
        let run = make(try SessionFixture(play: "stuck"))
        try await run.wait(for: "transom.page.loaded")
        XCTAssertNil(run.ending)
        run.scheduler.advance(by: .seconds(15))
        let ending = try await run.waitForEnding()
        XCTAssertEqual(ending, .error)
        XCTAssertEqual(run.event("transom.page.failed")?.data["reason"]?.stringValue, "the page was not ready in 15 s")
    }

    func testInAWindowAFailureCanBeTriedAgain() async throws {
        let run = make(try SessionFixture(play: "stuck") { $0.presentation = .window })
        try await run.wait(for: "transom.page.loaded")
        run.scheduler.advance(by: .seconds(15))
        try await run.wait(for: "transom.page.failed")
        XCTAssertNil(run.ending)
        run.session.stage?.onRetry?()
        try await eventually("a second load") { run.types.filter { $0 == "transom.page.loaded" }.count == 2 }
        run.scheduler.advance(by: .seconds(15))
        try await eventually("a second failure") { run.types.filter { $0 == "transom.page.failed" }.count == 2 }
        run.session.surface?.onClose?()
        let ending = try await run.waitForEnding()
        XCTAssertEqual(ending, .error)
    }

    func testTheAwaitedEventEndsTheRun() async throws {
        let run = make(try SessionFixture(play: "purchase") { $0.until = "hubble.analytics.payment_*" })
        let ending = try await run.waitForEnding()
        XCTAssertEqual(ending, .until)
        XCTAssertEqual(run.types.suffix(2), ["hubble.analytics.payment_initiated", "transom.session.ended"])
        XCTAssertEqual(ending.status(isAwaiting: run.session.isAwaiting), 0)
    }

    func testAnEndingBeforeTheAwaitedEventIsAFailure() async throws {
        let run = make(try SessionFixture(play: "fail") { $0.until = "hubble.analytics.payment_success" })
        let ending = try await run.waitForEnding()
        XCTAssertEqual(ending, .page)
        XCTAssertEqual(ending.status(isAwaiting: run.session.isAwaiting), 1)
    }

    func testLinksLeaveThroughTheOpenerAndNotTooOften() async throws {
        let run = make(try SessionFixture())
        try await run.wait(for: "hubble.app_ready")
        for index in 1...4 {
            run.clock.advance(by: .seconds(2))
            _ = try await run.script("location.href = 'upi://pay?pa=shop@bank&n=\(index)'; 0")
            try await eventually("hop \(index)") {
                run.types.filter { $0 == "transom.navigation.outside" }.count == index
            }
        }
        try await run.wait(for: "transom.outside.refused")
        XCTAssertEqual(run.opener.urls, (1...3).map { "upi://pay?pa=shop@bank&n=\($0)" })
        let opened = try XCTUnwrap(run.event("transom.outside.opened"))
        XCTAssertEqual(opened.data["target"]?.stringValue, "upi:")
        XCTAssertNil(run.ending)
    }

    func testANewWindowIsShownInTheSameView() async throws {
        let run = make(try SessionFixture())
        try await run.wait(for: "transom.page.loaded")
        _ = try await run.script(
            "const a = document.createElement('a'); a.target = '_blank'; a.href = '/sdk/gc/help?clientId=demo&wrap-plt=ios'; "
                + "document.body.append(a); a.click(); 0")
        try await run.wait(for: "hubble.analytics.visit_help")
        _ = try await run.script("window.open('https://www.uber.com/'); 0")
        try await eventually("the opener") { run.opener.urls == ["https://www.uber.com/"] }
        XCTAssertEqual(run.session.view?.url?.path, "/sdk/gc/help")
    }

    func testAForeignPageIsNeverShown() async throws {
        let run = make(try SessionFixture())
        try await run.wait(for: "hubble.app_ready")
        _ = try await run.script("location.href = 'https://vouchers.myhubble.money.evil.example/'; 0")
        try await eventually("the opener") { run.opener.urls.count == 1 }
        _ = try await run.script("location.href = 'http://vouchers.myhubble.money/'; 0")
        let blocked = try await run.wait(for: "transom.navigation.blocked")
        XCTAssertEqual(blocked.data["rule"]?.stringValue, "same-host")
        XCTAssertEqual(run.session.view?.url?.host, "vouchers.myhubble.money")
    }

    func testLaunchLinkIsJudgedAsAnyOtherLink() async throws {
        let run = make(try SessionFixture())
        try await run.wait(for: "hubble.app_ready")
        func launch(_ link: String) async throws {
            _ = try await run.session.view?.callAsyncJavaScript(
                "webkit.messageHandlers.bridge.postMessage(JSON.stringify({type: 'action', action: 'launch_link', "
                    + "properties: {link}})); return 0", arguments: ["link": link], contentWorld: .page)
        }
        try await launch("https://www.uber.com/in/en/")
        try await eventually("the opener") { run.opener.urls.count == 1 }
        try await launch("file:///etc/passwd")
        try await launch("https://user@bank.example/")
        try await eventually("two blocked") { run.types.filter { $0 == "transom.navigation.blocked" }.count == 2 }
        XCTAssertEqual(run.opener.urls, ["https://www.uber.com/in/en/"])
    }

    func testAFailedOpenIsToldAndShown() async throws {
        let run = make(try SessionFixture())
        run.opener.problem = "no program"
        try await run.wait(for: "hubble.app_ready")
        _ = try await run.script("location.href = 'phonepe://pay'; 0")
        let failed = try await run.wait(for: "transom.outside.failed")
        XCTAssertEqual(failed.data["error"]?.stringValue, "no program")
    }

    func testMalformedMessagesAreRefusedAndCounted() async throws {
        let run = make(try SessionFixture())
        try await run.wait(for: "hubble.app_ready")
        _ = try await run.script(
            """
            const b = webkit.messageHandlers.bridge;
            for (let i = 0; i < 5; i++) b.postMessage('not json');
            b.postMessage(JSON.stringify({type: 'action', action: 'reboot'})); b.postMessage(null); 0
            """)
        try await eventually("three reports") { run.types.filter { $0 == "transom.message.rejected" }.count == 3 }
        run.clock.advance(by: .seconds(2))
        run.scheduler.advance(by: .seconds(2))
        try await eventually("the rest") { run.types.filter { $0 == "transom.message.rejected" }.count == 4 }
        let rejected = run.events.filter { $0.type == "transom.message.rejected" }
        XCTAssertEqual(rejected.last?.data["count"], 4)
        XCTAssertNil(run.ending)
    }

    func testACrashedWebProcessIsToldAndEndsAHeadlessRun() async throws {
        let run = make(try SessionFixture())
        try await run.wait(for: "hubble.app_ready")
        run.session.view?.terminateWebProcess()
        let ending = try await run.waitForEnding()
        XCTAssertEqual(ending, .error)
        XCTAssertNotNil(run.event("transom.page.crashed"))
    }
}
