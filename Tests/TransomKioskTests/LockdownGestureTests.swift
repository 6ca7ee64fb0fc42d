// Gestures at a kiosk that lead out of a page elsewhere: rows KE of docs/fault-cases.md, with real clicks and touches.
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
final class LockdownGestureTests: XCTestCase {
    private var fixture: KioskFixture?

    override func tearDown() async throws {
        await fixture?.tearDown()
        fixture = nil
    }

    /// A page with everything on it that a long press or a drag has a meaning for elsewhere.
    private static let page = """
        <!doctype html><meta charset="utf-8"><body style="margin:0;font:24px sans-serif">
        <style>#link, #image, #field, #text, #file, #list { position: absolute; left: 40px; width: 300px; height: 60px }</style>
        <a id="link" href="/second.html" style="top:20px">A link</a>
        <img id="image" alt="" style="top:100px" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">
        <input id="field" style="top:180px" value="words">
        <p id="text" style="top:240px">Some words to select</p>
        <input id="file" type="file" style="top:340px">
        <select id="list" style="top:420px"></select>
        <button id="pick" onclick="file.showPicker()" style="position:absolute;left:40px;top:500px">Pick</button>
        <script>
        window.seen = []
        document.getElementById('link').onclick = () => false
        for (const kind of ['contextmenu', 'dragstart', 'drop', 'click', 'change', 'pointercancel'])
            addEventListener(kind, (event) => seen.push(kind + ' ' + event.target.id), true)
        for (const kind of ['touchstart', 'touchend']) addEventListener(kind, () => seen.push(kind),
            { capture: true, passive: true })
        </script></body>
        """

    private func open() async throws -> KioskFixture {
        try KioskFixture.require("xdotool")
        let fixture = try KioskFixture(
            ["index.html": Self.page, "second.html": "<!doctype html><title>second</title>second"])
        self.fixture = fixture
        try await fixture.open()
        return fixture
    }

