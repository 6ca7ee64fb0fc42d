// A payment page in a real view.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import Foundation
import TransomCore
import TransomSandbox
import TransomShellTestSupport
import TransomTestSupport
import TransomVendors
import WebKit
import XCTest

@testable import TransomShell

@MainActor
final class VolleySessionTests: XCTestCase {
    private var fixture: SessionFixture?

    override func tearDown() async throws {
        fixture?.tearDown()
        fixture = nil
    }

    private func open(
        play: String? = nil, parameters: [String: [String]] = ["requestId": ["Q7canary4Zk"]],
        sites: [any SandboxSite] = [], allow: [String] = [], change: (inout HostConfiguration) -> Void = { _ in }
    ) throws -> SessionFixture {
        let run = try SessionFixture(
            VolleyIntegration.self, parameters: parameters, play: play, sites: sites, allow: allow, change: change)
        fixture = run
        return run
    }

    private func assertPlayed(
        _ play: String, _ run: SessionFixture, file: StaticString = #filePath, line: UInt = #line
    ) throws {
        let expected = try XCTUnwrap(VolleyIntegration.plays.first { $0.name == play }).events
        var rest = run.types[...]
        for type in expected {
            let index = try XCTUnwrap(rest.firstIndex(of: type), "\(type) is not in \(rest)", file: file, line: line)
            rest = rest[(index + 1)...]
        }
        for event in run.events {
            XCTAssertFalse(event.json.contains("Q7canary4Zk"), event.json, file: file, line: line)
            XCTAssertFalse(event.json.contains("consent="), event.json, file: file, line: line)
            guard event.type.hasPrefix("volley.") else { continue }
            XCTAssertEqual(event.origin, "https://app.volley.nz", file: file, line: line)
            XCTAssertEqual(event.mainframe, true, file: file, line: line)
            let mismatches = EventCatalogue(VolleyIntegration.self).mismatches(type: event.type, data: event.data)
            XCTAssertEqual(mismatches, [], file: file, line: line)
        }
    }

    /// Chooses a bank and goes there.
    private func choose(_ bank: String, _ run: SessionFixture) async throws {
        try await eventually("the banks") {
            try await run.script("document.body.dataset.page") as? String == "choose"
        }
        _ = try await run.script(
            "for (const id of ['\(bank)', 'continue']) document.querySelector(`[data-testid=${id}]`).click(); 0")
    }

    // MARK: - Plays

    func testAPaymentIsApprovedAtTheBankAndThePageStaysOpen() async throws {
        let run = try open(play: "approve")
        let complete = try await run.wait(for: "volley.complete")
        try assertPlayed("approve", run)
        XCTAssertEqual(complete.data["status"], "success")
        XCTAssertEqual(complete.data["bank"], "Kauri Bank")
        XCTAssertNotNil(complete.data["paymentId"])
        XCTAssertEqual(run.event("volley.redirect")?.data, ["url": "https://bank.example"])
        XCTAssertEqual(run.opener.urls, ["https://bank.example/authorise?bank=kauri&consent=consent1"])
        XCTAssertEqual(run.event("transom.outside.opened")?.data["target"], "https://bank.example")
        XCTAssertNil(run.ending)
    }

    func testADeclinedPaymentIsAResultToo() async throws {
        let run = try open(play: "decline")
        let complete = try await run.wait(for: "volley.complete")
        try assertPlayed("decline", run)
        XCTAssertEqual(complete.data, ["status": "declined", "bank": "Kauri Bank"])
        XCTAssertNil(run.ending)
    }

    func testADecoupledPaymentCompletesWithoutARedirect() async throws {
        let run = try open(play: "decoupled")
        let complete = try await run.wait(for: "volley.complete")
        try assertPlayed("decoupled", run)
        XCTAssertEqual(complete.data["bank"], "Aoraki Bank")
        XCTAssertFalse(run.types.contains("volley.redirect"))
        XCTAssertEqual(run.opener.urls, [])
    }

    func testARequestThatNobodyPaysExpires() async throws {
        let run = try open(play: "expire")
        try await run.wait(for: "volley.redirect")
        XCTAssertNil(run.ending)
        run.scheduler.advance(by: .seconds(4))
        let ending = try await run.waitForEnding()
        try assertPlayed("expire", run)
        XCTAssertEqual(ending, .error)
        XCTAssertEqual(run.event("transom.page.failed")?.data["reason"], "the request expired after 4 s")
        XCTAssertFalse(run.types.contains("volley.complete"))
    }

