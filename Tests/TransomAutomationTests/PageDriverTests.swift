// Tests that a page is driven as a person would drive it.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import TransomCore
import TransomGLib
import TransomShell
import TransomTestSupport
import WebKit
import XCTest

@testable import TransomAutomation

@MainActor
final class PageDriverTests: XCTestCase {
    private var window: UnsafeMutablePointer<GtkWidget>?
    private var view: WKWebView?

    override func tearDown() async throws {
        view = nil
        if let window { gtk_widget_destroy(window) }
        window = nil
    }

    private func driver(_ body: String) async throws -> PageDriver {
        try Engine.startIfPossible(privately: false, width: 800, height: 600)
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        let view = WKWebView(frame: CGRect(x: 0, y: 0, width: 400, height: 400), configuration: configuration)
        let window = try XCTUnwrap(gtk_window_new(GTK_WINDOW_TOPLEVEL))
        gtk_window_set_default_size(UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self), 400, 400)
        gtk_container_add(
            UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkContainer.self),
            view.hostPointer.assumingMemoryBound(to: GtkWidget.self))
        gtk_widget_show_all(window)
        (self.view, self.window) = (view, window)
        view.loadHTMLString("<!doctype html><body>\(body)</body>", baseURL: URL(string: "https://shop.example/"))
        try await eventually { !view.isLoading && view.mainFrameOrigin == "https://shop.example" }
        return try PageDriver(
            view, resources: .find(), clock: SystemHostClock(), scheduler: MainLoopScheduler())
    }

    private func value(_ driver: PageDriver, _ script: String) async throws -> JSONValue {
        try await driver.evaluate("return " + script, arguments: [:], timeout: .seconds(20))
    }

    private func problem(_ body: () async throws -> Void) async -> String {
        do {
            try await body()
            return "none"
        } catch {
            return "\(error)"
        }
    }

    func testAClickIsAPersonsClick() async throws {
        let driver = try await driver(
            """
            <div style="height: 3000px"></div><button>Pay now</button>
            <script>document.querySelector('button').onclick = (event) => {
                window.clicked = [event.isTrusted, navigator.userActivation?.isActive ?? true] }</script>
            """)
        try await driver.click("text=pay", timeout: .seconds(20))
        try await driver.click("role=button[name=\"Pay now\"]", timeout: .seconds(20))
        let clicked = try await value(driver, "window.clicked")
        XCTAssertEqual(clicked, [true, true])
    }

    func testAFieldIsFilledByTyping() async throws {
        let driver = try await driver(
            """
            <label>Name <input id="name" value="before"></label><textarea data-testid="note"></textarea>
            <script>window.trusted = []; document.addEventListener('input', (event) => trusted.push(event.isTrusted))</script>
            """)
        try await driver.fill("role=textbox[name=Name]", "Zoë Ünal 7", timeout: .seconds(20))
        try await driver.fill("testid=note", "two\nlines", timeout: .seconds(20))
        let name = try await value(driver, "document.getElementById('name').value")
        XCTAssertEqual(name, "Zoë Ünal 7")
        let note = try await value(driver, "document.querySelector('textarea').value")
        XCTAssertEqual(note, "two\nlines")
        let trusted = try await value(driver, "trusted.length > 5 && trusted.every(Boolean)")
        XCTAssertEqual(trusted, true)
        try await driver.fill("#name", "", timeout: .seconds(20))
        let empty = try await value(driver, "document.getElementById('name').value")
        XCTAssertEqual(empty, "")
    }

    func testKeysMoveTheFocusAndSubmit() async throws {
        let driver = try await driver(
            """
            <form onsubmit="event.preventDefault(); window.sent = new FormData(this).get('code')">
            <input name="code"><button>Go</button></form>
            """)
        try await driver.fill("input", "123", timeout: .seconds(20))
        try await driver.press("Tab", in: nil, timeout: .seconds(20))
        let focused = try await value(driver, "document.activeElement.tagName")
        XCTAssertEqual(focused, "BUTTON")
        try await driver.press("Enter", in: "input", timeout: .seconds(20))
        let sent = try await value(driver, "window.sent")
        XCTAssertEqual(sent, "123")
    }

    /// H11: an editor that looks at each key before it takes it, and the order of the focus.
    func testKeysReachAnEditorThatFiltersThemAndMoveTheFocusInItsOrder() async throws {
        let driver = try await driver(
            """
            <input id=first><input id=second tabindex=-1><div id=editor contenteditable tabindex=0></div><button>End</button>
            <script>
            editor.onkeydown = (event) => {
                window.trusted = event.isTrusted && window.trusted !== false
                if (event.key === 'x') event.preventDefault()
            }
            </script>
            """)
        try await driver.fill("#editor", "axbxc", timeout: .seconds(20))
        let text = try await value(driver, "editor.textContent")
        XCTAssertEqual(text, "abc")
        let isTrusted = try await value(driver, "window.trusted")
        XCTAssertEqual(isTrusted, true)
        try await driver.press("Tab", in: "#first", timeout: .seconds(20))
        let next = try await value(driver, "document.activeElement.id")
        XCTAssertEqual(next, "editor", "what is not in the order is passed over")
        try await driver.press("Shift+Tab", in: nil, timeout: .seconds(20))
        let before = try await value(driver, "document.activeElement.id")
        XCTAssertEqual(before, "first")
    }

    func testAnElementThatComesLaterIsWaitedFor() async throws {
        let driver = try await driver(
            """
            <button id="late" disabled onclick="window.done = true">Late</button>
            <script>requestAnimationFrame(() => requestAnimationFrame(() => { late.disabled = false }))</script>
            """)
        try await driver.click("#late", timeout: .seconds(20))
        let done = try await value(driver, "window.done")
        XCTAssertEqual(done, true)
    }

    func testWhatAPersonCouldNotUseIsRefusedWithTheReason() async throws {
        let driver = try await driver(
            """
            <button id="off" disabled>Off</button><button class="two">A</button><button class="two">B</button>
            <div id="under">Under</div><div id="veil" style="position: fixed; inset: 0"></div>
            <p id="hidden" style="visibility: hidden">Hidden</p><input id="fixed" readonly>
            """)
        let none = Duration.zero
        let cases = [
            ("#off", "<button#off> is disabled"), ("#none", "nothing matches #none"),
            (".two", "2 elements match .two: <button>, <button>"), ("#hidden", "#hidden is there and cannot be seen"),
            ("#under", "<div#under> is covered by <div#veil>"), ("a[", "a[ is no CSS selector"),
            ("role=Button!", "role=Button! is not written as role=button"), ("text=", "text= has no text after it"),
        ]
        for (selector, expected) in cases {
            let why = await problem { try await driver.click(selector, timeout: none) }
            XCTAssertTrue(why.hasPrefix(expected), "\(selector): \(why)")
        }
        let unknown = await problem { try await driver.press("Return", in: nil, timeout: none) }
        XCTAssertTrue(unknown.hasPrefix("there is no key \"Return\""), unknown)
    }

    func testAListIsChosenFromAndTheListIsToldWhereNothingFits() async throws {
        let driver = try await driver(
            "<select><option value=nz>New Zealand</option><option value=au>Australia</option></select>")
        try await driver.select("select", option: "Australia", timeout: .seconds(20))
        let chosen = try await value(driver, "document.querySelector('select').value")
        XCTAssertEqual(chosen, "au")
        let why = await problem { try await driver.select("select", option: "Mars", timeout: .zero) }
        XCTAssertEqual(why, "<select> has no option Mars; it has New Zealand, Australia")
    }

    func testAPageThatIsBusyForEverIsGivenUp() async throws {
        let driver = try await driver("<button>Pay</button>")
        view?.evaluateJavaScript("for (;;) {}", completionHandler: nil)
        let why = await problem {
            _ = try await driver.evaluate("return 1", arguments: [:], timeout: .milliseconds(200))
        }
        XCTAssertEqual(why, "the page did not answer within 0 s")
        view?.terminateWebProcess()
    }

    func testAScriptThatThrowsIsToldInItsOwnWords() async throws {
        let driver = try await driver("")
        let why = await problem {
            _ = try await driver.evaluate(
                "throw new Error('no ' + what)", arguments: ["what": "way"], timeout: .seconds(20))
        }
        XCTAssertTrue(why.contains("no way"), why)
    }

    func testAViewInNoWindowTakesNoInput() async throws {
        try Engine.startIfPossible(privately: false, width: 800, height: 600)
        let view = WKWebView(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
        view.loadHTMLString("<button>Pay</button>", baseURL: URL(string: "https://shop.example/"))
        try await eventually { !view.isLoading && view.mainFrameOrigin == "https://shop.example" }
        let driver = try PageDriver(view, resources: .find(), clock: SystemHostClock(), scheduler: MainLoopScheduler())
        let why = await problem { try await driver.press("a", in: nil, timeout: .seconds(20)) }
        XCTAssertEqual(why, "\(DriverError.notShown)")
    }
}
