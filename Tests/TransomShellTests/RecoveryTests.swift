// What a kiosk does by itself about a page that failed: rows WP of docs/fault-cases.md, by killing real processes.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomSandbox
import TransomShellTestSupport
import TransomTestSupport
import WebKit
import XCTest

@testable import TransomShell

@MainActor
final class RecoveryTests: XCTestCase {
    private var fixture: SessionFixture?
    private var status = 200
    private var body = "<input id=field>"
    private var requests: [String] = []

    override func tearDown() async throws {
        fixture?.tearDown()
        fixture = nil
    }

    private func run(
        waits: Bool = true, change: (inout HostConfiguration) -> Void = { _ in }
    ) async throws -> SessionFixture {
        let site = ClosureSite([.literal("https://shop.example"), .literal("https://pay.example")]) {
            [weak self] request in
            guard let self else { return .html("") }
            requests.append("\(request.method) \(request.path)")
            var response = SandboxResponse.html("<!doctype html><title>\(request.path)</title>\(body)")
            response.status = status
            return response
        }
        let run = try SessionFixture(ShopIntegration.self, parameters: [:], sites: [site]) {
            $0.presentation = .kiosk
            change(&$0)
        }
        fixture = run
        if waits { try await loaded(run, 1) }
        return run
    }

    private func count(_ run: SessionFixture, _ type: String) -> Int { run.types.count { $0 == type } }

    private func loaded(_ run: SessionFixture, _ count: Int) async throws {
        try await eventually("page \(count) is loaded") { self.count(run, "transom.page.loaded") >= count }
        try await eventually("its document is known") { run.session.view?.mainFrameOrigin == "https://shop.example" }
    }

    private func advance(_ run: SessionFixture, by duration: Duration) {
        run.clock.advance(by: duration)
        run.scheduler.advance(by: duration)
    }

