// The insurance journey in a real view.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomSandbox
import TransomShellTestSupport
import TransomTestSupport
import TransomVendors
import WebKit
import XCTest

@testable import TransomShell

@MainActor
final class XCoverSessionTests: XCTestCase {
    private var fixture: SessionFixture?

    override func tearDown() async throws {
        fixture?.tearDown()
        fixture = nil
    }

    private func open(
        play: String? = nil, parameters: [String: [String]] = ["country": ["AU"], "booking_ref": ["KX20418"]],
        sites: [any SandboxSite] = [], allow: [String] = [], change: (inout HostConfiguration) -> Void = { _ in }
    ) throws -> SessionFixture {
        let run = try SessionFixture(
            XCoverIntegration.self, parameters: parameters, play: play, sites: sites, allow: allow, change: change)
        fixture = run
        return run
    }

    /// A journey of the test's own, at the vendor's origin.
    private func open(page: String, frame: String = "", allow: [String] = []) throws -> SessionFixture {
        let site = ClosureSite([.literal("https://xcj.xcover.com"), .literal("https://other.example")]) { request in
            request.origin == .literal("https://other.example") ? .html(frame) : .html(page)
        }
        return try open(sites: [site], allow: allow)
    }

    private func assertPlayed(
        _ play: String, _ run: SessionFixture, file: StaticString = #filePath, line: UInt = #line
    ) throws {
        let expected = try XCTUnwrap(XCoverIntegration.plays.first { $0.name == play }).events
        var rest = run.types[...]
        for type in expected {
            let index = try XCTUnwrap(rest.firstIndex(of: type), "\(type) is not in \(rest)", file: file, line: line)
            rest = rest[(index + 1)...]
        }
        for event in run.events where event.type.hasPrefix("xcover.") {
            XCTAssertEqual(event.origin, "https://xcj.xcover.com", file: file, line: line)
            XCTAssertEqual(event.mainframe, true, file: file, line: line)
            let mismatches = EventCatalogue(XCoverIntegration.self).mismatches(type: event.type, data: event.data)
            XCTAssertEqual(mismatches, [], file: file, line: line)
        }
    }

    // MARK: - Plays

    func testACoverIsBoughtAndTheJourneyStaysOpen() async throws {
        let run = try open(play: "complete")
        let complete = try await run.wait(for: "xcover.CG_JOURNEY_COMPLETE")
        try assertPlayed("complete", run)
        XCTAssertEqual(complete.data["outcome"], "purchased")
        XCTAssertNotNil(complete.data["policy_id"]?.stringValue)
        XCTAssertTrue(run.types.contains("xcover.CG_JOURNEY_STEP"))
        XCTAssertEqual(run.session.result, complete.data)
        XCTAssertNil(run.ending)
        let loaded = try XCTUnwrap(run.event("transom.page.loaded"))
        XCTAssertEqual(loaded.data["url"], "https://xcj.xcover.com/acme-travel/en/")
    }

    func testAJourneyThatSaysItTwiceIsHeardOnce() async throws {
        let run = try open(play: "twice")
        let rejected = try await run.wait(for: "transom.message.rejected")
        try assertPlayed("twice", run)
        XCTAssertEqual(rejected.data["reason"], "duplicate")
        XCTAssertEqual(run.types.filter { $0 == "xcover.CG_JOURNEY_COMPLETE" }.count, 1)
        XCTAssertEqual(run.types.filter { $0 == "xcover.CG_JOURNEY_READY" }.count, 2)
        XCTAssertNil(run.ending)
    }

    func testNoCoverIsAResultToo() async throws {
        let run = try open(play: "decline")
        let complete = try await run.wait(for: "xcover.CG_JOURNEY_COMPLETE")
        try assertPlayed("decline", run)
        XCTAssertEqual(complete.data, ["outcome": "declined"])
        XCTAssertNil(run.ending)
    }

    func testAJourneyThatIsPutAwayClosesWithoutAResult() async throws {
        let run = try open(play: "hide")
        let ending = try await run.waitForEnding()
        try assertPlayed("hide", run)
        XCTAssertEqual(ending, .page)
        XCTAssertNil(run.session.result)
    }

    func testAJourneyThatIsNeverReadyFailsAtTheStartUpDeadline() async throws {
        let run = try open(play: "silent")
        try await run.wait(for: "transom.page.loaded")
        run.scheduler.advance(by: .seconds(15))
        let ending = try await run.waitForEnding()
        try assertPlayed("silent", run)
        XCTAssertEqual(ending, .error)
    }

