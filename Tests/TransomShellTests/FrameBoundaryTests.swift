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

    override func tearDown() async throws {
        fixture?.tearDown()
        fixture = nil
    }

    /// A shop with a frame of the gateway's, which runs what it is sent.
    private func run() async throws -> SessionFixture {
        let site = ClosureSite([.literal("https://shop.example"), .literal("https://pay.example")]) { request in
            request.origin.host == "shop.example"
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
}