    private func assertUnharmed(_ fixture: KioskFixture, file: StaticString = #filePath, line: UInt = #line)
        async throws
    {
        XCTAssertEqual(KioskFixture.shownWindows, 1, "no other window", file: file, line: line)
        let path = try await fixture.text("location.pathname")
        XCTAssertEqual(path, "/", file: file, line: line)
        XCTAssertFalse(fixture.hasQuit, file: file, line: line)
    }

    func testKE06ALongPressOpensNothing() async throws {
        let fixture = try await open()
        let widget = try XCTUnwrap(fixture.session?.view).hostWidget
        for (index, y) in [50.0, 130, 210, 270].enumerated() {
            transom_deliver_touch(widget, TRANSOM_INPUT_TOUCH_DOWN, 1, 100, y)
            // The toolkit's own time for a long press is half a second.
            try await Task.sleep(for: .milliseconds(900))
            XCTAssertEqual(KioskFixture.shownWindows, 1, "while the finger rests at \(y)")
            transom_deliver_touch(widget, TRANSOM_INPUT_TOUCH_UP, 1, 100, y)
            try await eventually("finger \(index) was lifted") {
                try await fixture.text("seen.filter((one) => one == 'touchend').length") == "\(index + 1)"
            }
            XCTAssertEqual(KioskFixture.shownWindows, 1, "after it")
        }
        XCTAssertEqual(KioskFixture.shownWindows, 1)
    }

    func testNothingIsDraggedOutOfThePageOrIntoAField() async throws {
        let fixture = try await open()
        for y in ["50", "130", "210", "270"] {
            try await fixture.xdotool("mousemove", "100", y, "mousedown", "1")
            for step in 1...6 { try await fixture.xdotool("mousemove", "\(100 + step * 20)", "\(300 + step * 10)") }
            XCTAssertEqual(KioskFixture.shownWindows, 1, "nothing hangs at the pointer")
            try await fixture.xdotool("mouseup", "1")
        }
        let begun = try await fixture.text("seen.filter((one) => one.startsWith('dragstart')).length > 0")
        XCTAssertEqual(begun, "true", "it was tried")
        XCTAssertEqual(fixture.session?.view?.refusedDrags, 0, "and came to no drag at all")
        _ = try await fixture.script("document.getElementById('field').focus()")
        try await fixture.xdotool("key", "End", "z")
        try await eventually("the page still takes keys") {
            try await fixture.text("document.getElementById('field').value").hasSuffix("z")
        }
        let state = try await fixture.text(
            "[seen.some((one) => one.startsWith('drop')), document.getElementById('file').files.length].join()")
        XCTAssertEqual(state, "false,0")
        try await assertUnharmed(fixture)
    }

    func testKE09NoWayOfAskingForAFileOpensAChooser() async throws {
        let fixture = try await open()
        for attribute in ["", "multiple", "webkitdirectory"] {
            _ = try await fixture.script(
                "const file = document.getElementById('file'); if ('\(attribute)') file.setAttribute('\(attribute)', '')"
            )
            let before = try await fixture.text("seen.length")
            try await fixture.xdotool("mousemove", "60", "515", "click", "1")
            try await eventually("the button was pressed") { try await fixture.text("seen.length") != before }
            XCTAssertEqual(KioskFixture.shownWindows, 1, attribute)
        }
        try await eventually("it was refused") {
            fixture.event("transom.permission.denied")?.data["kind"] == "fileChooser"
        }
        let files = try await fixture.text("document.getElementById('file').files.length")
        XCTAssertEqual(files, "0")
        try await assertUnharmed(fixture)
    }

    private func fillList(_ count: Int, _ fixture: KioskFixture) async throws {
        _ = try await fixture.script(
            """
            const list = document.getElementById('list')
            list.innerHTML = Array.from({ length: \(count) }, (_, index) => '<option>' + index).join('')
            """)
        try await fixture.xdotool("mousemove", "100", "450", "click", "1")
    }

    func testKE10AListGoesWithItsSession() async throws {
        let fixture = try await open()
        try await fillList(300, fixture)
        try await eventually("the list is open") { KioskFixture.shownWindows > 1 }
        let page = fixture.count("transom.page.loaded")
        fixture.host.reset(.idle)
        try await fixture.loaded(after: page)
        try await eventually("the list is gone") { KioskFixture.shownWindows == 1 }
    }

    func testKE10AListOfAHundredThousandIsNotOpenedAndThePageGoesOn() async throws {
        let fixture = try await open()
        try await fillList(100_000, fixture)
        try await eventually("it was clicked") { try await fixture.text("document.activeElement.id") == "list" }
        try await fixture.xdotool("mousemove", "100", "210", "click", "1", "key", "End", "z")
        try await eventually("the page goes on") {
            try await fixture.text("document.getElementById('field').value").hasSuffix("z")
        }
        try await assertUnharmed(fixture)
    }

    func testKE13KE14APageNeitherClosesNorHoldsTheMachine() async throws {
        let fixture = try await open()
        let locks = try await fixture.script(
            """
            const got = []
            try { await navigator.keyboard.lock(); got.push('keyboard') } catch {}
            try { await document.body.requestPointerLock(); got.push(String(document.pointerLockElement)) } catch {}
            try { screen.orientation.lock && await screen.orientation.lock('portrait'); got.push('') } catch {}
            return got.filter((one) => one && one != 'null').join()
            """)
        XCTAssertEqual(locks as? String, "")
        _ = try? await fixture.script("window.close(); open('', '_self').close()")
        // What a page may close at most is itself, and then the next session's page is there.
        try await eventually("a page is there") { (try? await fixture.text("document.readyState")) == "complete" }
        try await eventually("it is the page") { fixture.session?.view?.mainFrameOrigin == "https://till.example" }
        try await assertUnharmed(fixture)
    }

    func testKE05GesturesOfATouchpadAreDropped() async throws {
        let fixture = try await open()
        let gate = try XCTUnwrap(fixture.kiosk.gate)
        var other = TransomInput()
        other.kind = TRANSOM_INPUT_OTHER
        XCTAssertFalse(gate.admits(other))
        let widget = try XCTUnwrap(fixture.session?.view).hostWidget
        let window = gtk_widget_get_window(widget)
        for type in [GDK_TOUCHPAD_SWIPE, GDK_TOUCHPAD_PINCH] {
            for phase in [GDK_TOUCHPAD_GESTURE_PHASE_BEGIN, GDK_TOUCHPAD_GESTURE_PHASE_END] {
                guard let event = gdk_event_new(type) else { continue }
                event.pointee.any.window = window
                g_object_ref(UnsafeMutableRawPointer(window))
                if type == GDK_TOUCHPAD_PINCH {
                    event.pointee.touchpad_pinch.phase = Int8(phase.rawValue)
                    event.pointee.touchpad_pinch.n_fingers = 2
                    event.pointee.touchpad_pinch.scale = 2
                } else {
                    event.pointee.touchpad_swipe.phase = Int8(phase.rawValue)
                    event.pointee.touchpad_swipe.n_fingers = 3
                }
                gdk_event_set_device(
                    event, gdk_seat_get_pointer(gdk_display_get_default_seat(gdk_display_get_default())))
                // Into the queue that the server's own events come by.
                gdk_event_put(event)
                gdk_event_free(event)
            }
        }
        try await fixture.xdotool("mousemove", "900", "900", "click", "1")
        try await eventually("what came after them is there") {
            try await fixture.text("seen.some((one) => one.startsWith('click'))") == "true"
        }
        let scale = try await fixture.text("visualViewport.scale")
        XCTAssertEqual(scale, "1")
        try await assertUnharmed(fixture)
    }
}