    // MARK: - The host speaks

    func testWhatTheHostSendsArrivesAndDoesNotComeBack() async throws {
        let run = try open()
        try await run.wait(for: "xcover.CG_JOURNEY_READY")
        try run.session.send(type: "CG_JOURNEY_HIDE")
        try await eventually("the journey is put away") {
            try await run.script("document.body.dataset.page") as? String == "hidden"
        }
        XCTAssertFalse(run.types.contains("xcover.CG_JOURNEY_HIDE"))
        XCTAssertFalse(run.types.contains("transom.message.rejected"))
        XCTAssertNil(run.ending)
    }

    func testWhatIsSentBeforeTheJourneyIsReadyWaitsAndIsNeverScript() async throws {
        let run = try open(
            page: """
                <script>
                const said = [];
                addEventListener('message', (event) => {
                    if (event.ports.length > 0) said.push([event.origin, JSON.stringify(event.data)]);
                });
                window.speak = () => window.postMessage(
                    {source: 'xcover-journeys', type: 'CG_JOURNEY_READY'}, location.origin);
                </script>
                """)
        let hostile = #"x'); document.title = "taken"; //</script>"#
        try run.session.send(type: "FIRST", payload: ["text": .string(hostile + "\u{2028}"), "n": 1, "yes": true])
        try run.session.send(type: hostile)
        try await run.wait(for: "transom.page.loaded")
        let before = try await run.script("said.length") as? Int
        XCTAssertEqual(before, 0)
        _ = try await run.script("speak(); 0")
        try await run.wait(for: "xcover.CG_JOURNEY_READY")
        try await eventually("both messages") { try await run.script("said.length") as? Int == 2 }
        let said = try await run.script("JSON.stringify(said)") as? String
        let values = try JSONParser.parse(try XCTUnwrap(said))
        guard case .array(let messages) = values, messages.count == 2,
            case .array(let first) = messages[0], case .array(let second) = messages[1]
        else { return XCTFail("\(values)") }
        XCTAssertEqual(first[0], "https://xcj.xcover.com")
        XCTAssertEqual(
            try JSONParser.parse(try XCTUnwrap(first[1].stringValue)),
            [
                "source": "xcover-journeys", "type": "FIRST",
                "payload": ["text": .string(hostile + "\u{2028}"), "n": 1, "yes": true],
            ])
        XCTAssertEqual(try JSONParser.parse(try XCTUnwrap(second[1].stringValue))["type"], .string(hostile))
        let title = try await run.script("document.title") as? String
        XCTAssertEqual(title, "")
        // Nothing of it came back as an event.
        XCTAssertEqual(run.types.filter { $0.hasPrefix("xcover.") }, ["xcover.CG_JOURNEY_READY"])
    }

    // MARK: - Who may speak

    func testAFrameThatForgesACompletionIsNotHeard() async throws {
        let forgery = "{source: 'xcover-journeys', type: 'CG_JOURNEY_COMPLETE', payload: {policy_id: 'FORGED'}}"
        let run = try open(
            page: """
                <iframe src='https://other.example/'></iframe>
                <script>
                addEventListener('message', (event) => {
                    if (event.data === 'done') {
                        // A message of the page to a frame's listener is not the page's own either.
                        window.postMessage({source: 'xcover-journeys', type: 'CG_JOURNEY_AFTER'}, location.origin);
                    }
                });
                </script>
                """,
            frame: """
                <script>
                for (const target of [parent, top]) target.postMessage(\(forgery), '*');
                try { webkit.messageHandlers.cgJourneyBridge.postMessage(\(forgery)); } catch (error) {}
                window.postMessage(\(forgery), '*');
                parent.postMessage('done', '*');
                </script>
                """, allow: ["https://other.example"])
        try await run.wait(for: "xcover.CG_JOURNEY_AFTER")
        XCTAssertFalse(run.types.contains("xcover.CG_JOURNEY_COMPLETE"))
        // What the frame posted to the handler itself was refused.
        let rejected = try await run.wait(for: "transom.message.rejected")
        XCTAssertEqual(rejected.data["origin"], "https://other.example")
        XCTAssertEqual(rejected.data["mainframe"], false)
    }

