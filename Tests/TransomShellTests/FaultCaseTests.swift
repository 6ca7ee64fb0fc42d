// Rows of the list of faults that need a real view, by id; docs/fault-cases.md says where the others are.
// SPDX-License-Identifier: Apache-2.0
//
// More than 400 lines: each row of that list is one test, and they share the shop.

import CTransomGTK
import Foundation
import Synchronization
import TransomCore
import TransomSandbox
import TransomShellTestSupport
import TransomTestSupport
import WebKit
import XCTest

@testable import TransomShell

@MainActor
final class FaultCaseTests: XCTestCase {
    private var fixture: SessionFixture?

    override func tearDown() async throws {
        fixture?.tearDown()
        fixture = nil
    }

    private func run(
        _ shop: String = "", pages: [String: SandboxResponse] = [:],
        change: (inout HostConfiguration) -> Void = { _ in }
    ) async throws -> SessionFixture {
        let origins: [Origin] = [
            .literal("https://shop.example"), .literal("https://pay.example"), .literal("https://evil.example"),
        ]
        let site = ClosureSite(origins) { request in
            pages[request.origin.host + request.path]
                ?? .html(
                    "<!doctype html><script>const post = (b) => webkit.messageHandlers.bridge.postMessage(b)</script>\(shop)"
                )
        }
        let run = try SessionFixture(ShopIntegration.self, parameters: [:], sites: [site], change: change)
        fixture = run
        try await run.wait(for: "transom.page.loaded")
        return run
    }

    private func bodies(_ run: SessionFixture) -> [JSONValue] {
        run.events.filter { $0.type == "shop.bridge" }.compactMap { $0.data["body"] }
    }

    private func blocked(_ run: SessionFixture) -> [String] {
        run.events.filter { $0.type == "transom.navigation.blocked" }.compactMap { $0.data["rule"]?.stringValue }
    }

    /// Waits until everything that a page set off before has been told.
    private func settle(_ run: SessionFixture) async throws {
        let mark = "mark \(bodies(run).count)"
        _ = try await run.script("post('\(mark)'); 0")
        try await eventually("the mark") { self.bodies(run).contains(.string(mark)) }
    }

