// Popups with a live opener.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomSandbox
import TransomTestSupport
import WebKit
import XCTest

@testable import TransomShell

@MainActor
final class PopupTests: XCTestCase {
    private var fixture: SessionFixture?

    override func tearDown() async throws {
        fixture?.tearDown()
        fixture = nil
    }

    private func run(
        shop: String = "", pay: String = "", change: (inout HostConfiguration) -> Void = { _ in }
    ) async throws -> SessionFixture {
        let site = ClosureSite([.literal("https://shop.example"), .literal("https://pay.example")]) { request in
            let script =
                request.origin.host == "shop.example"
                ? "const tell = (body) => webkit.messageHandlers.bridge.postMessage(body);"
                    + "addEventListener('message', (event) => tell([event.origin, event.data]));\(shop)" : pay
            return .html("<!doctype html><title>x</title><p>\(request.origin.host)</p><script>\(script)</script>")
        }
        let run = try SessionFixture(ShopIntegration.self, parameters: [:], sites: [site], change: change)
        fixture = run
        try await run.wait(for: "transom.page.loaded")
        return run
    }

    private func bodies(_ run: SessionFixture) -> [JSONValue] {
        run.events.filter { $0.type == "shop.bridge" }.compactMap { $0.data["body"] }
    }

    func testAPopupTalksWithItsOpenerAndClosesItself() async throws {
        let run = try await run(
            pay: "opener.postMessage('ready', 'https://shop.example');"
                + "addEventListener('message', (event) => { opener.postMessage('got ' + event.data, event.origin); close() })"
        )
        _ = try await run.script("window.popup = window.open('https://pay.example/', 'pay', 'width=600,height=600'); 0")
        let opened = try await run.wait(for: "transom.popup.opened")
        XCTAssertEqual(opened.data["id"]?.stringValue, "popup-1")
        try await eventually("ready") { self.bodies(run) == [["https://pay.example", "ready"]] }
        XCTAssertEqual(run.session.popups.count, 1)
        XCTAssertEqual(run.session.popups.first?.view.mainFrameOrigin, "https://pay.example")
        _ = try await run.script("popup.postMessage('hello', 'https://pay.example'); 0")
        let closed = try await run.wait(for: "transom.popup.closed")
        XCTAssertEqual(closed.data["by"]?.stringValue, "page")
        XCTAssertEqual(closed.data["origin"]?.stringValue, "https://pay.example")
        XCTAssertEqual(bodies(run).last, ["https://pay.example", "got hello"])
        XCTAssertEqual(run.session.popups.count, 0)
        let isClosed = try await run.script("popup.closed") as? Bool
        XCTAssertEqual(isClosed, true)
        XCTAssertNil(run.ending)
    }

    func testClosingByHandIsSeenByTheOpener() async throws {
        let run = try await run()
        _ = try await run.script("window.popup = window.open('https://pay.example/'); 0")
        try await eventually("the popup's page") {
            run.session.popups.first?.view.mainFrameOrigin == "https://pay.example"
        }
        XCTAssertTrue(run.session.stage?.onEscape?() ?? false)
        let closed = try await run.wait(for: "transom.popup.closed")
        XCTAssertEqual(closed.data["by"]?.stringValue, "user")
        try await eventually("popup.closed") { try await run.script("popup.closed") as? Bool == true }
        XCTAssertFalse(run.session.stage?.onEscape?() ?? true)
    }