    func testADocumentWithinTheJourneysOwnOriginIsNotItsMainFrame() async throws {
        let run = try open(
            page: """
                <iframe srcdoc="<script>
                    const forged = {source: 'xcover-journeys', type: 'CG_JOURNEY_COMPLETE', payload: {policy_id: 'F'}};
                    parent.postMessage(forged, '*');
                    webkit.messageHandlers.cgJourneyBridge.postMessage(forged);
                    parent.postMessage('done', '*');
                </script>"></iframe>
                <script>
                addEventListener('message', (event) => {
                    if (event.data === 'done') {
                        window.postMessage({source: 'xcover-journeys', type: 'CG_JOURNEY_AFTER'}, location.origin);
                    }
                });
                </script>
                """)
        try await run.wait(for: "xcover.CG_JOURNEY_AFTER")
        let rejected = try await run.wait(for: "transom.message.rejected")
        XCTAssertEqual(rejected.data["reason"], "frame")
        XCTAssertFalse(run.types.contains("xcover.CG_JOURNEY_COMPLETE"))
    }

    func testAnotherPageThatIsLetInHasNoForwarderAndNoHandler() async throws {
        let run = try open(
            page: "<script>location.href = 'https://other.example/'</script>",
            frame: """
                <script>
                const message = {source: 'xcover-journeys', type: 'CG_JOURNEY_COMPLETE', payload: {policy_id: 'P'}};
                window.postMessage(message, '*');
                webkit.messageHandlers.cgJourneyBridge.postMessage(message);
                </script>
                """, allow: ["https://other.example"])
        let rejected = try await run.wait(for: "transom.message.rejected")
        XCTAssertEqual(rejected.data["reason"], "origin")
        try await eventually("the page is there") {
            run.events.contains { $0.type == "transom.page.loaded" && $0.data["url"] == "https://other.example/" }
        }
        let forwarders = try await run.script(
            "Object.getOwnPropertySymbols(window).filter((each) => String(each).includes('forwarder')).length")
        XCTAssertEqual(forwarders as? Int, 0)
        XCTAssertFalse(run.types.contains("xcover.CG_JOURNEY_COMPLETE"))
    }

    /// The controls of the page that nobody can name or find, by a screen reader or by a test.
    private func unnamedControls(_ run: SessionFixture) async throws -> String? {
        try await run.script(
            """
            [...document.querySelectorAll('a, button, input, select, textarea')]
                .filter((each) => !each.dataset.testid || !each.getAttribute('aria-label'))
                .map((each) => each.outerHTML).join('\\n')
            """) as? String
    }

    func testEveryControlOnEveryScreenHasAName() async throws {
        let run = try open()
        try await run.wait(for: "xcover.CG_JOURNEY_READY")
        for (page, next) in [
            ("quote", "continue"), ("details", "continue"), ("review", "agree"), ("review", "pay"),
            ("done", "policy-id"),
        ] {
            try await eventually(page) { try await run.script("document.body.dataset.page") as? String == page }
            let unnamed = try await unnamedControls(run)
            XCTAssertEqual(unnamed, "", page)
            _ = try await run.script("document.querySelector('[data-testid=\(next)]').click(); 0")
        }
    }

    // MARK: - Where it leads

    func testOnlyTheJourneyIsLoadedAndLinksLeave() async throws {
        let run = try open()
        try await run.wait(for: "xcover.CG_JOURNEY_READY")
        _ = try await run.script("document.querySelector('[data-testid=policy-wording]').click(); 0")
        try await eventually("the opener") {
            run.opener.urls == ["https://documents.insurer.example/wording/travel-en"]
        }
        run.clock.advance(by: .seconds(2))
        _ = try await run.script("location.href = 'https://xcj.xcover.com.evil.example/'; 0")
        try await eventually("the opener") { run.opener.urls.count == 2 }
        XCTAssertEqual(run.session.view?.url?.host, "xcj.xcover.com")
    }

    func testADocumentIsShownInAViewOfItsOwnWhereThatIsAskedFor() async throws {
        let parameters = ["documents": ["view"], "documentOrigin": ["https://documents.insurer.example"]]
        let run = try open(parameters: parameters) {
            $0.presentation = .kiosk
            $0.userAgent = "Till/1"
        }
        try await run.wait(for: "xcover.CG_JOURNEY_READY")
        _ = try await run.script("document.querySelector('[data-testid=policy-wording]').click(); 0")
        try await eventually("the document") { run.session.document != nil }
        XCTAssertEqual(run.opener.urls, [])
        XCTAssertEqual(run.session.view?.url?.host, "xcj.xcover.com")
        let view = try XCTUnwrap(run.session.document?.view)
        XCTAssertTrue(view.isLocked)
        XCTAssertFalse(view.hasContextMenu)
        XCTAssertEqual(view.customUserAgent, "Till/1")
        XCTAssertTrue(run.session.closeDocument())
    }
}
