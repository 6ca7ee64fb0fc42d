// Faults that hosts of this kind have been reported for; docs/field-faults.md lists them, and where the others are tested.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import Foundation
import TransomCore
import TransomSandbox
import TransomTestSupport
import TransomVendors
import WebKit
import XCTest

@testable import TransomShell

@MainActor
final class FieldFaultTests: XCTestCase {
    private var fixture: SessionFixture?

    override func tearDown() async throws {
        fixture?.tearDown()
        fixture = nil
    }

    private static let head =
        "<!doctype html><script>const post = (b) => webkit.messageHandlers.bridge.postMessage(b)</script>"

    /// A shop whose pages may open windows without anybody's gesture.
    private func run(
        _ shop: String = "", pages: [String: SandboxResponse] = [:],
        _ type: any Integration.Type = ShopIntegration.self,
        parameters: [String: [String]] = [:], origins: [Origin] = []
    ) async throws -> SessionFixture {
        let all = [.literal("https://shop.example"), .literal("https://pay.example")] + origins
        let site = ClosureSite(all) { request in
            pages[request.origin.host + request.path] ?? .html(Self.head + shop)
        }
        let run = try SessionFixture(type, parameters: parameters, sites: [site]) { $0.play = "any" }
        fixture = run
        try await run.wait(for: "transom.page.loaded")
        return run
    }

    private func bodies(_ run: SessionFixture) -> [JSONValue] {
        run.events.filter { $0.type == "shop.bridge" }.compactMap { $0.data["body"] }
    }

    func testA8AScriptOfTheHostsHurtsNoEmptyFrame() async throws {
        let run = try await run(
            "",
            pages: [
                "shop.example/": .html(
                    "<!doctype html><script>window.faults = []; addEventListener('error', (e) => faults.push(e.message))</script>"
                        + "<iframe></iframe><iframe srcdoc='<p>x'></iframe>"
                        + "<script>frames[0].eval('window.x = 1'); frames[0].addEventListener('error', (e) => faults.push(e.message))</script>"
                )
            ], GooglePayIntegration.self, parameters: ["url": ["https://shop.example/"]])
        let faults = try await run.script("faults.join()") as? String
        XCTAssertEqual(faults, "")
        let alive = try await run.script("frames[0].x") as? Int
        XCTAssertEqual(alive, 1)
    }

    func testC7NothingCanBeDroppedOntoAPage() async throws {
        let run = try await run()
        let widget = try XCTUnwrap(run.session.view?.hostWidget)
        XCTAssertNil(gtk_drag_dest_get_target_list(widget))
        XCTAssertEqual(gtk_drag_dest_get_track_motion(widget), 0)
    }

    func testD7WindowsCloseWhenTheHostLoadsTheirOpenerAnew() async throws {
        let run = try await run()
        _ = try await run.script("open('https://pay.example/', 'w'); 0")
        try await eventually("the window") { run.session.popups.count == 1 }
        run.session.load()
        try await eventually("it is gone") { run.session.popups.isEmpty }
        let closed = try await run.wait(for: "transom.popup.closed")
        XCTAssertEqual(closed.data["by"], "host")
        try await eventually("the page again") { run.types.filter { $0 == "transom.page.loaded" }.count == 2 }
    }

    func testD8AWindowAfterManyThatWereClosedAtOnceLoads() async throws {
        let run = try await run(
            pages: ["pay.example/last": .html("<!doctype html><script>opener.postMessage('last', '*')</script>")])
        _ = try await run.script(
            "addEventListener('message', (event) => post(event.data + ' ' + event.origin));"
                + "const turn = () => new Promise((done) => setTimeout(done, 0));"
                // A closed window counts until the host has taken it away, which is a turn or two later.
                + "const opened = async (url, name) => { for (;;) { const w = open(url, name); if (w) return w; await turn() } };"
                + "(async () => { for (let i = 0; i < 20; i++) (await opened('https://pay.example/' + i, 'w' + i)).close();"
                + "await opened('https://pay.example/last', 'last') })(); 0")
        try await eventually("the last one; \(run.types)") {
            self.bodies(run).contains("last https://pay.example")
        }
        try await eventually("no other is left") { run.session.popups.count == 1 }
    }

    func testD10AWindowWhoseFormClosesItAtOnceHurtsNothing() async throws {
        let run = try await run(
            pages: [
                "pay.example/form": .html(
                    "<!doctype html><form method=post action='/done'><input name=a value=b></form><script>document.forms[0].submit()</script>"
                ),
                "pay.example/done": .html("<!doctype html><script>close()</script>"),
            ])
        _ = try await run.script(
            "(async () => { for (let i = 0; i < 10; i++) { const w = open('https://pay.example/form', 'w' + i);"
                + "while (!w.closed) await new Promise((done) => setTimeout(done, 20)); post('closed ' + i) } })(); 0")
        try await eventually("all ten; \(run.types)") { self.bodies(run).count == 10 }
        // The page sees a window closed before the host has taken it away.
        try await eventually("none is left") { run.session.popups.count == 0 }
        XCTAssertNil(run.ending)
    }

    func testD11ALinkWithoutAnOpenerOpensAndHasNone() async throws {
        let run = try await run(
            "<a id=a target=_blank rel=noopener href='https://pay.example/alone'>x</a>",
            pages: [
                "pay.example/alone": .html(
                    "<!doctype html><script>document.title = String(opener) + ' ' + typeof window.webkit</script>")
            ])
        _ = try await run.script("document.getElementById('a').click(); 0")
        try await eventually("the window; \(run.types)") { run.session.popups.count == 1 }
        let view = try XCTUnwrap(run.session.popups.first?.view)
        try await eventually("its page") { view.title?.hasPrefix("null") ?? false }
    }

    func testD13AWindowOfScriptIsNoWindow() async throws {
        let run = try await run()
        _ = try await run.script(
            "window.ran = 0; for (const url of ['javascript:opener.ran = 1', 'view-source:https://shop.example/', 'bank-app://x'])"
                + "{ try { open(url, url) } catch {} } post('done'); 0")
        try await eventually("done") { self.bodies(run).contains("done") }
        for popup in run.session.popups { XCTAssertEqual(popup.shownOrigin, "about:blank") }
        XCTAssertEqual(run.opener.urls, [])
        let here = try await run.script("location.href") as? String
        XCTAssertEqual(here, "https://shop.example/")
    }

    func testD14AWindowOfThePagesOwnOriginReachesItsOpener() async throws {
        let run = try await run(
            pages: ["shop.example/own": .html("<!doctype html><script>opener.done(42); opener = self</script>")])
        _ = try await run.script("window.done = (number) => post('done ' + number); open('/own', 'own'); 0")
        try await eventually("the call") { self.bodies(run).contains("done 42") }
    }
}
