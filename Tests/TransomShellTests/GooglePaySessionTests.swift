// A merchant's page with Google Pay in a real view, with its windows at the production origins.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomSandbox
import TransomShellTestSupport
import TransomTestSupport
import TransomVendors
import WebKit
import XCTest

@testable import TransomShell

@MainActor
final class GooglePaySessionTests: XCTestCase {
    private var fixture: SessionFixture?

    override func tearDown() async throws {
        fixture?.tearDown()
        fixture = nil
    }

    /// Runs the shop, and a play of it where one is named.
    private func open(
        play: String? = nil, change: (inout HostConfiguration) -> Void = { _ in }
    ) throws -> SessionFixture {
        let run = try SessionFixture(GooglePayIntegration.self, parameters: [:], play: play, change: change)
        fixture = run
        return run
    }

    /// Runs a play, and holds its events against the declared ones.
    private func play(
        _ name: String, change: (inout HostConfiguration) -> Void = { _ in }
    ) async throws -> SessionFixture {
        let run = try open(play: name, change: change)
        let expected = try XCTUnwrap(GooglePayIntegration.plays.first { $0.name == name }).events
        XCTAssertTrue(expected.contains("googlepay.result"))
        try await run.wait(for: "googlepay.result")
        try await eventually("the last window") { run.session.popups.isEmpty }
        try await eventually("the declared events of \(name)") { Self.holds(expected, in: run.types) }
        try assertAsDeclared(run)
        XCTAssertNil(run.ending)
        return run
    }

    private static func holds(_ expected: [String], in types: [String]) -> Bool {
        var rest = types[...]
        for type in expected {
            guard let index = rest.firstIndex(of: type) else { return false }
            rest = rest[(index + 1)...]
        }
        return true
    }

    /// Every event is of a declared kind, and none holds anything of a payment.
    private func assertAsDeclared(_ run: SessionFixture) throws {
        let catalogue = EventCatalogue(GooglePayIntegration.self)
        for event in run.events {
            XCTAssertEqual(catalogue.mismatches(type: event.type, data: event.data), [])
            for canary in ["sandbox-payment-token", "1111", "4444", "kiri", "123456", "paymentMethodData"] {
                XCTAssertFalse(event.json.contains(canary), event.json)
            }
        }
        XCTAssertEqual(run.opener.urls, [])
        XCTAssertFalse(run.types.contains("transom.message.rejected"))
        XCTAssertFalse(run.types.contains("transom.navigation.blocked"))
        XCTAssertFalse(run.types.contains("transom.network.refused"))
    }

    /// The page that a view shows, or nil while it changes.
    private func shownPage(of view: WKWebView?) async -> String? {
        try? await view?.evaluateJavaScript("document.body?.dataset.page ?? ''") as? String
    }

    private func shownPage(_ run: SessionFixture) async -> String? {
        await shownPage(of: run.session.view)
    }

    func testAPaymentGoesThroughTheSignInAndTheSheet() async throws {
        let run = try await play("pay")
        let result = try XCTUnwrap(run.event("googlepay.result"))
        XCTAssertEqual(result.data["code"], "ok")
        XCTAssertEqual(result.origin, "https://shop.merchant.example")
        XCTAssertEqual(result.mainframe, true)
        let popup = run.events.filter { $0.data["frame"] == "popup" && $0.type == "transom.navigation.inside" }
            .compactMap { $0.data["url"]?.stringValue }
        XCTAssertEqual(
            popup.filter { $0 != "about:blank" },
            [
                "https://pay.google.com/gp/p/loading", "https://accounts.google.com/v3/signin/identifier",
                "https://pay.google.com/gp/p/ui/pay",
            ])
        let closed = try XCTUnwrap(run.event("transom.popup.closed"))
        XCTAssertEqual(closed.data["origin"], "https://pay.google.com")
        try await eventually("the thanks") { await self.shownPage(run) == "paid" }
        let total = try await run.script("document.querySelector('main').innerText") as? String
        XCTAssertTrue(try XCTUnwrap(total).contains("NZ$ 109.90"), "\(total ?? "")")
    }

    func testACancelledSheetIsACancelledPayment() async throws {
        let run = try await play("cancel")
        XCTAssertEqual(run.event("googlepay.result")?.data["code"], "canceled")
        try await eventually("the shop again") { await self.shownPage(run) == "canceled" }
        let veil = try await run.script("document.querySelectorAll('[data-testid=veil]').length") as? Int
        XCTAssertEqual(veil, 0)
    }

