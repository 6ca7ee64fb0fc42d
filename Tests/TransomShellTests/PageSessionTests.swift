// A page that no vendor folder knows.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomSandbox
import TransomShellTestSupport
import TransomTestSupport
import TransomVendors
import XCTest

@testable import TransomShell
@testable import WebKit

@MainActor
final class PageSessionTests: XCTestCase {
    private var fixture: SessionFixture?

    override func tearDown() async throws {
        fixture?.tearDown()
        fixture = nil
    }

    /// Runs a page at `https://shop.example/`, with a foreign page at `https://other.example/`.
    private func run(
        _ html: String, other: String = "", parameters: [String: [String]] = [:], allow: [String] = [],
        status: Int = 200, change: (inout HostConfiguration) -> Void = { _ in }
    ) throws -> SessionFixture {
        let site = ClosureSite([.literal("https://shop.example"), .literal("https://other.example")]) { request in
            if request.origin.host == "other.example" { return SandboxResponse.html(other) }
            switch request.path {
            case "/": return SandboxResponse.html(html, status: status)
            case "/away": return .redirect(to: "https://other.example/", status: 302)
            case "/second": return .html("<script>webkit.messageHandlers.bridge.postMessage('second')</script>")
            case "/file":
                return SandboxResponse(
                    headers: [("Content-Type", "application/octet-stream")], body: Data([1, 2, 3]))
            default: return .notFound
            }
        }
        var all = ["url": ["https://shop.example/"], "handler": ["bridge"]]
        all.merge(parameters) { $1 }
        let run = try SessionFixture(
            PageIntegration.self, parameters: all, sites: [site], allow: allow, change: change)
        fixture = run
        return run
    }

    func testItsMessagesAreEvents() async throws {
        let run = try run("<script>webkit.messageHandlers.bridge.postMessage({hello: [1, true, null]})</script>")
        let event = try await run.wait(for: "page.bridge")
        XCTAssertEqual(event.data, ["hello": [1, true, .null]])
        XCTAssertEqual(event.origin, "https://shop.example")
        XCTAssertEqual(event.mainframe, true)
    }

    func testAForwarderPassesThePagesOwnEnvelopesOn() async throws {
        let run = try run(
            """
            <script>window.postMessage({source: 'xcover-journeys', type: 'CG_JOURNEY_READY', payload: {a: 1}}, '*');
            window.postMessage({source: 'somebody', type: 'NO'}, '*');
            window.postMessage({source: 'xcover-journeys', type: 'LAST'}, '*');</script>
            """,
            parameters: ["handler": ["cgJourneyBridge:object"], "forward": ["xcover-journeys:cgJourneyBridge"]])
        try await eventually("two messages") { run.types.filter { $0 == "page.cgJourneyBridge" }.count == 2 }
        let types = run.events.filter { $0.type == "page.cgJourneyBridge" }.compactMap { $0.data["type"]?.stringValue }
        XCTAssertEqual(types, ["CG_JOURNEY_READY", "LAST"])
    }

    func testAForeignFrameIsHeardByNobody() async throws {
        let run = try run(
            "<iframe src='https://other.example/'></iframe>",
            other: "<script>webkit.messageHandlers.bridge.postMessage('spy')</script>", allow: ["https://other.example"]
        )
        let rejected = try await run.wait(for: "transom.message.rejected")
        XCTAssertEqual(rejected.data["origin"]?.stringValue, "https://other.example")
        XCTAssertEqual(rejected.data["mainframe"], false)
        XCTAssertFalse(run.types.contains("page.bridge"))
    }

    func testAForeignFrameThatIsNotAllowedIsBlockedAndNothingLeaves() async throws {
        let run = try run(
            "<iframe src='https://other.example/'></iframe><script>webkit.messageHandlers.bridge.postMessage(1)</script>"
        )
        let blocked = try await run.wait(for: "transom.navigation.blocked")
        XCTAssertEqual(blocked.data["frame"]?.stringValue, "iframe")
        XCTAssertEqual(blocked.data["rule"]?.stringValue, "frames")
        XCTAssertEqual(run.opener.urls, [])
        XCTAssertTrue(
            run.said.contains {
                $0.hasSuffix(
                    "page: blocked frame https://other.example (rule frames).  "
                        + "To allow: policy.allow: [\"https://other.example\"]")
            }, "\(run.said)")
    }

    func testARedirectIsJudgedAtEveryHop() async throws {
        let run = try run("<script>location.href = '/away'</script>", other: "<p>never</p>")
        let outside = try await run.wait(for: "transom.navigation.outside")
        XCTAssertEqual(outside.data["url"]?.stringValue, "https://other.example/")
        // Nobody has clicked anything.
        try await run.wait(for: "transom.outside.refused")
        XCTAssertEqual(run.opener.urls, [])
        // The engine takes the cancelled load's address back a moment later.
        try await eventually("the page's own address") { run.session.view?.url?.host == "shop.example" }
    }

    func testInReportModeABlockedPageLoadsAndIsMarked() async throws {
        let run = try run(
            "<iframe src='https://other.example/'></iframe>", other: "<script>parent.postMessage(1, '*')</script>"
        ) { $0.policyMode = .report }
        try await run.wait(for: "transom.navigation.blocked")
        try await run.wait(for: "transom.page.loaded")
        let frames = try await run.script("frames.length") as? Int
        XCTAssertEqual(frames, 1)
    }