    func testBM19APrototypeOfThePagesIsNoMember() async throws {
        let run = try await run()
        _ = try await run.script(
            #"post(JSON.parse('{"__proto__": {"isAdmin": true}, "a": 1}')); post({constructor: 1}); 0"#)
        try await eventually("both") { self.bodies(run).count == 2 }
        XCTAssertNil(bodies(run)[0]["isAdmin"])
        XCTAssertEqual(bodies(run)[0]["a"], 1)
        XCTAssertEqual(bodies(run)[1], ["constructor": 1])
    }

    func testPS01FiveHundredWindowsWithoutAGestureAreNone() async throws {
        let run = try await run()
        let opened =
            try await run.session.view?.callAsyncJavaScript(
                """
                // A task of its own has no gesture of whoever runs this script.
                await new Promise((done) => setTimeout(done, 1500));
                let opened = 0;
                for (let i = 0; i < 500; i++) if (window.open('https://pay.example/?' + i, 'w' + i)) opened++;
                return opened;
                """, contentWorld: .page) as? Int
        XCTAssertEqual(opened, 0)
        XCTAssertEqual(run.session.popups.count, 0)
    }

    func testPS06ASandboxedFrameOpensNoWindow() async throws {
        let run = try await run(
            "<iframe sandbox='allow-scripts' srcdoc=\"<script>open('https://pay.example/')</script>\"></iframe>")
        try await settle(run)
        XCTAssertEqual(run.session.popups.count, 0)
        XCTAssertFalse(run.types.contains("transom.popup.opened"))
    }

    func testPS10AndPS08AChainOfWindowsEndsAndSizesAreTheHosts() async throws {
        let run = try await run(
            pages: [
                "pay.example/": .html(
                    "<script>resizeTo(1, 1); moveTo(-9999, -9999); window.child = window.open('https://pay.example/', 'n' + Math.random(), 'width=100000,height=1')</script>"
                )
            ]) { $0.play = "any" }
        _ = try await run.script("window.popup = window.open('https://pay.example/', 'first', 'width=1,height=1'); 0")
        try await eventually("the end of the chain; \(run.types)") { self.blocked(run).contains("popups") }
        XCTAssertEqual(run.session.popups.count, 3)
    }

    func testFL06ChurnOfAddressesAndTitlesLeavesTheHostAtWork() async throws {
        let run = try await run()
        _ = try await run.script(
            "for (let i = 0; i < 1000; i++) { try { history.pushState(0, '', '/?' + i) } catch {} }"
                + "for (let i = 0; i < 100000; i++) document.title = i;"
                + "for (let i = 0; i < 300; i++) location.hash = i; 0")
        try await settle(run)
        XCTAssertEqual(blocked(run), [])
        XCTAssertLessThan(run.events.count, 500)
    }

    func testFL06APageThatNavigatesAllTheTimeFillsNoLog() async throws {
        let run = try await run { $0.limits.navigationsTold = 20 }
        _ = try await run.script(
            "for (let i = 0; i < 50; i++) { const a = document.createElement('a'); a.href = 'other' + i + ':x';"
                + "document.body.append(a); a.click() }"
                + "for (let i = 0; i < 50; i++) location.hash = i; 0")
        try await eventually("the end of the telling") { run.said.contains { $0.contains("navigates all the time") } }
        try await settle(run)
        let told = run.types.count { $0.hasPrefix("transom.navigation.") || $0 == "transom.download.refused" }
        XCTAssertEqual(told, 20)
        XCTAssertEqual(run.said.count { $0.contains("navigates all the time") }, 1)
        XCTAssertLessThan(run.said.count, 25)
    }

    func testFL08AnAddressOfTwoMegabytesGoesNowhere() async throws {
        let run = try await run()
        _ = try await run.script(
            "const long = 'https://elsewhere.example/' + 'a'.repeat(2 << 20); location = long;"
                + "const a = document.createElement('a'); a.href = 'bank://' + 'b'.repeat(2 << 20); document.body.append(a); a.click();"
                + "window.open(long); 0")
        try await settle(run)
        XCTAssertEqual(run.opener.urls, [])
        XCTAssertTrue(blocked(run).allSatisfy { $0 == "length" || $0 == "outside-length" }, "\(blocked(run))")
        for event in run.events { XCTAssertLessThan("\(event.data)".utf8.count, 10_000) }
    }

    func testPR01AndPR02NoDownloadIsWritten() async throws {
        let run = try await run(
            pages: [
                "shop.example/file": SandboxResponse(
                    headers: [
                        (name: "Content-Type", value: "application/octet-stream"),
                        (name: "Content-Disposition", value: "attachment; filename=\"../../.bashrc\""),
                    ], body: Data([1]))
            ])
        _ = try await run.script(
            "for (const href of [URL.createObjectURL(new Blob(['x'])), 'data:application/x-sh,x', '/file']) {"
                + "const a = document.createElement('a'); a.href = href; a.download = '../../evil.sh'; document.body.append(a); a.click() } 0"
        )
        try await run.wait(for: "transom.download.refused")
        try await settle(run)
        XCTAssertEqual(run.opener.urls, [])
        for name in ["evil.sh", ".bashrc"] {
            let downloads = NSHomeDirectory() + "/Downloads/" + name
            XCTAssertFalse(FileManager.default.fileExists(atPath: downloads))
        }
    }

    func testPR09AndPR10DevicesAreNotThere() async throws {
        let run = try await run()
        let there =
            try await run.script(
                "['bluetooth', 'usb', 'serial', 'hid'].filter((name) => name in navigator).join()") as? String
        XCTAssertEqual(there, "")
        let media =
            try await run.session.view?.callAsyncJavaScript(
                """
                if (!navigator.mediaDevices) return 'absent';
                const tried = [];
                for (const method of ['getUserMedia', 'getDisplayMedia']) {
                    try { await navigator.mediaDevices[method]({video: true, audio: true}); tried.push('granted') }
                    catch { tried.push('denied') }
                }
                return tried.join();
                """, contentWorld: .page) as? String
        XCTAssertTrue(["absent", "denied,denied"].contains(media), media ?? "")
    }

    func testNW06NothingPlainIsAskedForByASecurePage() async throws {
        let run = try await run(
            "<script src='http://pay.example/x.js'></script><img src='http://pay.example/x.png'><form id=f method=post action='http://pay.example/f'></form>"
        )
        _ = try await run.script("document.getElementById('f').submit(); 0")
        try await eventually("the form; \(run.types)") { self.blocked(run).contains("same-host") }
        let here = try await run.script("location.href") as? String
        XCTAssertEqual(here, "https://shop.example/")
        XCTAssertEqual(run.opener.urls, [])
    }

    func testNW09ARedirectLoopEnds() async throws {
        let run = try await run(pages: ["pay.example/loop": .redirect(to: "https://pay.example/loop", status: 302)])
        _ = try await run.script("location = 'https://pay.example/loop'; 0")
        try await run.wait(for: "transom.load.failed")
        XCTAssertEqual(run.session.view?.url?.host, "shop.example")
    }

    func testNW10NoRedirectLeadsToAnotherScheme() async throws {
        var pages: [String: SandboxResponse] = [:]
        let targets = [
            "javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "file:///etc/passwd",
            "blob:https://shop.example/x",
            "about:blank", "", "https://" + String(repeating: "a", count: 10_240), "https://user@shop.example/",
            "\thttps://evil.example/", "app://wallet/", "view-source:https://shop.example/",
        ]
        for (index, target) in targets.enumerated() {
            pages["shop.example/\(index)"] = .redirect(to: target, status: 302)
        }
        // A failed load would end a run that nobody sees.
        let run = try await run(pages: pages) { $0.presentation = .window }
        for index in targets.indices {
            _ = run.session.view?.load(engineURL: "https://shop.example/\(index)")
            try await eventually("\(targets[index]) ends") { run.session.view?.isLoading == false }
            XCTAssertNotEqual(run.session.view?.mainFrameOrigin, "https://evil.example", targets[index])
        }
        _ = run.session.view?.load(engineURL: "https://shop.example/")
        try await eventually("the shop") { try await run.script("typeof post") as? String == "function" }
        try await settle(run)
        XCTAssertFalse(run.opener.urls.contains { $0 != "https://evil.example/" }, "\(run.opener.urls)")
        XCTAssertFalse(run.types.contains("transom.dialog.shown"), "no script of a redirect ran")
    }

    func testNW11EveryWayToAnotherPageIsJudged() async throws {
        let ways = [
            "document.head.innerHTML = '<meta http-equiv=refresh content=\"0;url=http://shop.example/0\">'",
            "document.head.innerHTML = '<base href=\"http://shop.example/\">'; const a = document.createElement('a');"
                + "a.href = '1'; document.body.append(a); a.click()",
            "const f = document.createElement('form'); f.method = 'post'; f.action = 'http://shop.example/2'; document.body.append(f); f.submit()",
            "location.replace('http://shop.example/3')", "location.assign('http://shop.example/4')",
        ]
        let run = try await run()
        for (index, way) in ways.enumerated() {
            _ = try await run.script("(() => { \(way) })(); 0")
            try await eventually("\(way); \(run.said)") {
                run.events.contains {
                    $0.type == "transom.navigation.blocked"
                        && $0.data["url"]?.stringValue == "http://shop.example/\(index)"
                }
            }
        }
        let here = try await run.script("location.href") as? String
        XCTAssertEqual(here, "https://shop.example/")
        XCTAssertEqual(run.opener.urls, [])
    }

    func testUP07NoSchemeThatIsNotAllowedIsEverShownAsTheAddress() async throws {
        let run = try await run()
        for url in [
            "gopher://x/", "foo:bar", "webkit://gpu", "inspector://x", "resource:///x", "app://wallet/", "ssh://-o/",
        ] {
            _ = try await run.script("location = '\(url)'; 0")
            try await settle(run)
            XCTAssertEqual(run.session.view?.url?.absoluteString, "https://shop.example/", url)
        }
        XCTAssertEqual(run.opener.urls, [])
    }

    // MARK: - Downloads, choosers, devices

    func testPR02EachKindOfDownloadIsRefusedAndTold() async throws {
        for (kind, href) in [
            ("blob", "URL.createObjectURL(new Blob(['x'], {type: 'application/x-sh'}))"),
            ("data", "'data:application/x-sh,echo%20S3CRET'"), ("server", "'/file'"),
        ] {
            let run = try await run(
                pages: [
                    "shop.example/file": SandboxResponse(
                        headers: [
                            (name: "Content-Type", value: "application/octet-stream"),
                            (name: "Content-Disposition", value: "attachment; filename=\"\""),
                        ], body: Data([1]))
                ])
            _ = try await run.script(
                "const a = document.createElement('a'); a.href = \(href); a.download = 'evil.sh'; document.body.append(a); a.click(); 0"
            )
            // One whose address no page may go to is refused as a navigation, before it is a download.
            try await eventually("\(kind); \(run.types)") {
                run.types.contains("transom.download.refused") || self.blocked(run) == ["scheme"]
            }
            for event in run.events { XCTAssertFalse(event.json.contains("S3CRET"), kind) }
            let here = try await run.script("location.href") as? String
            XCTAssertEqual(here, "https://shop.example/", kind)
            XCTAssertEqual(run.opener.urls, [], kind)
            run.tearDown()
        }
    }

    func testPR02APageThatGoesToDataOfItsOwnStaysWhereItIs() async throws {
        let run = try await run()
        _ = try await run.script("location = 'data:application/x-sh,echo'; 0")
        try await eventually("it is judged; \(run.types)") { !self.blocked(run).isEmpty }
        try await settle(run)
        let here = try await run.script("location.href") as? String
        XCTAssertEqual(here, "https://shop.example/")
    }

    func testPR05NoFileIsChosen() async throws {
        let run = try await run()
        _ = try await run.script(
            "const i = document.createElement('input'); i.type = 'file'; i.capture = 'user'; i.accept = 'image/*'; i.multiple = true;"
                + "i.addEventListener('change', () => post('chosen ' + i.files.length)); document.body.append(i); i.click(); 0"
        )
        let denied = try await run.wait(for: "transom.permission.denied")
        XCTAssertEqual(denied.data["kind"], "fileChooser")
        try await settle(run)
        XCTAssertFalse(bodies(run).contains { $0.stringValue?.hasPrefix("chosen") ?? false })
    }

    func testPR07NothingIsDraggedOut() async throws {
        let run = try await run()
        let widget = try XCTUnwrap(run.session.view?.hostWidget)
        let targets = gtk_target_list_new(nil, 0)
        gtk_target_list_add_uri_targets(targets, 0)
        _ = gtk_drag_begin_with_coordinates(widget, targets, GDK_ACTION_COPY, 1, nil, 10, 10)
        gtk_target_list_unref(targets)
        try await eventually("it was stopped") { run.session.view?.refusedDrags == 1 }
        try await settle(run)
    }

    func testPR11AWakeLockIsNotGiven() async throws {
        let run = try await run()
        let lock =
            try await run.session.view?.callAsyncJavaScript(
                "try { return navigator.wakeLock ? (await navigator.wakeLock.request('screen')).type : 'absent' } "
                    + "catch { return 'denied' }", contentWorld: .page) as? String
        XCTAssertTrue(["absent", "denied"].contains(lock), lock ?? "")
    }

    // MARK: - Floods

    func testFL04APageThatAsksBeforeItIsLeftIsLeft() async throws {
        let run = try await run()
        _ = try await run.script(
            "addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay'; }); 0")
        run.session.load()
        try await eventually("it is there again") { run.types.filter { $0 == "transom.page.loaded" }.count == 2 }
        XCTAssertNil(run.ending)
    }

    func testFL10APageThatTakesAllMemoryIsEndedAndTheHostIsNot() async throws {
        WKWebsiteDataStore.memoryLimit = (400, 1)
        defer { WKWebsiteDataStore.memoryLimit = (0, 5) }
        let run = try await run { $0.presentation = .window }
        run.session.view?.evaluateJavaScript(
            "window.kept = []; const more = () => { const next = new Uint8Array(20 << 20); next.fill(7); kept.push(next); "
                + "if (kept.length < 40) setTimeout(more, 10) }; more(); 0", completionHandler: { _, _ in })
        try await run.wait(for: "transom.page.crashed")
        XCTAssertNil(run.ending, "a person may try again")
        XCTAssertTrue(run.session.stage?.hasFailure ?? false)
        run.session.stage?.onRetry?()
        try await eventually("it is there again") { run.types.filter { $0 == "transom.page.loaded" }.count == 2 }
    }

    func testFL12RecursionAndPatternsWithoutEndStayInTheirProcess() async throws {
        let run = try await run()
        _ = try await run.script("const deep = () => deep() + 1; try { deep() } catch (e) { post(e.name) } 0")
        try await eventually("the recursion ends") { self.bodies(run) == ["RangeError"] }
        run.session.view?.evaluateJavaScript(
            "post('begin'); for (;;) /^(a+)+$/.test('a'.repeat(40) + 'b')", completionHandler: { _, _ in })
        try await eventually("it hangs") { self.bodies(run).contains("begin") }
        // The host is asked to end meanwhile, and does.
        run.session.end(.signal)
        XCTAssertEqual(run.ending, .signal)
        let widget = try XCTUnwrap(run.session.view?.hostWidget)
        let watch = LeakWatch(UnsafeMutableRawPointer(widget))
        run.tearDown()
        try await eventually("its view is gone") { watch.isFinalised }
    }

    func testPS09AWindowThatIsOpenWhenTheSessionEndsGoesWithIt() async throws {
        let run = try await run { $0.play = "any" }
        _ = try await run.script("window.popup = open('https://pay.example/', 'w'); 0")
        try await eventually("the window") { run.session.popups.count == 1 }
        let watch = LeakWatch(UnsafeMutableRawPointer(try XCTUnwrap(run.session.popups.first?.view.hostWidget)))
        run.session.end(.user)
        run.tearDown()
        try await eventually("it is gone") { watch.isFinalised }
        XCTAssertTrue(run.session.popups.isEmpty)
    }

    // MARK: - Secrets and the network

    func testSE02WhatTheAddressHoldsIsInNoRefererOfAnotherOrigin() async throws {
        let seen = Mutex<[String]>([])
        let origins: [Origin] = [.literal("https://shop.example"), .literal("https://pay.example")]
        let site = ClosureSite(origins) { request in
            if request.origin.host == "pay.example" {
                let referer = request.headers.first { $0.name.lowercased() == "referer" }?.value ?? "none"
                seen.withLock { $0.append("\(request.path) \(referer)") }
            }
            return .html(
                "<!doctype html><script>const post = (b) => webkit.messageHandlers.bridge.postMessage(b)</script>")
        }
        let run = try SessionFixture(ShopIntegration.self, parameters: [:], sites: [site])
        fixture = run
        try await run.wait(for: "transom.page.loaded")
        _ = try await run.script(
            "history.replaceState(0, '', '/?appSecret=S3CRET&token=T0K#FRAG'); const image = new Image(); image.src = 'https://pay.example/image';"
                + "const frame = document.createElement('iframe'); frame.src = 'https://pay.example/frame'; document.body.append(frame);"
                + "fetch('https://pay.example/fetch', {mode: 'no-cors'}); 0")
        try await eventually("three") { seen.withLock { $0.count } >= 3 }
        _ = try await run.script("location = 'https://pay.example/page'; 0")
        try await eventually("four") { seen.withLock { list in list.contains { $0.hasPrefix("/page ") } } }
        for line in seen.withLock({ $0 }) where !line.contains("favicon") {
            XCTAssertTrue(line.hasSuffix(" https://shop.example/"), line)
        }
    }

    func testNW10ARedirectToAFileIsAtAnEndWithTheDeadline() async throws {
        let run = try SessionFixture(
            ShopIntegration.self, parameters: [:],
            sites: [
                ClosureSite([.literal("https://shop.example")]) { _ in .redirect(to: "file:///etc/passwd", status: 302)
                }
            ])
        fixture = run
        try await eventually("the engine has asked") { run.types.contains("transom.navigation.inside") }
        if run.ending == nil { run.scheduler.advance(by: .seconds(60)) }
        let ending = try await run.waitForEnding()
        XCTAssertEqual(ending, .error)
    }

    func testNW15ANameAndAPasswordAreAskedOfNobody() async throws {
        let run = try await run(
            pages: [
                "pay.example/": SandboxResponse(
                    status: 401,
                    headers: [
                        (name: "WWW-Authenticate", value: "Basic realm=\"x\""),
                        (name: "Content-Type", value: "text/html"),
                    ], body: Data("<!doctype html><p>no".utf8))
            ]) { $0.presentation = .window }
        _ = try await run.script("location = 'https://pay.example/'; 0")
        try await eventually("an end of it; \(run.types)") {
            run.types.contains("transom.load.failed")
                || run.events.contains { $0.type == "transom.page.loaded" && $0.data["status"] == 401 }
        }
        XCTAssertNil(run.ending)
        XCTAssertFalse(run.types.contains("transom.dialog.shown"))
    }

    func testNW17APageLeavesNoServiceWorkerBehind() async throws {
        let run = try await run(
            pages: [
                "shop.example/worker.js": SandboxResponse(
                    headers: [(name: "Content-Type", value: "text/javascript")],
                    body: Data("addEventListener('fetch', () => {})".utf8))
            ])
        let registered =
            try await run.session.view?.callAsyncJavaScript(
                "return navigator.serviceWorker ? await navigator.serviceWorker.register('/worker.js').then(() => 'left') : 'none'",
                contentWorld: .page) as? String
        XCTAssertEqual(registered, "none")
    }
}