    func testAWindowThatClosesWithoutAnAnswerIsACancelledPayment() async throws {
        let run = try await play("close")
        XCTAssertEqual(run.event("googlepay.result")?.data["code"], "canceled")
        XCTAssertEqual(run.event("transom.popup.closed")?.data["by"], "page")
        try await eventually("the shop again") { await self.shownPage(run) == "canceled" }
    }

    func testABankMayAskBackInASecondWindow() async throws {
        let run = try await play("3ds")
        XCTAssertEqual(run.event("googlepay.result")?.data["code"], "ok")
        let opened = run.events.filter { $0.type == "transom.popup.opened" }.compactMap { $0.data["id"]?.stringValue }
        XCTAssertEqual(opened, ["popup-1", "popup-2"])
        let closed = run.events.filter { $0.type == "transom.popup.closed" }
        XCTAssertEqual(closed.map { $0.data["id"]?.stringValue }, ["popup-2", "popup-1"])
        XCTAssertEqual(closed.first?.data["origin"], "https://acs.issuer.example")
        try await eventually("the thanks") { await self.shownPage(run) == "paid" }
    }

    func testAMerchantThatIsRefusedIsAFailedPayment() async throws {
        let run = try await play("merchant-error")
        XCTAssertEqual(run.event("googlepay.result")?.data["code"], "failed")
        try await eventually("the shop again") { await self.shownPage(run) == "failed" }
        let notice = try await run.script("document.querySelector('.notice').textContent") as? String
        XCTAssertTrue(try XCTUnwrap(notice).contains("MERCHANT_ACCOUNT_ERROR"))
    }

    func testInWindowsOfTheirOwnThePaymentIsTheSame() async throws {
        let run = try await play("3ds") { $0.popups = .window }
        XCTAssertEqual(run.event("googlepay.result")?.data["code"], "ok")
    }

    func testThePageIsOfferedAButtonAndNothingMovesWithoutAPlay() async throws {
        let run = try open()
        try await eventually("the shop") { await self.shownPage(run) == "shop" }
        let handlers = try await run.script("typeof window.webkit?.messageHandlers?.googlepay") as? String
        XCTAssertNotEqual(handlers, "object")
        XCTAssertEqual(run.session.popups.count, 0)
    }

