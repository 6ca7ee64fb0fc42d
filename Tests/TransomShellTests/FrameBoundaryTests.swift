// What frames may cause: nothing outside.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomSandbox
import TransomTestSupport
import WebKit
import XCTest

@testable import TransomShell

@MainActor
final class FrameBoundaryTests: XCTestCase {
    private var fixture: SessionFixture?
    /// Called when the page `/again` is asked for.
    private var onAgain: (() -> Void)?

    override func tearDown() async throws {
        fixture?.tearDown()
        fixture = nil
    }

    /// A shop with a frame of the gateway's, which runs what it is sent.
    private func run() async throws -> SessionFixture {
        let site = ClosureSite([.literal("https://shop.example"), .literal("https://pay.example")]) {
            [weak self] request in
            if request.path == "/again" { self?.onAgain?() }
            return request.origin.host == "shop.example"
                ? .html(
                    "<!doctype html><iframe src='https://pay.example/'></iframe>"
                        + "<script>addEventListener('message', (e) => webkit.messageHandlers.bridge.postMessage(e.data))</script>"
                )
                : .html("<!doctype html><script>addEventListener('message', (e) => eval(e.data))</script>")
        }
        let run = try SessionFixture(ShopIntegration.self, parameters: [:], sites: [site])
        fixture = run
        try await run.wait(for: "transom.page.loaded")
        return run
    }

    private func inFrame(_ script: String, _ run: SessionFixture) async throws {
        _ = try await run.session.view?.callAsyncJavaScript(
            "frames[0].postMessage(script, '*')", arguments: ["script": script], contentWorld: .page)
    }

    private func blocked(_ run: SessionFixture) -> [String] {
        run.events.filter { $0.type == "transom.navigation.blocked" }.compactMap { event in
            (event.data["url"]?.stringValue).map { "\($0) \(event.data["frame"]?.stringValue ?? "")" }
        }
    }

    func testNothingThatAFrameDoesToItselfIsHandedOutside() async throws {
        let run = try await run()
        for (index, script) in [
            "location = 'https://elsewhere.example/0'",
            "const a = document.createElement('a'); a.href = 'https://elsewhere.example/1'; document.body.append(a); a.click()",
            "const f = document.createElement('form'); f.action = 'https://elsewhere.example/2'; f.method = 'post';"
                + "document.body.append(f); f.submit()",
        ].enumerated() {
            try await inFrame(script, run)
            try await eventually("\(script): \(run.types)") {
                self.blocked(run).contains("https://elsewhere.example/\(index) iframe")
            }
        }
        try await inFrame("location = 'bank://frame'", run)
        try await eventually("the bank: \(run.types)") { self.blocked(run).count == 4 }
        XCTAssertTrue(blocked(run).allSatisfy { $0.hasSuffix(" iframe") }, "\(blocked(run))")
        XCTAssertEqual(run.opener.urls, [])
        XCTAssertFalse(run.types.contains("transom.navigation.outside"))
    }

    func testAForeignFrameThatItsParentLeadsIsHandedOutsideByNobody() async throws {
        let run = try await run()
        _ = try await run.script("frames[0].location = 'https://elsewhere.example/led'; 0")
        try await eventually("the refusal") { self.blocked(run) == ["https://elsewhere.example/led iframe"] }
        XCTAssertEqual(run.opener.urls, [])
    }

    func testThePageItselfIsHandedOutsideAlthoughItHasFrames() async throws {
        let run = try await run()
        _ = try await run.script("location = 'bank://pay'; 0")
        try await eventually("the bank") { run.opener.urls == ["bank://pay"] }
        run.clock.advance(by: .seconds(2))
        _ = try await run.script("location = 'https://elsewhere.example/'; 0")
        try await eventually("the web page") { run.opener.urls == ["bank://pay", "https://elsewhere.example/"] }
        XCTAssertEqual(blocked(run), [])
        let alive = try await run.script("location.href") as? String
        XCTAssertEqual(alive, "https://shop.example/")
    }

    func testAFrameThatLeadsTheTopIsJudgedAsTheTopWhenItMayStayInside() async throws {
        let run = try await run()
        try await inFrame("top.location = 'https://elsewhere.example/top'", run)
        try await inFrame("parent.postMessage('still here', '*')", run)
        try await run.wait(for: "shop.bridge")
        XCTAssertEqual(run.opener.urls, [])
        let here = try await run.script("location.href") as? String
        XCTAssertEqual(here, "https://shop.example/")
    }

    func testAFramesPageIsJudgedAgainAsAFramesWhenItsAnswerComes() async throws {
        let run = try await run()
        // Between the question and the answer the list of frames becomes shorter than that of pages: so it is for a frame
        // that was taken for the main one.
        onAgain = { [weak run] in run?.session.policy.frames = [.literal("https://shop.example")] }
        try await inFrame("location = 'https://pay.example/again'", run)
        try await eventually("the refusal; \(run.types)") {
            self.blocked(run).contains("https://pay.example/again iframe")
        }
        XCTAssertNil(run.ending)
    }

