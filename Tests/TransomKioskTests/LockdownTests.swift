// What a person at a kiosk can reach: rows KE of docs/fault-cases.md, with real keys and clicks in a real X server.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomGTK
import TransomCore
import TransomTestSupport
import TransomWebKitShims
import WebKit
import XCTest

@testable import TransomKiosk
@testable import TransomShell

@MainActor
final class LockdownTests: XCTestCase {
    private var fixture: KioskFixture?

    override func tearDown() async throws {
        await fixture?.tearDown()
        fixture = nil
    }

    /// A page that writes down what reaches it.
    private static let page = """
        <!doctype html><meta charset="utf-8"><body style="margin:0;height:3000px">
        <input id="field" style="position:absolute;left:20px;top:20px;width:600px" autofocus>
        <input id="file" type="file" style="position:absolute;left:20px;top:100px;width:200px;height:40px">
        <input id="color" type="color" value="#112233"
            style="position:absolute;left:20px;top:160px;width:200px;height:40px">
        <input id="date" type="date" style="position:absolute;left:20px;top:220px;width:200px;height:40px">
        <a id="link" href="/second.html" title="a tip" style="position:absolute;left:20px;top:280px">link</a>
        <div id="empty" style="position:absolute;left:400px;top:300px;width:400px;height:300px;background:#eee"></div>
        <script>
        window.seen = []; window.most = 0; window.fields = 0
        const note = (kind, what) => seen.push(kind + ' ' + what)
        addEventListener('keydown', (event) => note('key', event.key), true)
        for (const kind of ['contextmenu', 'auxclick', 'wheel', 'mousedown'])
            addEventListener(kind, (event) => note(kind, event.button ?? 0), { capture: true, passive: true })
        for (const kind of ['touchstart', 'touchmove', 'touchend']) addEventListener(kind, (event) => {
            note(kind, event.touches.length); most = Math.max(most, event.touches.length) }, { capture: true, passive: true })
        addEventListener('beforeprint', () => note('print', ''))
        </script></body>
        """

    private func open(_ staff: StaffOptions = StaffOptions()) async throws -> KioskFixture {
        try KioskFixture.require("xdotool")
        let fixture = try KioskFixture(
            ["index.html": Self.page, "second.html": "<!doctype html><title>second</title>second"], staff: staff)
        self.fixture = fixture
        try await fixture.open()
        _ = try await fixture.script("document.getElementById('field').focus()")
        try await eventually("the page has the keyboard") {
            try await fixture.text("document.hasFocus() && document.activeElement.id") == "field"
        }
        return fixture
    }

    /// Everything that the page saw until a key that is let through came last.
    private func seen(_ fixture: KioskFixture, after arguments: [[String]]) async throws -> [String] {
        _ = try await fixture.script("seen.length = 0")
        for list in arguments { try await KioskFixture.run("xdotool", list) }
        try await fixture.xdotool("key", "End")
        try await eventually("the last key came") {
            try await fixture.text("seen.at(-1)") == "key End"
        }
        return try await fixture.text("seen.join('|')").split(separator: "|").map(String.init).dropLast().map { $0 }
    }