    func testABrowserThatIsNotSafariIsOfferedNoButton() async throws {
        let run = try open { $0.userAgent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 Instagram 300" }
        try await eventually("the shop") { await self.shownPage(run) == "not-ready" }
    }

    /// Presses the button and leads the window to the sheet, as a person would.
    private func openSheet(_ run: SessionFixture) async throws -> Popup {
        try await eventually("the shop") { await self.shownPage(run) == "shop" }
        _ = try await run.script("document.querySelector('[data-testid=gpay-button]').click(); 0")
        try await eventually("the sign-in") {
            run.session.popups.first?.view.mainFrameOrigin == "https://accounts.google.com"
        }
        let popup = try XCTUnwrap(run.session.popups.first)
        XCTAssertEqual(popup.shownOrigin, "https://accounts.google.com")
        try await eventually("the sign-in's field") {
            await self.shownPage(of: popup.view) == "signin"
        }
        _ = try await popup.view.evaluateJavaScript(
            """
            const field = document.querySelector('[data-testid=email]');
            field.value = 'kiri@example.com'; field.dispatchEvent(new Event('input', {bubbles: true}));
            document.querySelector('[data-testid=signin-next]').click(); 0
            """)
        try await eventually("the sheet") {
            guard popup.view.mainFrameOrigin == "https://pay.google.com" else { return false }
            return await self.shownPage(of: popup.view) == "pay"
        }
        XCTAssertEqual(popup.shownOrigin, "https://pay.google.com")
        return popup
    }

    func testClosingByHandIsACancelledPaymentAndTakesTheVeilAway() async throws {
        let run = try open()
        _ = try await openSheet(run)
        let veil = try await run.script("document.querySelectorAll('[data-testid=veil]').length") as? Int
        XCTAssertEqual(veil, 1)
        XCTAssertTrue(run.session.stage?.onEscape?() ?? false)
        let result = try await run.wait(for: "googlepay.result")
        XCTAssertEqual(result.data["code"], "canceled")
        XCTAssertEqual(run.event("transom.popup.closed")?.data["by"], "user")
        run.scheduler.advance(by: .seconds(10))
        XCTAssertEqual(run.types.filter { $0 == "googlepay.result" }.count, 1, "the host does not say it again")
        try await eventually("the shop again") { await self.shownPage(run) == "canceled" }
        let left = try await run.script("document.querySelectorAll('[data-testid=veil]').length") as? Int
        XCTAssertEqual(left, 0)
        try assertAsDeclared(run)
    }

    func testAWindowThatIsClosedBeforeItSpeaksIsACancelledPaymentToo() async throws {
        let run = try open()
        try await eventually("the shop") { await self.shownPage(run) == "shop" }
        _ = try await run.script("window.open('https://accounts.google.com/v3/signin/identifier', 'early'); 0")
        try await eventually("the sign-in") {
            run.session.popups.first?.shownOrigin == "https://accounts.google.com"
        }
        run.clock.advance(by: .milliseconds(2_500))
        XCTAssertTrue(run.session.stage?.onEscape?() ?? false)
        run.scheduler.advance(by: .milliseconds(4_900))
        XCTAssertFalse(run.types.contains("googlepay.result"), "the window's own word may still come")
        run.scheduler.advance(by: .milliseconds(200))
        let result = try await run.wait(for: "googlepay.result")
        XCTAssertEqual(result.data, ["code": "canceled", "seconds": try XCTUnwrap(JSONValue(double: 2.5))])
        _ = try await run.script("window.open('https://acs.issuer.example/help', 'help'); 0")
        try await eventually("the help") {
            run.session.popups.first?.shownOrigin == "https://acs.issuer.example"
        }
        XCTAssertTrue(run.session.stage?.onEscape?() ?? false)
        run.scheduler.advance(by: .seconds(10))
        XCTAssertEqual(run.types.filter { $0 == "googlepay.result" }.count, 1, "no payment was asked of that one")
        try assertAsDeclared(run)
    }

    func testTheOpenerSeesAtItsNextLookThatItsWindowWasClosedByHand() async throws {
        let run = try open()
        let popup = try await openSheet(run)
        // The vendor's script looks every half second; this one counts each look after the closing that still finds it open.
        _ = try await run.script(
            """
            window.looks = {open: 0, closed: 0, gone: false};
            const held = window.open('', 'gp-js-popup');
            setInterval(() => {
                if (held.closed) looks.closed += 1; else if (looks.gone) looks.open += 1;
            }, 500); held !== null
            """)
        XCTAssertEqual(run.session.popups.count, 1, "the name is that of the window that is there")
        run.session.closePopup(popup.id, by: "user")
        _ = try await run.script("looks.gone = true; 0")
        try await eventually("a look") { (try await run.script("looks.closed") as? Int ?? 0) > 0 }
        let late = try await run.script("looks.open") as? Int
        XCTAssertEqual(late, 0)
    }

    func testThreeWindowsStandOverTheShopAndAFourthIsRefused() async throws {
        let run = try open()
        let sheet = try await openSheet(run)
        let bank = "https://acs.issuer.example/3ds"
        _ = try await sheet.view.evaluateJavaScript("window.bank = open('\(bank)', 'bank'); bank !== null")
        try await eventually("the bank") { run.session.popups.last?.shownOrigin == "https://acs.issuer.example" }
        let second = try XCTUnwrap(run.session.popups.last?.view)
        XCTAssertTrue(run.session.popups.last?.opener === sheet.view)
        _ = try await second.evaluateJavaScript(
            "window.help = open('https://acs.issuer.example/help', 'help'); help !== null")
        try await eventually("three") { run.session.popups.count == 3 }
        try await eventually("the help") { run.session.popups.last?.shownOrigin == "https://acs.issuer.example" }
        let third = try XCTUnwrap(run.session.popups.last?.view)
        let fourth =
            try await third.evaluateJavaScript("open('https://acs.issuer.example/more', 'more') === null") as? Bool
        XCTAssertEqual(fourth, true)
        XCTAssertEqual(run.session.popups.count, 3)
        // Each speaks with the one that opened it, both ways and across origins.
        _ = try await sheet.view.evaluateJavaScript(
            "addEventListener('message', (event) => { if (event.source === bank) { window.heard = event.origin; "
                + "bank.postMessage('back', event.origin) } }); 0")
        _ = try await second.evaluateJavaScript(
            "addEventListener('message', (event) => { window.heard = event.data }); opener.postMessage('there', '*'); 0"
        )
        try await eventually("the answer") { try await second.evaluateJavaScript("window.heard") as? String == "back" }
        let heard = try await sheet.view.evaluateJavaScript("window.heard") as? String
        XCTAssertEqual(heard, "https://acs.issuer.example")
        for left in [2, 1, 0] {
            XCTAssertTrue(run.session.stage?.onEscape?() ?? false)
            XCTAssertEqual(run.session.popups.count, left, "Escape closes the newest")
        }
    }

    func testAWindowOfItsOwnStaysInFrontOfTheShopSoThatFocusHasNothingToRaise() async throws {
        let run = try open { $0.popups = .window }
        let popup = try await openSheet(run)
        let shop = try XCTUnwrap(run.session.surface?.window)
        XCTAssertTrue(try XCTUnwrap(popup.window).stands(over: shop))
        _ = try await run.script("document.querySelector('[data-testid=veil]').click(); 0")
        let shown = await shownPage(of: popup.view)
        XCTAssertEqual(shown, "pay", "the vendor's veil asks for the window, which is still there")
        XCTAssertEqual(run.session.popups.count, 1)
    }

    func testTheSignInIsRememberedInTheNextWindow() async throws {
        let run = try open()
        let first = try await openSheet(run)
        run.session.closePopup(first.id, by: "user")
        try await eventually("the shop again") { await self.shownPage(run) == "canceled" }
        _ = try await run.script("document.querySelector('[data-testid=gpay-button]').click(); 0")
        try await eventually("the sheet at once") {
            run.session.popups.first?.view.mainFrameOrigin == "https://pay.google.com"
                && run.session.popups.first?.view.url?.path == "/gp/p/ui/pay"
        }
        let signins = run.events.filter {
            $0.type == "transom.navigation.inside"
                && $0.data["url"] == "https://accounts.google.com/v3/signin/identifier"
        }
        XCTAssertEqual(signins.count, 1)
    }

    func testTheHiddenFrameSeesTheSignInOfTheWindow() async throws {
        let run = try open()
        let isPresent = """
            const client = new google.payments.api.PaymentsClient({environment: 'TEST'});
            const method = {type: 'CARD', parameters: {allowedAuthMethods: ['PAN_ONLY']}};
            return (await client.isReadyToPay({allowedPaymentMethods: [method], existingPaymentMethodRequired: true}))
                .paymentMethodPresent;
            """
        try await eventually("the shop") { await self.shownPage(run) == "shop" }
        let view = try XCTUnwrap(run.session.view)
        let before = try await view.callAsyncJavaScript(isPresent, arguments: [:], contentWorld: .page) as? Bool
        XCTAssertEqual(before, false)
        _ = try await openSheet(run)
        let after = try await view.callAsyncJavaScript(isPresent, arguments: [:], contentWorld: .page) as? Bool
        XCTAssertEqual(after, true)
    }

    func testThePlaysAreThoseOfTheSandbox() async throws {
        XCTAssertEqual(GooglePayIntegration.plays.map(\.name), GooglePaySite.plays)
        let origins = try GooglePaySite(folder: SessionFixture.resources().path + "/web_dist/sandbox/googlepay").origins
        let integration = try GooglePayIntegration(IntegrationOptions())
        let policy = integration.navigationPolicy(IntegrationOptions())
        for origin in origins {
            let allowed = NavigationTarget.allCases.contains { target in
                let request = NavigationRequest(url: origin.description + "/", from: target, spelling: .canonical)
                return policy.decide(request).outcome == .inside
            }
            XCTAssertTrue(allowed, origin.description)
        }
    }

    func testAWindowLeadsNowhereElse() async throws {
        let run = try open()
        let popup = try await openSheet(run)
        _ = try await popup.view.evaluateJavaScript("location.href = 'https://elsewhere.example/'; 0")
        let blocked = try await run.wait(for: "transom.navigation.blocked")
        XCTAssertEqual(blocked.data["frame"], "popup")
        _ = try await popup.view.evaluateJavaScript("window.open('https://elsewhere.example/help'); 0")
        try await eventually("the second refusal") {
            run.types.filter { $0 == "transom.navigation.blocked" }.count == 2
        }
        XCTAssertEqual(run.opener.urls, [])
        XCTAssertEqual(popup.view.mainFrameOrigin, "https://pay.google.com")
    }
}