    func testAWindowThatAFrameAsksForIsHandedOutsideByNobody() async throws {
        let run = try await run()
        let link = "const a = document.createElement('a'); document.body.append(a); "
        let loose = "const a = document.createElement('a'); a.target = '_top'; "
        let form = "const f = document.createElement('form'); document.body.append(f); "
        for (index, script) in [
            "open('https://elsewhere.example/0')", "open('bank://1')", "open('https://elsewhere.example/2', '_top')",
            "open('bank://3', '_parent')", "top.location = 'bank://4'",
            "top.location.href = 'https://elsewhere.example/5'", "top.location.replace('https://elsewhere.example/6')",
            "document.head.innerHTML = '<meta http-equiv=refresh content=\"0;url=bank://7\">'",
            link + "a.target = '_top'; a.href = 'https://elsewhere.example/8'; a.click()",
            link + "a.target = '_blank'; a.href = 'https://elsewhere.example/9'; a.click()",
            link + "a.target = '_top'; a.href = 'bank://10'; a.click()",
            form + "f.target = '_top'; f.action = 'https://elsewhere.example/11'; f.submit()",
            form + "f.target = '_top'; f.action = 'https://elsewhere.example/12'; f.requestSubmit()",
            form + "f.target = '_top'; f.method = 'post'; f.action = 'https://elsewhere.example/13'; f.submit()",
            loose + "a.href = 'https://elsewhere.example/14'; a.click()",
            loose + "a.href = 'https://elsewhere.example/15'; a.dispatchEvent(new MouseEvent('click'))",
            form + "f.target = '_blank'; f.action = 'https://elsewhere.example/16'; f.submit()",
            "const b = document.createElement('base'); b.target = '_top'; document.head.append(b); " + link
                + "a.href = 'https://elsewhere.example/17'; a.click()",
        ].enumerated() {
            run.clock.advance(by: .seconds(30))
            // The parent's gesture is the frame's for a second, too.
            try await inFrame("(() => { \(script) })()", run)
            try await inFrame("parent.postMessage('\(index)', '*')", run)
            try await eventually("\(script)") {
                run.events.contains { $0.type == "shop.bridge" && $0.data["body"] == .string("\(index)") }
            }
            XCTAssertEqual(run.opener.urls, [], script)
        }
        // The marks may overtake a decision; the last of them does not overtake this one.
        try await inFrame("location = 'https://elsewhere.example/end'", run)
        try await eventually("the end; \(blocked(run))") {
            self.blocked(run).contains("https://elsewhere.example/end iframe")
        }
        XCTAssertEqual(run.opener.urls, [])
        let here = try await run.script("location.href") as? String
        XCTAssertEqual(here, "https://shop.example/")
    }

    func testAPageThatLeavesByItselfIsToldAndStaysWhereItIs() async throws {
        let run = try await run()
        for (index, script) in [
            "location = 'https://elsewhere.example/a'", "location = 'bank://pay'",
        ].enumerated() {
            // A task that begins seconds after whoever runs this script has no gesture of theirs.
            _ = try await run.script("setTimeout(() => { \(script) }, 2500); 0")
            try await eventually("\(script); \(run.types)") {
                run.types.filter { $0 == "transom.outside.refused" }.count == index + 1
            }
        }
        XCTAssertEqual(run.opener.urls, [])
        XCTAssertEqual(run.event("transom.outside.refused")?.data["error"], "nobody asked for it")
        // What a person did a moment ago counts, once.
        run.session.sawInput()
        _ = try await run.script("setTimeout(() => { location = 'bank://asked' }, 2500); 0")
        try await eventually("the bank; \(run.types)") { run.opener.urls == ["bank://asked"] }
        _ = try await run.script("setTimeout(() => { location = 'bank://again' }, 2500); 0")
        try await eventually("the refusal; \(run.types)") {
            run.types.filter { $0 == "transom.outside.refused" }.count == 3
        }
        XCTAssertEqual(run.opener.urls, ["bank://asked"])
        // And not for ever.
        run.session.sawInput()
        run.clock.advance(by: .seconds(31))
        _ = try await run.script("setTimeout(() => { location = 'bank://late' }, 2500); 0")
        try await eventually("the refusal; \(run.types)") {
            run.types.filter { $0 == "transom.outside.refused" }.count == 4
        }
        XCTAssertEqual(run.opener.urls, ["bank://asked"])
    }

    func testOneThingLeavesForOneGesture() async throws {
        let run = try await run()
        _ = try await run.script("for (let i = 0; i < 5; i++) open('bank://' + i); 0")
        try await eventually("all five; \(run.types)") {
            run.types.filter { $0 == "transom.navigation.outside" }.count == 5
        }
        XCTAssertEqual(run.opener.urls, ["bank://0"])
    }
}