    func testLeavingClosesWithoutAResult() async throws {
        let run = try open(play: "close")
        let ending = try await run.waitForEnding()
        try assertPlayed("close", run)
        XCTAssertEqual(ending, .page)
        XCTAssertNil(run.session.result)
        XCTAssertFalse(run.types.contains("volley.complete"))
    }

    /// The controls of the page that nobody can name or find, by a screen reader or by a test.
    private func unnamedControls(_ run: SessionFixture) async throws -> String? {
        try await run.script(
            """
            [...document.querySelectorAll('a, button, input, select, textarea')]
                .filter((each) => !each.dataset.testid || !each.getAttribute('aria-label'))
                .map((each) => each.outerHTML).join('\\n')
            """) as? String
    }

    func testEveryControlOnEveryScreenHasAName() async throws {
        let run = try open()
        for (page, next) in [
            ("choose", "bank-kauri"), ("choose", "continue"), ("waiting", "phone-approve"), ("paid", "receipt"),
        ] {
            try await eventually(page) { try await run.script("document.body.dataset.page") as? String == page }
            let unnamed = try await unnamedControls(run)
            XCTAssertEqual(unnamed, "", page)
            _ = try await run.script("document.querySelector('[data-testid=\(next)]').click(); 0")
        }
    }

    // MARK: - What it must bear

    func testThePageItselfShowsThatItsRequestExpired() async throws {
        let run = try open()
        try await choose("bank-kauri", run)
        try await run.wait(for: "volley.redirect")
        run.clock.advance(by: .seconds(301))
        try await eventually("the end") {
            try await run.script("document.body.dataset.page") as? String == "expired"
        }
        XCTAssertFalse(run.types.contains("volley.complete"))
    }