    private func assertUnharmed(_ fixture: KioskFixture, file: StaticString = #filePath, line: UInt = #line)
        async throws
    {
        XCTAssertEqual(KioskFixture.shownWindows, 1, "no other window", file: file, line: line)
        XCTAssertEqual(fixture.session?.view?.pageZoom, 1, file: file, line: line)
        let text = try await fixture.text("[location.pathname, visualViewport.scale, devicePixelRatio].join()")
        XCTAssertEqual(text, "/,1,1", file: file, line: line)
        XCTAssertFalse(fixture.hasQuit, file: file, line: line)
        XCTAssertEqual(fixture.count("transom.session.started"), 1, file: file, line: line)
    }

    func testABurstOfABarcodeScannerArrivesWhole() async throws {
        let fixture = try await open()
        let code = "9421023610112-ACME/017#2026*ABCDEFGHijkl"
        XCTAssertEqual(code.count, 40)
        // Five milliseconds a character are 200 for all.
        try await fixture.xdotool("type", "--delay", "5", code)
        try await eventually("the code is there") {
            try await fixture.text("document.getElementById('field').value") == code
        }
    }

    func testKE01CommandsOfABrowserDoNothing() async throws {
        let fixture = try await open()
        let keys = "pstounwqlfghjdkar".map { "ctrl+\($0)" } + ["ctrl+shift+n", "ctrl+shift+p", "ctrl+Return"]
        let seen = try await seen(fixture, after: [["key", "--delay", "2"] + keys])
        XCTAssertEqual(seen, [])
        try await assertUnharmed(fixture)
    }

    func testKE02FunctionKeysAndTheInspectorsDoNothing() async throws {
        let fixture = try await open()
        let keys =
            (1...12).map { "F\($0)" } + ["ctrl+shift+i", "ctrl+shift+c", "ctrl+shift+j", "ctrl+shift+d", "ctrl+r"]
        let seen = try await seen(fixture, after: [["key", "--delay", "2"] + keys])
        XCTAssertEqual(seen, [])
        try await assertUnharmed(fixture)
        XCTAssertFalse(fixture.session?.view?.isInspectable ?? true)
        XCTAssertNil(getenv("GTK_DEBUG"))
    }

    func testKE03TheWindowCannotBeClosedOrLeft() async throws {
        let fixture = try await open()
        let keys = [
            "alt+F4", "alt+F2", "alt+space", "alt+Tab", "alt+Escape", "Super_L", "ctrl+alt+t", "super+d", "ctrl+Escape",
            "ctrl+alt+Delete", "ctrl+alt+BackSpace", "ctrl+alt+F1", "ctrl+alt+l",
        ]
        let seen = try await seen(fixture, after: [["key", "--delay", "2"] + keys])
        XCTAssertEqual(seen, [])
        // What a window manager sends to close a window.
        let widget = try fixture.window.widget
        let event = gdk_event_new(GDK_DELETE)
        event?.pointee.any.window = gtk_widget_get_window(widget)
        g_object_ref(UnsafeMutableRawPointer(gtk_widget_get_window(widget)))
        gtk_main_do_event(event)
        gdk_event_free(event)
        try await assertUnharmed(fixture)
    }

    func testKE05NothingGoesBackInTheHistory() async throws {
        let fixture = try await open()
        _ = try await fixture.script("history.pushState(1, '', '/?second'); history.pushState(2, '', '/')")
        let seen = try await seen(
            fixture,
            after: [
                ["key", "--delay", "2", "alt+Left", "alt+Right", "XF86Back", "XF86Forward", "BackSpace"],
                ["mousemove", "500", "400", "click", "8", "click", "9"],
            ])
        XCTAssertEqual(seen, ["key Backspace"], "which edits a text and goes nowhere")
        XCTAssertFalse(fixture.session?.goBack() ?? true, "the host's own key neither")
        XCTAssertEqual(fixture.session?.view?.allowsBackForwardNavigationGestures, false)
        try await assertUnharmed(fixture)
    }

    func testKE06NothingOpensAMenu() async throws {
        let fixture = try await open()
        var places: [[String]] = []
        for place in [("60", "30"), ("500", "400"), ("30", "290"), ("60", "120")] {
            places.append(["mousemove", place.0, place.1, "click", "3", "click", "2"])
        }
        let seen = try await seen(fixture, after: places + [["key", "--delay", "2", "shift+F10", "Menu"]])
        XCTAssertEqual(seen, ["key Shift"])
        try await assertUnharmed(fixture)
    }

    func testKE07NoCharacterIsChosenFromAWindow() async throws {
        let fixture = try await open()
        let seen = try await seen(
            fixture, after: [["key", "--delay", "2", "ctrl+period", "ctrl+semicolon", "ctrl+shift+u", "ctrl+shift+e"]])
        XCTAssertEqual(seen, [])
        try await assertUnharmed(fixture)
    }

    func testKE09KE10NoChooserOpens() async throws {
        let fixture = try await open()
        for place in [("60", "120"), ("60", "180"), ("60", "240")] {
            try await fixture.xdotool("mousemove", place.0, place.1, "click", "1")
            // A calendar is a part of the page's own window, and closes by itself.
            try await fixture.xdotool("key", "Escape")
        }
        _ = try await fixture.script("document.getElementById('field').focus()")
        try await eventually("the chooser was refused") { fixture.count("transom.permission.denied") > 0 }
        _ = try await seen(fixture, after: [])
        let color = try await fixture.text("document.getElementById('color').value")
        XCTAssertEqual(color, "#112233")
        let files = try await fixture.text("document.getElementById('file').files.length")
        XCTAssertEqual(files, "0")
        try await assertUnharmed(fixture)
    }

    func testKE11KE13KE14WhatThePageAsksForItDoesNotGet() async throws {
        let fixture = try await open()
        _ = try await fixture.script("print(); alert('hello'); confirm('?')")
        _ = try await fixture.script(
            """
            moveTo(50, 50); resizeTo(300, 300)
            try { await document.documentElement.requestFullscreen() } catch {}
            try { await document.body.requestPointerLock() } catch {}
            """)
        try await eventually("printing was refused") {
            fixture.events.contains {
                $0.type == "transom.permission.denied"
                    && $0.data == ["kind": "print", "origin": "https://till.example"]
            }
        }
        let state = try await fixture.text("[document.fullscreenElement, document.pointerLockElement].join()")
        XCTAssertEqual(state, ",")
        let area = try fixture.window.area
        var (width, height): (Int32, Int32) = (0, 0)
        gtk_window_get_size(transom_window(UnsafeMutableRawPointer(try fixture.window.widget)), &width, &height)
        XCTAssertEqual([width, height], [area.width, area.height])
        try await assertUnharmed(fixture)
    }

    func testKE15NoTipIsShown() async throws {
        let fixture = try await open()
        try await fixture.xdotool("mousemove", "26", "286")
        try await fixture.xdotool("mousemove", "28", "288")
        _ = try await seen(fixture, after: [])
        XCTAssertEqual(gtk_widget_get_has_tooltip(try XCTUnwrap(fixture.session?.view).hostWidget), 0)
        try await assertUnharmed(fixture)
    }

    func testKE17NoAddressOfTheEngineOpens() async throws {
        let fixture = try await open()
        for url in [
            "about:config", "file:///etc/passwd", "view-source:https://a.example/", "resource:///", "inspector:",
            "webkit:", "webkit://gpu", "ftp://a.example/",
        ] {
            _ = try? await fixture.script("location.href = '\(url)'")
        }
        _ = try await seen(fixture, after: [])
        try await assertUnharmed(fixture)
    }

    func testKE18NothingInTheEnvironmentOpensTheHost() async throws {
        setenv("WEBKIT_INSPECTOR_SERVER", "127.0.0.1:1", 1)
        setenv("GTK_MODULES", "evil", 1)
        setenv("WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS", "1", 1)
        let fixture = try await open()
        for name in KioskEnvironment.forbidden { XCTAssertNil(getenv(name), name) }
        try await assertUnharmed(fixture)
    }

    func testKE19AKeyboardThatTypesEverythingDoesNotGetOut() async throws {
        let fixture = try await open()
        let modifiers = ["", "ctrl+", "alt+", "shift+", "super+", "ctrl+alt+", "ctrl+shift+", "ctrl+alt+shift+"]
        let names = [
            "a", "q", "F4", "F12", "Delete", "Tab", "Left", "Menu", "Escape", "space", "Return", "Print", "plus",
        ]
        let keys = modifiers.flatMap { modifier in names.map { modifier + $0 } }
        for _ in 0..<3 { try await KioskFixture.run("xdotool", ["key", "--delay", "2"] + keys) }
        _ = try await fixture.script("document.getElementById('field').focus()")
        _ = try await seen(fixture, after: [])
        try await assertUnharmed(fixture)
        let page = fixture.count("transom.page.loaded")
        fixture.host.reset(.idle)
        try await fixture.loaded(after: page)
    }

    func testKE23ThereAreNoSavedPasswords() async throws {
        let fixture = try await open()
        XCTAssertFalse(try XCTUnwrap(fixture.session).store.isPersistent)
    }

    func testKE27NothingEnlargesThePage() async throws {
        let fixture = try await open()
        let seen = try await seen(
            fixture,
            after: [
                ["key", "--delay", "2", "ctrl+plus", "ctrl+minus", "ctrl+0", "ctrl+KP_Add"],
                ["mousemove", "500", "400", "keydown", "ctrl", "click", "4", "click", "5", "keyup", "ctrl"],
            ])
        XCTAssertEqual(seen.filter { !$0.hasPrefix("mouse") }, [])
        try await assertUnharmed(fixture)
    }

    func testKE27TwoFingersAreOne() async throws {
        let fixture = try await open()
        let widget = try XCTUnwrap(fixture.session?.view).hostWidget
        transom_deliver_touch(widget, TRANSOM_INPUT_TOUCH_DOWN, 1, 500, 400)
        transom_deliver_touch(widget, TRANSOM_INPUT_TOUCH_DOWN, 2, 600, 400)
        for step in 1...10 {
            transom_deliver_touch(widget, TRANSOM_INPUT_TOUCH_MOVE, 1, 500 - Double(step) * 10, 400)
            transom_deliver_touch(widget, TRANSOM_INPUT_TOUCH_MOVE, 2, 600 + Double(step) * 10, 400)
        }
        transom_deliver_touch(widget, TRANSOM_INPUT_TOUCH_UP, 2, 700, 400)
        transom_deliver_touch(widget, TRANSOM_INPUT_TOUCH_UP, 1, 400, 400)
        try await eventually("the finger was lifted") {
            try await fixture.text("seen.includes('touchend 0')") == "true"
        }
        let most = try await fixture.text("most")
        XCTAssertEqual(most, "1")
        try await assertUnharmed(fixture)
    }

    func testThePointerGoesWhenItRestsAndWhenAFingerTouches() async throws {
        let fixture = try await open()
        let window = try fixture.window
        func isHidden() -> Bool {
            guard let cursor = gdk_window_get_cursor(gtk_widget_get_window(window.widget)) else { return false }
            return gdk_cursor_get_cursor_type(cursor) == GDK_BLANK_CURSOR
        }
        try await fixture.xdotool("mousemove", "700", "700")
        try await fixture.xdotool("mousemove", "710", "710")
        try await eventually("the pointer is there") { !isHidden() }
        _ = try await seen(fixture, after: [])
        fixture.advance(by: .seconds(4))
        XCTAssertTrue(isHidden(), "it has rested")
        try await fixture.xdotool("mousemove", "720", "720")
        try await eventually("the pointer is there again") { !isHidden() }
        try fixture.touch(500, 500)
        XCTAssertTrue(isHidden(), "a finger touched")
    }

    func testWhatTypesReachesThePageAgainAfterAScreenOfTheHostsOwn() async throws {
        let fixture = try KioskFixture(["index.html": "<!doctype html>till"])
        self.fixture = fixture
        try await fixture.open()
        let window = try fixture.window
        let page = try XCTUnwrap(fixture.session?.view).hostWidget
        let screen = HostScreen(icon: nil)
        window.cover(with: screen.widget)
        XCTAssertNotEqual(gtk_window_get_focus(transom_window(window.widget)), page)
        window.uncover(screen.widget)
        XCTAssertEqual(gtk_window_get_focus(transom_window(window.widget)), page)
    }
}
