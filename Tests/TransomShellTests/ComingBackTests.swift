// Coming back from another program, and going back.
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
final class ComingBackTests: XCTestCase {
    private var fixture: SessionFixture?

    override func tearDown() async throws {
        fixture?.tearDown()
        fixture = nil
    }

    /// A store of the test's own: it says that it is ready, and counts its loads.
    private func open(
        secrets: [String: SecretReference] = [:], script: String = "",
        change: (inout HostConfiguration) -> Void = { _ in }
    ) async throws -> SessionFixture {
        let site = ClosureSite([.literal("https://vouchers.myhubble.money")]) { request in
            if request.path == "/status" { return .html("pending") }
            return .html(
                "<!doctype html><title>x</title><script>const tell = (action) => webkit.messageHandlers.bridge"
                    + ".postMessage(JSON.stringify({type: 'action', action}));\(script); tell('app_ready')</script>")
        }
        let run = try SessionFixture(
            sites: [site],
            change: {
                $0.secrets = secrets
                change(&$0)
            })
        fixture = run
        try await run.wait(for: "transom.page.loaded")
        return run
    }

    private func loads(_ run: SessionFixture) -> Int { run.types.filter { $0 == "transom.page.loaded" }.count }

    /// Leaves for a payment app, as a link does.
    private func leave(_ run: SessionFixture) async throws {
        _ = try await run.script("location.href = 'upi://pay?pa=a@b'; 0")
        try await run.wait(for: "transom.outside.opened")
    }

    func testAPageThatStandsStillAfterTheReturnIsLoadedAgainOnce() async throws {
        let run = try await open()
        run.scheduler.advance(by: .seconds(30))
        XCTAssertEqual(loads(run), 1, "nobody was away")
        try await leave(run)
        run.scheduler.advance(by: .seconds(30))
        XCTAssertEqual(loads(run), 1, "nobody is back yet")
        run.session.surface?.onFocus?()
        run.scheduler.advance(by: .seconds(9))
        XCTAssertEqual(loads(run), 1)
        run.scheduler.advance(by: .seconds(1))
        try await eventually("the second load") { self.loads(run) == 2 }
        run.clock.advance(by: .seconds(2))
        _ = try await run.script("location.href = 'upi://pay?pa=a@b'; 0")
        try await eventually("away again") {
            run.types.filter { $0 == "transom.outside.opened" }.count == 2
        }
        run.session.surface?.onFocus?()
        XCTAssertNil(run.session.deadlines["standstill"], "once is enough")
    }

    func testAPageThatAsksItsServerIsLeftAlone() async throws {
        let run = try await open()
        try await leave(run)
        run.session.surface?.onFocus?()
        XCTAssertNotNil(run.session.deadlines["standstill"])
        _ = try await run.script("fetch('/status'); 0")
        try await eventually("the request is a sign of life") { run.session.deadlines["standstill"] == nil }
        run.scheduler.advance(by: .seconds(30))
        XCTAssertEqual(loads(run), 1)
    }

    func testAPageThatSpeaksIsLeftAlone() async throws {
        let run = try await open()
        try await leave(run)
        run.session.surface?.onFocus?()
        _ = try await run.script("tell('app_ready'); 0")
        try await eventually("the message is a sign of life") { run.session.deadlines["standstill"] == nil }
    }

    func testAFailureHasItsSecretsMintedAnewOnceAndIsShownAfterThat() async throws {
        let run = try await open(secrets: ["token": .environment("NOT_READ_HERE")])
        var retries = 0
        run.session.onRetry = { retries += 1 }
        _ = try await run.script("tell('error'); 0")
        try await eventually("the retry") { retries == 1 }
        XCTAssertNil(run.ending)
        _ = try await run.script("tell('error'); 0")
        let ending = try await run.waitForEnding()
        XCTAssertEqual(ending, .error)
        XCTAssertEqual(retries, 1)
        XCTAssertEqual(run.types.filter { $0 == "hubble.error" }.count, 2)
    }

    func testASecretThatCannotBeHadAtTheStartIsShownWithAnotherTryAndNothingIsLoaded() async throws {
        let run = try SessionFixture(failing: .secret("token: no")) { $0.presentation = .window }
        fixture = run
        XCTAssertTrue(run.session.stage?.hasFailure ?? false)
        XCTAssertNil(run.session.view?.url)
        XCTAssertNil(run.ending)
        let integration = try HubbleIntegration(IntegrationOptions(parameters: ["clientId": ["demo"]]))
        run.session.onRetry = { [weak session = run.session] in session?.reopen(integration) }
        run.session.stage?.onRetry?()
        try await run.wait(for: "hubble.app_ready")
        XCTAssertFalse(run.session.stage?.hasFailure ?? true)
    }