    func testAHostThatIsNotServedIsRefusedAndTold() async throws {
        let run = try run(
            "<script>fetch('https://tracker.example/x').catch(() => webkit.messageHandlers.bridge.postMessage(1))</script>"
        )
        let refused = try await run.wait(for: "transom.network.refused")
        XCTAssertEqual(refused.data["host"]?.stringValue, "tracker.example")
        try await run.wait(for: "page.bridge")
    }

    func testAServerErrorIsAFailedLoad() async throws {
        let run = try run("<p>broken</p>", status: 503)
        let failed = try await run.wait(for: "transom.load.failed")
        XCTAssertEqual(failed.data, ["kind": "http", "status": 503])
        let ending = try await run.waitForEnding()
        XCTAssertEqual(ending, .error)
    }

    func testAPageThatIsNotThereIsAFailedLoad() async throws {
        let run = try run("", parameters: ["url": ["https://nowhere.example/"]])
        let failed = try await run.wait(for: "transom.load.failed")
        XCTAssertEqual(failed.data["kind"]?.stringValue, "connect")
        let ending = try await run.waitForEnding()
        XCTAssertEqual(ending, .error)
    }

    func testAPageMayGoBackAndForwardAndIsStillKnown() async throws {
        let run = try run(
            """
            <script>addEventListener('pageshow', (event) =>
                webkit.messageHandlers.bridge.postMessage('shown ' + event.persisted))</script>
            """)
        try await run.wait(for: "page.bridge")
        _ = try await run.script("location.href = '/second'; 0")
        try await eventually("the second page") { run.types.filter { $0 == "page.bridge" }.count == 2 }
        _ = try await run.script("history.back(); 0")
        try await eventually("the first page again") { run.types.filter { $0 == "page.bridge" }.count == 3 }
        XCTAssertFalse(run.types.contains("transom.message.rejected"))
    }

    func testAPageThatClosesItselfEndsTheRun() async throws {
        let run = try run("<script>webkit.messageHandlers.bridge.postMessage(1); window.close()</script>")
        let ending = try await run.waitForEnding()
        XCTAssertEqual(ending, .page)
    }

    func testADownloadIsRefusedAndTold() async throws {
        let run = try run("<script>location.href = '/file'</script>")
        let refused = try await run.wait(for: "transom.download.refused")
        XCTAssertEqual(refused.data["url"]?.stringValue, "https://shop.example/file")
        XCTAssertFalse(run.types.contains("transom.load.failed"))
        XCTAssertNil(run.ending)
    }

    func testAValueThatGrowsWhenItIsTakenOverIsRefusedForItsSize() async throws {
        let run = try run(
            """
            <script>const tell = (body) => webkit.messageHandlers.bridge.postMessage(body);
            let bomb = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]; for (let i = 0; i < 8; i++) bomb = Array(10).fill(bomb);
            tell(bomb); tell(new Array(2 ** 20)); const cycle = {bomb}; cycle.self = cycle; tell(cycle);
            tell('x'.repeat(8 * 1024 * 1024)); tell({last: true})</script>
            """)
        let event = try await run.wait(for: "page.bridge")
        XCTAssertEqual(event.data, ["last": true])
        let rejected = try await run.wait(for: "transom.message.rejected")
        XCTAssertEqual(rejected.data["reason"]?.stringValue, "size")
        run.clock.advance(by: .seconds(2))
        run.scheduler.advance(by: .seconds(2))
        try await eventually("all four") {
            let counts = run.events.filter { $0.type == "transom.message.rejected" }.compactMap { $0.data["count"] }
            return counts == [1, 3]
        }
    }

    func testALinkThatDownloadsIsToldAndStopped() async throws {
        let run = try run(
            "<a id=a href='/file' download='x.bin'>x</a>"
                + "<script>webkit.messageHandlers.bridge.postMessage(1)</script>")
        try await run.wait(for: "page.bridge")
        _ = try await run.script("document.getElementById('a').click(); 0")
        let refused = try await run.wait(for: "transom.download.refused")
        XCTAssertEqual(refused.data["url"]?.stringValue, "https://shop.example/file")
    }

    func testAnyEventOfARunCanBeAwaited() async throws {
        let run = try run("<p>x</p>") { $0.until = "transom.session.started" }
        let ending = try await run.waitForEnding()
        XCTAssertEqual(ending, .until)
        XCTAssertFalse(run.session.isAwaiting)
        XCTAssertEqual(run.types, ["transom.session.started", "transom.session.ended"])
    }

    func testNothingFollowsTheEndWhenTheFirstEventWasAwaited() async throws {
        let run = try run("<p>x</p>") { $0.until = "transom.session.started" }
        // The web process has reported and the engine has not asked yet, when something is told.
        run.session.view?.isStamped = true
        run.session.tell(EventDraft("transom.session.warned"))
        let ending = try await run.waitForEnding()
        XCTAssertEqual(ending, .until)
        XCTAssertEqual(run.types, ["transom.session.started", "transom.session.ended"])
    }
}