    /// The web process of the session's page, which is this process's descendant of that name.
    private func webProcess() throws -> pid_t {
        let all = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }
        let found = all.filter { Self.name(of: $0) == "WebKitWebProces" && Self.isDescendant($0) }
        // The newest is the page's: one that was killed is waited for by the engine for a moment.
        return try XCTUnwrap(found.filter { Self.state(of: $0) != "Z" }.max())
    }

    private static func stat(_ process: pid_t) -> [Substring] {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return [] }
        return text[text.index(after: end)...].split(separator: " ")
    }

    private static func state(of process: pid_t) -> Substring { stat(process).first ?? "Z" }

    private static func name(of process: pid_t) -> String {
        (try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8))?.trimmingCharacters(in: .newlines) ?? ""
    }

    private static func isDescendant(_ process: pid_t) -> Bool {
        var current = process
        while current > 1 {
            let fields = stat(current)
            guard fields.count > 1, let parent = pid_t(fields[1]) else { return false }
            if parent == getpid() { return true }
            current = parent
        }
        return false
    }

    func testG1AKilledProcessGivesTheSamePageAgain() async throws {
        let run = try await run()
        _ = try? await run.script("location.href = '/shelf?two'")
        try await loaded(run, 2)
        kill(try webProcess(), SIGKILL)
        try await loaded(run, 3)
        let url = try await run.script("location.href") as? String
        XCTAssertEqual(url, "https://shop.example/shelf?two")
        XCTAssertEqual(run.event("transom.page.crashed")?.data, ["reason": "crashed", "attempt": 1])
        try await run.wait(for: "transom.page.recovered")
        XCTAssertEqual(run.event("transom.page.recovered")?.data["attempt"], 1)
        XCTAssertNil(run.ending)
    }

    func testWP02APageThatAFormWasSentToIsNotAskedAgain() async throws {
        let run = try await run()
        body = "<form method=post action=/pay></form>"
        _ = try? await run.script("location.href = '/basket'")
        try await loaded(run, 2)
        _ = try? await run.script("document.forms[0].submit()")
        try await loaded(run, 3)
        requests = []
        kill(try webProcess(), SIGKILL)
        try await loaded(run, 4)
        XCTAssertEqual(requests.filter { $0.hasPrefix("POST") }, [])
        let url = try await run.script("location.href") as? String
        XCTAssertEqual(url, "https://shop.example/")
    }

    func testWP04APageThatDiesOnEveryLoadEndsAtTheSafePage() async throws {
        let run = try await run()
        for time in 1...3 {
            kill(try webProcess(), SIGKILL)
            try await eventually("crash \(time)") { self.count(run, "transom.page.crashed") == time }
            advance(run, by: .seconds(3))
            try await loaded(run, time + 1)
        }
        kill(try webProcess(), SIGKILL)
        try await eventually("the safe page") { run.session.hasFailed }
        advance(run, by: .seconds(30))
        XCTAssertEqual(count(run, "transom.page.loaded"), 4, "not within the minute")
        advance(run, by: .seconds(30))
        try await loaded(run, 5)
    }

    func testWP03FiftyKillsLeaveNothingOpen() async throws {
        let run = try await run { $0.limits.crashReloads = 1_000 }
        func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        var before = 0
        for time in 1...50 {
            kill(try webProcess(), SIGKILL)
            try await eventually("crash \(time)") { self.count(run, "transom.page.crashed") == time }
            try await loaded(run, time + 1)
            // A quiet time, so that each is the first of its minute.
            advance(run, by: .seconds(120))
            try await eventually("it still answers") { run.session.deadlines["heartbeat"] != nil }
            if time == 10 { before = try descriptors() }
        }
        try await eventually("no descriptor more") { try descriptors() <= before + 3 }
    }

    func testWP06AProcessThatHangsWithoutInputIsEndedAndThePageIsThereAgain() async throws {
        let run = try await run()
        run.session.view?.evaluateJavaScript("for (;;) {}") { _, _ in }
        advance(run, by: run.session.limits.heartbeatInterval)
        advance(run, by: run.session.limits.heartbeatDeadline)
        try await run.wait(for: "transom.page.unresponsive")
        try await loaded(run, 2)
        XCTAssertEqual(count(run, "transom.page.crashed"), 0, "the host's own doing is no crash")
        try await run.wait(for: "transom.page.recovered")
    }

    func testWP07WP08APageThatAnswersIsLeftAlone() async throws {
        let run = try await run()
        for _ in 0..<5 {
            advance(run, by: run.session.limits.heartbeatInterval)
            try await eventually("it answered") { run.session.deadlines["heartbeat-answer"] == nil }
            try await eventually("it is asked again") { run.session.deadlines["heartbeat"] != nil }
        }
        XCTAssertEqual(count(run, "transom.page.unresponsive"), 0)
        XCTAssertEqual(count(run, "transom.page.loaded"), 1)
    }

    func testG8AServerThatFailsIsAskedAgainUntilItAnswers() async throws {
        status = 502
        let run = try await run(waits: false)
        try await run.wait(for: "transom.load.failed")
        try await eventually("the host's own screen") { run.session.hasFailed }
        XCTAssertEqual(run.event("transom.load.failed")?.data, ["kind": "http", "status": 502])
        advance(run, by: .seconds(1))
        try await eventually("asked again") { self.count(run, "transom.load.failed") == 2 }
        try await eventually("the host's own screen again") { run.session.deadlines["retry"] != nil }
        status = 200
        advance(run, by: .seconds(2))
        try await run.wait(for: "transom.page.recovered")
        XCTAssertEqual(run.event("transom.page.recovered")?.data["attempt"], 2)
        XCTAssertFalse(run.session.hasFailed)
    }

    func testNW13TenMinutesWithoutANetworkAreOverHalfAMinuteAfterItIsThere() async throws {
        let run = try await run()
        run.rules.isOffline = true
        run.session.view?.reload()
        let gone = run.clock.monotonic
        var failures = 1
        try await eventually("it is gone") { self.count(run, "transom.load.failed") == failures }
        try await eventually("another try") { run.session.deadlines["retry"] != nil }
        while run.clock.monotonic - gone < .seconds(600) {
            advance(run, by: .seconds(30))
            failures += 1
            try await eventually("try \(failures)") { self.count(run, "transom.load.failed") == failures }
            try await eventually("another try") { run.session.deadlines["retry"] != nil }
        }
        let requested = requests.count { $0 == "GET /" }
        run.rules.isOffline = false
        advance(run, by: .seconds(30))
        try await run.wait(for: "transom.page.recovered")
        try await loaded(run, 2)
        advance(run, by: .seconds(60))
        try await settled(run)
        XCTAssertEqual(count(run, "transom.page.recovered"), 1)
        XCTAssertEqual(count(run, "transom.page.loaded"), 2)
        XCTAssertEqual(requests.count { $0 == "GET /" }, requested + 1, "it is asked for once")
        XCTAssertFalse(run.session.hasFailed)
    }

    /// Waits until the page has done all that was begun before.
    private func settled(_ run: SessionFixture) async throws {
        _ = try await run.script("document.title")
        XCTAssertNil(run.session.deadlines["retry"])
    }

    func testWP10WP11AKilledNetworkProcessBeginsAnotherSession() async throws {
        let run = try await run()
        var reasons: [SessionReset] = []
        run.session.onReset = { reason, done in
            reasons.append(reason)
            done(true)
        }
        XCTAssertNotNil(run.session.network)
        kill(try XCTUnwrap(NetworkProcessWatch.process), SIGKILL)
        try await eventually("its end is noticed") { reasons == [.network] }
    }

    func testG7ALoadThatNeverEndsIsStoppedAndTriedAgain() async throws {
        let run = try await run()
        run.session.pageFailed(.notLoaded(after: .seconds(30)))
        XCTAssertTrue(run.session.hasFailed)
        advance(run, by: .seconds(1))
        try await loaded(run, 2)
        XCTAssertFalse(run.session.hasFailed)
    }

    func testWP15APopupOfAPageThatDiesIsGone() async throws {
        let run = try await run()
        run.session.view?.configuration.preferences.javaScriptCanOpenWindowsAutomatically = true
        _ = try await run.script("window.popup = open('/second'); 0")
        try await run.wait(for: "transom.popup.opened")
        kill(try webProcess(), SIGKILL)
        try await run.wait(for: "transom.popup.closed")
        XCTAssertEqual(run.session.popups.count, 0)
        try await loaded(run, 2)
    }

    func testAPageIsAskedAgainAfterAFailureThatCameBetweenQuestionAndAnswer() async throws {
        let run = try await run()
        advance(run, by: run.session.limits.heartbeatInterval)
        XCTAssertNotNil(run.session.deadlines["heartbeat-answer"])
        run.session.pageFailed(.saidByPage("no"))
        run.session.stopRetrying()
        advance(run, by: run.session.limits.heartbeatDeadline)
        XCTAssertNotNil(run.session.deadlines["heartbeat"])
        XCTAssertEqual(count(run, "transom.page.unresponsive"), 0)
    }
}