    func testASecretThatCannotBeHadEndsARunThatNobodySees() async throws {
        let run = try SessionFixture(failing: .secret("token: no"))
        fixture = run
        let ending = try await run.waitForEnding()
        XCTAssertEqual(ending, .secret)
        XCTAssertEqual(ending.status(isAwaiting: true), 4)
        XCTAssertEqual(run.event("transom.session.ended")?.data, ["reason": "error"])
        XCTAssertNil(run.event("transom.page.loaded"))
    }

    func testAFailureWithoutSecretsIsShownAtOnce() async throws {
        let run = try await open()
        var retries = 0
        run.session.onRetry = { retries += 1 }
        _ = try await run.script("tell('error'); 0")
        let ending = try await run.waitForEnding()
        XCTAssertEqual(ending, .error)
        XCTAssertEqual(retries, 0)
    }

    func testTheBackKeyWalksTheHistoryAndThenCloses() async throws {
        let run = try await open()
        _ = try await run.script("location.href = '/sdk/gc/search'; 0")
        try await eventually("the second page") { self.loads(run) == 2 }
        XCTAssertEqual(run.session.stage?.onBack?(), true)
        try await eventually("the first page") {
            run.session.view?.url?.path != "/sdk/gc/search" && self.loads(run) == 3
        }
        XCTAssertNil(run.ending)
        XCTAssertEqual(run.session.stage?.onBack?(), true)
        let ending = try await run.waitForEnding()
        XCTAssertEqual(ending, .user)
    }

    func testClosingWhatWasShownOverThePageIsComingBack() async throws {
        let run = try await open()
        run.opener.isShowing = true
        try await leave(run)
        XCTAssertTrue(run.session.isPaying)
        XCTAssertEqual(run.session.stage?.onEscape?(), true)
        XCTAssertFalse(run.session.isPaying)
        XCTAssertNotNil(run.session.deadlines["standstill"])
    }

    func testWhatIsShownToBePaidElsewhereGoesWithItsRequest() async throws {
        let run = try await open { $0.presentation = .window }
        run.opener.isShowing = true
        try await leave(run)
        run.session.expired(after: .seconds(300))
        XCTAssertFalse(run.opener.isShowing)
        XCTAssertFalse(run.session.isPaying)
        XCTAssertTrue(run.session.stage?.hasFailure ?? false)
    }

    func testSecretsThatCannotBeMintedAnewEndARunThatNobodySees() async throws {
        let run = try await open(secrets: ["token": .environment("NOT_READ_HERE")])
        run.session.onRetry = { [weak session = run.session] in session?.retryFailed("token: no") }
        _ = try await run.script("tell('error'); 0")
        let ending = try await run.waitForEnding()
        XCTAssertEqual(ending, .secret)
        XCTAssertTrue(run.said.contains("hubble: token: no"), "\(run.said)")
    }

    func testAPageThatIsReadyAfterItsTimeIsShownAndLeftAlone() async throws {
        let run = try await open { $0.presentation = .kiosk }
        run.session.pageFailed(.notReady(after: .seconds(20)))
        XCTAssertNotNil(run.session.deadlines["retry"])
        XCTAssertTrue(run.session.stage?.hasFailure ?? false)
        _ = try await run.script("tell('app_ready'); 0")
        try await run.wait(for: "transom.page.recovered")
        XCTAssertFalse(run.session.hasFailed)
        XCTAssertFalse(run.session.stage?.hasFailure ?? true)
        XCTAssertNil(run.session.deadlines["retry"])
    }

    func testAPageThatSaidThatItFailedIsNotRecoveredByTheNextWord() async throws {
        let run = try await open { $0.presentation = .kiosk }
        run.session.pageFailed(.saidByPage("no"))
        let ready = run.types.count { $0 == "hubble.app_ready" }
        _ = try await run.script("tell('app_ready'); 0")
        try await eventually("it is heard") { run.types.count { $0 == "hubble.app_ready" } > ready }
        XCTAssertTrue(run.session.hasFailed)
        XCTAssertNotNil(run.session.deadlines["retry"])
        XCTAssertNil(run.event("transom.page.recovered"))
    }
}