    func testPopupsStackAndNoMoreThanDeclared() async throws {
        let run = try await run(
            pay: "if (location.hash !== '#4') { const next = Number(location.hash.slice(1)) + 1;"
                + "const child = window.open('https://pay.example/#' + next);"
                + "if (!child) opener.opener.opener.postMessage('refused at ' + next, 'https://shop.example') }"
        ) { $0.play = "any" }
        _ = try await run.script("window.popup = window.open('https://pay.example/#1'); 0")
        try await eventually("the refusal") { self.bodies(run) == [["https://pay.example", "refused at 4"]] }
        XCTAssertEqual(run.session.popups.map(\.id), ["popup-1", "popup-2", "popup-3"])
        run.session.closePopup("popup-1", by: "user")
        XCTAssertEqual(run.session.popups.count, 0)
        try await eventually("three closed") { run.types.filter { $0 == "transom.popup.closed" }.count == 3 }
        let ids = run.events.filter { $0.type == "transom.popup.closed" }.compactMap { $0.data["id"]?.stringValue }
        XCTAssertEqual(ids, ["popup-3", "popup-2", "popup-1"])
    }

    func testNothingOfAPopupLeavesAndItHasNoHandlers() async throws {
        let run = try await run(
            pay: "webkit.messageHandlers.bridge.postMessage('spy'); location.href = 'https://elsewhere.example/'")
        _ = try await run.script("window.popup = window.open('https://pay.example/'); 0")
        let blocked = try await run.wait(for: "transom.navigation.blocked")
        XCTAssertEqual(blocked.data["frame"]?.stringValue, "popup")
        let rejected = try await run.wait(for: "transom.message.rejected")
        XCTAssertEqual(rejected.data["origin"]?.stringValue, "https://pay.example")
        XCTAssertEqual(run.opener.urls, [])
        XCTAssertEqual(bodies(run), [])
    }

    func testAWindowForAnOutsideURLOpensOutsideAndLeavesNoEmptyWindow() async throws {
        let run = try await run()
        let opened = try await run.script("window.open('bank://pay') === null") as? Bool
        XCTAssertEqual(opened, true)
        try await eventually("the opener") { run.opener.urls == ["bank://pay"] }
        XCTAssertEqual(run.session.popups.count, 0)
    }

    func testALinkToANewWindowIsAPopupOnce() async throws {
        let run = try await run()
        _ = try await run.script(
            "const link = document.createElement('a'); link.target = '_blank'; link.href = 'https://pay.example/';"
                + "document.body.append(link); link.click(); 0")
        try await eventually("the popup's page") {
            run.session.popups.first?.view.mainFrameOrigin == "https://pay.example"
        }
        XCTAssertEqual(run.types.filter { $0 == "transom.popup.opened" }.count, 1)
    }

    func testAnEmptyWindowMayBeWrittenAndLedOn() async throws {
        let run = try await run()
        _ = try await run.script(
            "window.popup = window.open('', 'gp-js-popup'); popup.document.write('<p>loading</p>');"
                + "popup.location.href = 'https://pay.example/'; 0")
        try await eventually("the popup's page") {
            run.session.popups.first?.view.mainFrameOrigin == "https://pay.example"
        }
        _ = try await run.script("window.open('https://pay.example/#again', 'gp-js-popup'); 0")
        try await eventually("the same window") {
            run.session.popups.first?.view.url?.absoluteString == "https://pay.example/#again"
        }
        XCTAssertEqual(run.session.popups.count, 1)
    }

    func testInAWindowOfItsOwn() async throws {
        let run = try await run(pay: "opener.postMessage('here', 'https://shop.example')") { $0.popups = .window }
        _ = try await run.script("window.popup = window.open('https://pay.example/'); 0")
        try await eventually("here") { self.bodies(run) == [["https://pay.example", "here"]] }
        run.session.closePopup("popup-1", by: "user")
        try await eventually("popup.closed") { try await run.script("popup.closed") as? Bool == true }
    }

    func testAPopupIsToldClosedWhenItsRunEnds() async throws {
        let run = try await run()
        _ = try await run.script("window.popup = window.open('https://pay.example/'); 0")
        try await eventually("the popup's page") {
            run.session.popups.first?.view.mainFrameOrigin == "https://pay.example"
        }
        run.session.surface?.onClose?()
        XCTAssertEqual(run.types.suffix(2), ["transom.popup.closed", "transom.session.ended"])
        XCTAssertEqual(run.event("transom.popup.closed")?.data["by"], "user")
    }
}
