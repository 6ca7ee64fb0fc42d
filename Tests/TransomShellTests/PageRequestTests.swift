// What pages ask for beyond showing themselves.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomSandbox
import TransomTestSupport
import WebKit
import XCTest

@testable import TransomShell

@MainActor
final class PageRequestTests: XCTestCase {
    private var fixture: SessionFixture?

    override func tearDown() async throws {
        fixture?.tearDown()
        fixture = nil
    }

    private func run(_ body: String = "", headers: [(String, String)] = []) async throws -> SessionFixture {
        let site = ClosureSite([.literal("https://shop.example"), .literal("https://pay.example")]) { _ in
            var response = SandboxResponse.html("<!doctype html><title>x</title>" + body)
            for (name, value) in headers { response.headers.append((name: name, value: value)) }
            return response
        }
        let run = try SessionFixture(ShopIntegration.self, parameters: [:], sites: [site])
        fixture = run
        try await run.wait(for: "transom.page.loaded")
        return run
    }

    private func all(_ run: SessionFixture, _ type: String) -> [JSONValue] {
        run.events.filter { $0.type == type }.map(\.data)
    }

    func testFL03DialogsAreAnsweredAtOnceAndThreeOfThemTold() async throws {
        let run = try await run()
        let answers =
            try await run.script(
                "for (let i = 0; i < 200; i++) alert('x'.repeat(1 << 20)); '' + confirm('?') + prompt('?')")
            as? String
        XCTAssertEqual(answers, "falsenull")
        try await eventually("three") { self.all(run, "transom.dialog.shown").count == 3 }
        XCTAssertEqual(all(run, "transom.dialog.shown").first, ["kind": "alert", "origin": "https://shop.example"])
        run.clock.advance(by: .seconds(10))
        _ = try await run.script("confirm('?')")
        try await eventually("one more") { self.all(run, "transom.dialog.shown").count == 4 }
        XCTAssertEqual(all(run, "transom.dialog.shown").last?["kind"], "confirm")
    }

    func testPR03PermissionsAreDeniedAndEachKindToldOnce() async throws {
        let run = try await run()
        let asked =
            try await run.session.view?.callAsyncJavaScript(
                """
                const ask = () => new Promise((done) => navigator.geolocation.getCurrentPosition(() => done('granted'),
                    (error) => done('denied ' + error.code)));
                return [await ask(), await ask(), await Notification.requestPermission()].join();
                """, contentWorld: .page) as? String
        XCTAssertEqual(asked, "denied 1,denied 1,denied")
        let denied = all(run, "transom.permission.denied").compactMap { $0["kind"]?.stringValue }
        XCTAssertEqual(denied.filter { $0 == "geolocation" }.count, 1, "\(denied)")
        XCTAssertEqual(Set(denied).count, denied.count)
    }

    func testPR06NothingIsPrinted() async throws {
        let run = try await run()
        _ = try await run.script("window.print(); 0")
        let event = try await run.wait(for: "transom.permission.denied")
        XCTAssertEqual(event.data, ["kind": "print", "origin": "https://shop.example"])
    }

    func testAFrameThatThePagesOwnServerBlocksIsTold() async throws {
        let run = try await run(
            "<iframe src='https://pay.example/x?token=S3CRET'></iframe>",
            headers: [("Content-Security-Policy", "frame-src 'none'")])
        let event = try await run.wait(for: "transom.navigation.blocked")
        XCTAssertEqual(event.data["rule"], "csp")
        XCTAssertEqual(event.data["frame"], "iframe")
        XCTAssertTrue(event.data["url"]?.stringValue?.hasPrefix("https://pay.example") ?? false)
        XCTAssertFalse("\(event)".contains("S3CRET"))
        XCTAssertTrue(run.said.contains { $0.contains("the page's own server blocks it") }, "\(run.said)")
    }

    func testAForgedViolationIsNotTold() async throws {
        let run = try await run()
        _ = try await run.script(
            "document.dispatchEvent(new SecurityPolicyViolationEvent('securitypolicyviolation', {effectiveDirective: 'frame-src',"
                + "blockedURI: 'https://forged.example/', disposition: 'enforce', bubbles: true})); alert(1); 0")
        try await run.wait(for: "transom.dialog.shown")
        XCTAssertFalse(run.types.contains("transom.navigation.blocked"))
    }

    func testKE17ALinkToAFileIsToldAndLoadsNothing() async throws {
        let run = try await run("<a id=link href='file:///etc/passwd'>x</a>")
        _ = try await run.script("document.getElementById('link').click(); 0")
        let event = try await run.wait(for: "transom.navigation.blocked")
        XCTAssertEqual(event.data["rule"], "scheme")
        let here = try await run.script("location.href") as? String
        XCTAssertEqual(here, "https://shop.example/")
        XCTAssertEqual(run.opener.urls, [])
    }
}