    func testThePageGoesOnAskingWhileItsWindowIsHidden() async throws {
        let resources = try SessionFixture.resources()
        let site = try VolleySite(folder: resources.path + "/web_dist/sandbox/volley")
        let run = try open(sites: [site])
        try await choose("bank-aoraki", run)
        try await eventually("the wait") {
            try await run.script("document.body.dataset.page") as? String == "waiting"
        }
        let view = try XCTUnwrap(run.session.view)
        gtk_widget_hide(gtk_widget_get_toplevel(view.hostWidget))
        try await eventually("the page is hidden") {
            try await run.script("document.visibilityState") as? String == "hidden"
        }
        let asked = site.statusRequests
        try await eventually("it goes on asking") { site.statusRequests >= asked + 3 }
        // The customer approves on the phone, and the page, which nobody sees, tells it.
        let answer = site.respond(
            to: SandboxRequest(
                origin: .literal("https://app.volley.nz"), method: "POST", path: "/pay/Q7canary4Zk/phone",
                headers: [(name: "Content-Type", value: "application/json")], body: Data(#"{"result":"approved"}"#.utf8)
            ))
        XCTAssertEqual(answer.status, 200)
        try await run.wait(for: "volley.complete")
    }

    func testAfterARedirectThePageGoesOnAskingAtItsOwnPaceWhileNobodySeesIt() async throws {
        let resources = try SessionFixture.resources()
        let site = try VolleySite(folder: resources.path + "/web_dist/sandbox/volley")
        let run = try open(sites: [site])
        try await choose("bank-kauri", run)
        try await eventually("the bank") { run.opener.urls.count == 1 }
        let view = try XCTUnwrap(run.session.view)
        gtk_widget_unmap(gtk_widget_get_toplevel(view.hostWidget))
        gtk_widget_hide(gtk_widget_get_toplevel(view.hostWidget))
        try await eventually("the page is hidden") {
            try await run.script("document.visibilityState") as? String == "hidden"
        }
        XCTAssertEqual(gtk_widget_get_mapped(view.hostWidget), 0)
        // The engine slows the timers of a page that nobody sees down to one a second: then fifty ticks of a tenth of a second
        // would take the fifty seconds that nobody waits for here.
        let asked = site.statusRequests
        try await eventually("twenty questions") { site.statusRequests >= asked + 20 }
        _ = try await run.script("let ticks = 0; setInterval(() => { window.ticks = ticks += 1; }, 100); 0")
        try await eventually("fifty ticks") { (try await run.script("window.ticks ?? 0") as? Int ?? 0) >= 50 }
        XCTAssertEqual(gtk_widget_get_mapped(view.hostWidget), 0)
        let answer = site.respond(
            to: SandboxRequest(
                origin: .literal("https://app.volley.nz"), method: "POST", path: "/pay/Q7canary4Zk/phone",
                headers: [(name: "Content-Type", value: "application/json")], body: Data(#"{"result":"approved"}"#.utf8)
            ))
        XCTAssertEqual(answer.status, 200)
        try await run.wait(for: "volley.complete")
    }

    func testTheCustomerApprovesOnTheBanksOwnPage() async throws {
        let run = try open()
        try await choose("bank-kauri", run)
        try await eventually("the bank") { run.opener.urls.count == 1 }
        // The customer's browser, which has nothing in common with the page but the sandbox.
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = run.session.store
        let browser = WKWebView(frame: CGRect(x: 0, y: 0, width: 400, height: 700), configuration: configuration)
        browser.load(URLRequest(url: try XCTUnwrap(URL(string: run.opener.urls[0]))))
        try await eventually("the bank's page") {
            try await browser.evaluateJavaScript("document.body?.dataset.page") as? String == "bank"
        }
        _ = try await browser.evaluateJavaScript("document.querySelector('[data-testid=bank-approve]').click(); 0")
        let complete = try await run.wait(for: "volley.complete")
        XCTAssertEqual(complete.data["status"], "success")
        // The consent was for once.
        _ = try await browser.evaluateJavaScript("location.reload(); 0")
        try await eventually("the bank's page again") {
            try await browser.evaluateJavaScript("document.body?.dataset.page") as? String == "bank"
        }
        _ = try await browser.evaluateJavaScript("document.querySelector('[data-testid=bank-decline]').click(); 0")
        try await eventually("too late") {
            try await browser.evaluateJavaScript("document.body?.dataset.page") as? String == "bank-over"
        }
        XCTAssertEqual(run.types.filter { $0 == "volley.complete" }.count, 1)
    }

    func testACompletionCountsOnceEvenAfterAReload() async throws {
        let run = try open(play: "decoupled")
        try await run.wait(for: "volley.complete")
        _ = try await run.script("location.reload(); 0")
        let rejected = try await run.wait(for: "transom.message.rejected")
        XCTAssertEqual(rejected.data["reason"], "duplicate")
        XCTAssertEqual(run.types.filter { $0 == "volley.complete" }.count, 1)
    }

    func testAMalformedCompletionIsMarkedAndALaterOneCounts() async throws {
        let run = try open()
        try await run.wait(for: "transom.page.loaded")
        _ = try await run.script(
            """
            const handler = webkit.messageHandlers.volleyWebview;
            handler.postMessage({type: 'complete', status: 'success', paymentId: 123});
            handler.postMessage({type: 'complete', status: 'success', paymentId: 'p-1', extra: {a: 1}}); 0
            """)
        try await eventually("both") { run.types.filter { $0 == "volley.complete" }.count == 2 }
        let events = run.events.filter { $0.type == "volley.complete" }
        XCTAssertEqual(
            events.map(\.data), [["status": "success", "malformed": true], ["status": "success", "paymentId": "p-1"]])
        XCTAssertEqual(run.session.result, ["status": "success", "paymentId": "p-1"])
        XCTAssertNil(run.ending)
    }

    func testARedirectToAnythingButABankOpensNothing() async throws {
        let run = try open()
        try await run.wait(for: "transom.page.loaded")
        for url in [
            "file:///etc/passwd", "javascript:alert(1)", "ssh://-oProxyCommand=id/", "https://user@bank.example/",
        ] {
            _ = try await run.session.view?.callAsyncJavaScript(
                "webkit.messageHandlers.volleyWebview.postMessage({type: 'redirect', url}); return 0",
                arguments: ["url": url], contentWorld: .page)
        }
        try await run.wait(for: "transom.message.rejected")
        run.clock.advance(by: .seconds(2))
        run.scheduler.advance(by: .seconds(2))
        try await eventually("all four") {
            run.events.filter { $0.type == "transom.message.rejected" }
                .compactMap { if case .integer(let count)? = $0.data["count"] { count } else { nil } }.reduce(0, +) == 4
        }
        XCTAssertEqual(run.opener.urls, [])
        XCTAssertFalse(run.types.contains("volley.redirect"))
    }

    func testRedirectsAreOpenedThreeTimesAMinuteAndPrivateHostsNever() async throws {
        let run = try open()
        try await run.wait(for: "transom.page.loaded")
        _ = try await run.script(
            """
            const handler = webkit.messageHandlers.volleyWebview;
            handler.postMessage({type: 'redirect', url: 'https://192.168.0.1/'});
            for (let index = 0; index < 50; index += 1) {
                handler.postMessage({type: 'redirect', url: 'https://bank.example/' + index});
            } 0
            """)
        try await eventually("all of them") { run.types.filter { $0 == "volley.redirect" }.count == 51 }
        XCTAssertEqual(run.opener.urls, (0..<3).map { "https://bank.example/\($0)" })
        try await eventually("the rest") { run.types.filter { $0 == "transom.outside.refused" }.count == 47 }
        XCTAssertEqual(run.types.filter { $0 == "transom.navigation.blocked" }.count, 1)
    }

    func testARedirectLeavesThePageWhereItIsAlsoWhereTheBankMayOpenInside() async throws {
        let run = try open(allow: ["https://bank.example"])
        try await run.wait(for: "transom.page.loaded")
        _ = try await run.script(
            "webkit.messageHandlers.volleyWebview.postMessage({type: 'redirect', url: 'https://bank.example/1'}); 0")
        try await run.wait(for: "transom.outside.opened")
        XCTAssertEqual(run.opener.urls, ["https://bank.example/1"])
        XCTAssertEqual(run.session.view?.url?.host, "app.volley.nz")
    }

    func testAfterTheExpiryTheStatusCanBeAskedForAndACompletionCounts() async throws {
        let run = try open(parameters: ["requestId": ["Q7canary4Zk"], "expiresAfter": ["60"]]) {
            $0.presentation = .window
        }
        try await choose("bank-aoraki", run)
        try await eventually("the wait") {
            try await run.script("document.body.dataset.page") as? String == "waiting"
        }
        run.scheduler.advance(by: .seconds(60))
        try await run.wait(for: "transom.page.failed")
        _ = try await run.script("document.querySelector('[data-testid=phone-approve]').click(); 0")
        try await eventually("the page has said so") {
            try await run.script("document.body.dataset.page") as? String == "paid"
        }
        XCTAssertFalse(run.types.contains("volley.complete"), "what the page says by itself does not count any more")
        run.session.stage?.onRetry?()
        let complete = try await run.wait(for: "volley.complete")
        XCTAssertNotNil(complete.data["paymentId"], "it is the answer of the vendor's server")
        guard case .completed(let result) = run.session.sheetAnswer else { return XCTFail("it is no completion") }
        XCTAssertEqual(result["paymentId"], "payment_Q7canary4Zk", "whoever asked is told the whole")
        XCTAssertNil(run.ending)
    }

    func testABankThatCannotBeOpenedIsToldAndThePageGoesOn() async throws {
        let run = try open()
        run.opener.problem = "no program"
        try await choose("bank-kauri", run)
        let failed = try await run.wait(for: "transom.outside.failed")
        XCTAssertEqual(failed.data["target"], "https://bank.example")
        _ = try await run.script("document.querySelector('[data-testid=phone-approve]').click(); 0")
        try await run.wait(for: "volley.complete")
    }

    func testThePageOfAnotherRequestIsNotHeard() async throws {
        let run = try open()
        try await run.wait(for: "transom.page.loaded")
        _ = try await run.script("location.href = '/pay/Other123'; 0")
        try await eventually("the other page") { run.session.view?.url?.path == "/pay/Other123" }
        try await choose("bank-aoraki", run)
        try await eventually("the wait") {
            try await run.script("document.body.dataset.page") as? String == "waiting"
        }
        _ = try await run.script("document.querySelector('[data-testid=phone-approve]').click(); 0")
        let rejected = try await run.wait(for: "transom.message.rejected")
        XCTAssertEqual(rejected.data["reason"], "request_mismatch")
        XCTAssertFalse(run.types.contains("volley.complete"))
    }
}
