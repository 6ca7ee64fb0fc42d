// A home page that opens vendors over itself.
// SPDX-License-Identifier: Apache-2.0
//
// More than 400 lines: what a sheet is told, keeps and answers is tried over one home page.

import CTransomGTK
import Foundation
import TransomCore
import TransomShellTestSupport
import TransomTestSupport
import TransomVendors
import WebKit
import XCTest

@testable import TransomShell

@MainActor
final class SheetTests: XCTestCase {
    private var fixture: HomeFixture?

    override func tearDown() async throws {
        fixture?.tearDown()
        fixture = nil
    }

    private func open(change: (inout HostConfiguration) -> Void = { _ in }) async throws -> HomeFixture {
        let run = HomeFixture()
        fixture = run
        try await run.open(change: change)
        return run
    }

    private func assertDeclared(_ run: HomeFixture, file: StaticString = #filePath, line: UInt = #line) {
        let catalogue = EventCatalogue(HomeIntegration.self)
        for event in run.recorded {
            XCTAssertEqual(catalogue.mismatches(type: event.type, data: event.data), [], file: file, line: line)
        }
    }

    // MARK: - The one answer

    func testAPaymentIsCompletedAndItsSheetClosesAMomentLater() async throws {
        let run = try await open()
        try await run.openSheet("volley", ["requestId": "request_Sheet0Canary1"])
        try await run.waitForSheet("choose")
        try await run.click("bank-aoraki")
        try await run.click("continue")
        try await run.waitForSheet("waiting")
        try await run.click("phone-approve")
        try await eventually("the completion") { run.types.contains("volley.complete") }
        let early = try await run.answers()
        XCTAssertEqual(early, [""], "the answer comes with the closing")
        run.scheduler.advance(by: .seconds(4))
        let answer = try await run.answer()
        XCTAssertEqual(answer["outcome"], "completed")
        XCTAssertEqual(answer["data"]?["status"], "success")
        XCTAssertNil(run.sheet)
        let opened = try XCTUnwrap(run.events("transom.sheet.opened").first)
        XCTAssertEqual(opened.data, ["id": "sheet-1", "origin": "https://app.volley.nz"])
        XCTAssertEqual(opened.source, "urn:transom:test:volley")
        let closed = try XCTUnwrap(run.events("transom.sheet.closed").first)
        XCTAssertEqual(
            closed.data, ["id": "sheet-1", "origin": "https://app.volley.nz", "by": "host", "completed": true])
        XCTAssertEqual(run.events("transom.session.started").map(\.source), ["urn:transom:test:home"])
        let sequences = run.recorded.map(\.sequence)
        XCTAssertEqual(sequences, (1...UInt64(sequences.count)).map { $0 }, "one sequence for page and sheets")
        for event in run.recorded { XCTAssertFalse(event.json.contains("Sheet0Canary1"), event.json) }
        assertDeclared(run)
        XCTAssertNil(run.ending)
    }

    func testASheetThatIsClosedByHandAnswersClosedAndTheFocusReturns() async throws {
        let run = try await open()
        try await run.openSheet("volley")
        try await run.waitForSheet("choose")
        let view = try XCTUnwrap(run.home?.view?.hostWidget)
        XCTAssertEqual(gtk_widget_is_sensitive(view), 0, "what lies under a sheet cannot be reached")
        XCTAssertEqual((run.sheet?.surface as? SheetSurface)?.title, "https://app.volley.nz")
        run.sheet?.surface?.onClose?()
        let answer = try await run.answer()
        XCTAssertEqual(answer, ["outcome": "closed"])
        let closed = try XCTUnwrap(run.events("transom.sheet.closed").first)
        XCTAssertEqual(closed.data["by"], "user")
        XCTAssertEqual(closed.data["completed"], false)
        XCTAssertEqual(gtk_widget_is_sensitive(view), 1)
        XCTAssertNil(run.ending)
    }

    func testAPageThatClosesItselfAnswersClosed() async throws {
        let run = try await open()
        try await run.openSheet("volley")
        try await run.waitForSheet("choose")
        try await run.click("leave")
        let answer = try await run.answer()
        XCTAssertEqual(answer, ["outcome": "closed"])
        XCTAssertEqual(run.events("transom.sheet.closed").first?.data["by"], "page")
    }

    func testAVendorThatFailsAnswersFailed() async throws {
        let run = try await open()
        try await run.openSheet("hubble", ["clientId": "bad-client"])
        let answer = try await run.answer()
        XCTAssertEqual(answer["outcome"], "failed")
        XCTAssertTrue(answer["reason"]?.stringValue?.contains("clientId is not known") ?? false, "\(answer)")
        XCTAssertTrue(run.types.contains("hubble.error"))
        XCTAssertNil(run.ending, "the home page goes on")
    }

    func testARequestThatExpiresAnswersExpired() async throws {
        let run = try await open()
        try await run.openSheet("volley", ["expiresAfter": "60"])
        try await run.waitForSheet("choose")
        run.scheduler.advance(by: .seconds(60))
        let answer = try await run.answer()
        XCTAssertEqual(answer, ["outcome": "expired"])
        XCTAssertEqual(run.events("transom.sheet.closed").first?.data["by"], "expiry")
    }

    func testTheBankOfTheSandboxIsShownOverThePaymentAndClosesItself() async throws {
        let run = try await open { $0.outside = .desktop }
        try await run.openSheet("volley")
        try await run.waitForSheet("choose")
        try await run.click("bank-kauri")
        try await run.click("continue")
        try await eventually("the bank") { run.types.contains("transom.outside.opened") }
        XCTAssertEqual(
            run.events("transom.outside.opened").first?.data, ["target": "https://bank.example", "by": "sandbox"])
        let opener = try XCTUnwrap(run.sheet?.surroundings.opener as? SandboxOpener)
        let bank = try XCTUnwrap(opener.shownView)
        try await eventually("the bank's page") {
            try await bank.evaluateJavaScript("document.body?.dataset.page") as? String == "bank"
        }
        let handlers = try await bank.evaluateJavaScript("typeof window.webkit") as? String
        XCTAssertEqual(handlers, "undefined")
        _ = try await bank.evaluateJavaScript("document.querySelector('[data-testid=bank-approve]').click(); 0")
        try await eventually("the completion") { run.types.contains("volley.complete") }
        try await eventually("nothing lies over the payment any more") { opener.shownView == nil }
        run.scheduler.advance(by: .seconds(4))
        let answer = try await run.answer()
        XCTAssertEqual(answer["outcome"], "completed")
    }

    // MARK: - Putting away

    func testAJourneyThatIsPutAwayComesBackAsItWas() async throws {
        let run = try await open()
        try await run.openSheet("xcover", ["country": "NZ"])
        try await eventually("the journey") { run.types.contains("xcover.CG_JOURNEY_READY") }
        let view = try XCTUnwrap(run.sheet?.view)
        _ = try await run.sheetScript("window.mark = 'mine'; 0")
        _ = try await run.sheetScript(
            "window.postMessage({source: 'xcover-journeys', type: 'CG_JOURNEY_HIDE'}, location.origin); 0")
        let first = try await run.answer()
        XCTAssertEqual(first, ["outcome": "closed"])
        XCTAssertNil(run.sheet)
        try await run.openSheet("xcover", ["country": "NZ"])
        try await eventually("it is back") { run.sheet?.view === view }
        let mark = try await run.sheetScript("window.mark") as? String
        XCTAssertEqual(mark, "mine")
        XCTAssertEqual(run.events("transom.sheet.opened").map { $0.data["id"] }, ["sheet-1", "sheet-1"])
        run.sheet?.surface?.onClose?()
        let second = try await run.answer(1)
        XCTAssertEqual(second, ["outcome": "closed"])
        XCTAssertEqual(run.events("transom.sheet.closed").map { $0.data["by"] }, ["page", "user"])
        assertDeclared(run)
    }

    func testWhatIsSaidWhileItIsPutAwayIsNoAnswerToTheNextOpening() async throws {
        let run = try await open()
        try await run.openSheet("xcover", ["country": "NZ"])
        try await eventually("the journey") { run.types.contains("xcover.CG_JOURNEY_READY") }
        let view = try XCTUnwrap(run.sheet?.view)
        func post(_ type: String) async throws {
            _ = try await view.evaluateJavaScript(
                "window.postMessage({source: 'xcover-journeys', type: '\(type)', payload: {outcome: 'declined'}},"
                    + " location.origin); 0")
        }
        try await post("CG_JOURNEY_HIDE")
        let first = try await run.answer()
        XCTAssertEqual(first, ["outcome": "closed"])
        try await post("CG_JOURNEY_COMPLETE")
        try await eventually("it is told") { run.types.contains("xcover.CG_JOURNEY_COMPLETE") }
        try await run.openSheet("xcover", ["country": "NZ"])
        try await eventually("it is back") { run.sheet?.view === view }
        run.sheet?.surface?.onClose?()
        let second = try await run.answer(1)
        XCTAssertEqual(second, ["outcome": "closed"])
    }

    func testAJourneyThatIsOpenedAgainMayComeOutAsBefore() async throws {
        let run = try await open()
        try await run.openSheet("xcover", ["country": "NZ"])
        try await eventually("the journey") { run.types.contains("xcover.CG_JOURNEY_READY") }
        let view = try XCTUnwrap(run.sheet?.view)
        for round in 0..<2 {
            if round > 0 {
                try await run.openSheet("xcover", ["country": "NZ"])
                try await eventually("it is back") { run.sheet?.view === view }
            }
            _ = try await view.evaluateJavaScript(
                """
                window.postMessage({source: 'xcover-journeys', type: 'CG_JOURNEY_COMPLETE', payload: {outcome: 'declined'}},
                    location.origin);
                window.postMessage({source: 'xcover-journeys', type: 'CG_JOURNEY_HIDE'}, location.origin); 0
                """)
            let answer = try await run.answer(round)
            XCTAssertEqual(answer["outcome"], "completed", "round \(round)")
        }
    }

    func testASheetIsToldClosedOnceWhereThatIsAwaited() async throws {
        let run = try await open { $0.until = "transom.sheet.closed" }
        try await run.openSheet("xcover", ["country": "NZ"])
        try await eventually("the journey") { run.types.contains("xcover.CG_JOURNEY_READY") }
        _ = try await run.sheetScript(
            "window.postMessage({source: 'xcover-journeys', type: 'CG_JOURNEY_HIDE'}, location.origin); 0")
        try await eventually("the end") { run.ending == .until }
        XCTAssertEqual(run.events("transom.sheet.closed").map { $0.data["by"] }, ["page"])
    }

    func testWhatIsPutAwayIsGoneForAnotherPurposeAndAfterItsTime() async throws {
        let run = try await open()
        for country in ["NZ", "AU"] {
            try await run.openSheet("xcover", ["country": .string(country)])
            try await eventually("the journey") { run.sheet != nil }
            try await eventually("ready") {
                try await run.sheetScript("document.body?.dataset.page") as? String != "boot"
            }
            try await eventually("it listens") {
                run.events("xcover.CG_JOURNEY_READY").count == run.events("transom.sheet.opened").count
            }
            _ = try await run.sheetScript(
                "window.postMessage({source: 'xcover-journeys', type: 'CG_JOURNEY_HIDE'}, location.origin); 0")
            try await eventually("it is away") { run.sheet == nil }
        }
        run.scheduler.advance(by: .seconds(600))
        try await run.openSheet("xcover", ["country": "AU"])
        try await eventually("another one") { run.events("transom.sheet.opened").count == 3 }
        XCTAssertEqual(
            run.events("transom.sheet.opened").map { $0.data["id"] }, ["sheet-1", "sheet-2", "sheet-3"])
    }

    // MARK: - What a page may not do

    func testAPageCannotOpenWhatItShouldNot() async throws {
        let run = try await open { configuration in
            var hubble = HostConfiguration.Sheet(options: IntegrationOptions(parameters: ["clientId": ["acme"]]))
            hubble.options.environment = .sandbox
            configuration.sheets = ["hubble": hubble]
        }
        let cases: [(String, JSONValue, String)] = [
            ("hubbel", [:], #"unknown integration "hubbel"; did you mean "hubble"?"#),
            ("home", [:], #"unknown integration "home"; did you mean "volley"?"#),
            ("hubble", ["appSecret": "x"], "appSecret: this is a secret"),
            ("hubble", ["clientId": "other"], "clientId is given by the run, and a page cannot change it"),
            ("hubble", ["colour": "red"], #"--param "colour": there is no such parameter"#),
            ("page", ["url": "https://x.example/", "inject": "/etc/passwd"], "inject: a page cannot give this"),
            ("xcover", ["documentOrigin": "https://x.example"], "documentOrigin: a page cannot give this"),
            (
                "volley", ["requestURL": "https://app.volley.nz.evil.example/pay/1"],
                #"requestURL "https://app.volley.nz.evil.example/pay/1" is not https://app.volley.nz/pay/…"#
            ),
        ]
        for (index, (name, parameters, reason)) in cases.enumerated() {
            try await run.openSheet(name, parameters)
            let answer = try await run.answer(index)
            XCTAssertEqual(answer["outcome"], "failed", name)
            let given = answer["reason"]?.stringValue ?? ""
            if name == "home" {
                XCTAssertTrue(given.hasPrefix("unknown integration"), given)
            } else {
                XCTAssertTrue(given.contains(reason), given)
            }
        }
        XCTAssertFalse(run.types.contains("transom.sheet.opened"))
    }

    func testOtherCommandsAndFormsRejectThePromise() async throws {
        let run = try await open()
        let cases: [(JSONValue, String)] = [
            (["command": "quit"], "there is no command"),
            (["command": "evaluate", "script": "1"], "there is no command"),
            (["command": "open"], #"open needs the field "integration""#),
            (["command": "open", "integration": "volley", "parameters": ["a": 1]], "is not an object of strings"),
            (["integration": "volley"], "a command is an object"),
        ]
        for (index, (command, reason)) in cases.enumerated() {
            try await run.post(command)
            let answer = try await run.answer(index)
            let text = answer.stringValue ?? ""
            XCTAssertTrue(text.hasPrefix("rejected: ") && text.contains(reason), "\(answer)")
        }
        try await run.post(["command": "status"])
        let status = try await run.answer(cases.count)
        guard case .array(let offers)? = status["integrations"] else { return XCTFail("\(status)") }
        XCTAssertEqual(
            offers.compactMap { $0["name"]?.stringValue }, HomeIntegration.sheets.map { $0.name })
    }

    func testOneSheetAtATimeIsOpen() async throws {
        let run = try await open()
        try await run.openSheet("volley")
        try await run.openSheet("xcover")
        let second = try await run.answer(1)
        XCTAssertEqual(second["reason"], "another sheet is open; one at a time is possible")
        try await run.waitForSheet("choose")
        XCTAssertEqual(run.events("transom.sheet.opened").count, 1)
        run.sheet?.surface?.onClose?()
        let first = try await run.answer(0)
        XCTAssertEqual(first, ["outcome": "closed"])
    }

    func testAFrameOfAnotherOriginAndASheetHaveNoHandler() async throws {
        let run = try await open()
        try await run.openSheet("volley")
        try await run.waitForSheet("choose")
        let handler = try await run.sheetScript("typeof window.webkit?.messageHandlers?.transom") as? String
        XCTAssertEqual(handler, "undefined")
    }

    func testWherePagesAreRealAPageOpensAddressesOfListedOriginsAlone() throws {
        let listed = try OriginRule("https://*.shop.example")
        func problems(_ environment: RunEnvironment, _ url: String) -> [IntegrationProblem] {
            let options = IntegrationOptions(environment: environment, allow: [listed])
            do throws(IntegrationProblems) {
                _ = try options.adding(pageParameters: ["url": [url]], of: PageIntegration.self)
                return []
            } catch {
                return error.all
            }
        }
        for environment in [RunEnvironment.production, .custom] {
            XCTAssertEqual(problems(environment, "https://a.shop.example/x"), [])
            for url in ["https://evil.example/", "https://a.shop.example.evil.example/", "http://a.shop.example/"] {
                guard case .unlistedAddress("url", _, _)? = problems(environment, url).first else {
                    XCTFail("\(environment) \(url)")
                    continue
                }
            }
        }
        XCTAssertEqual(problems(.sandbox, "https://evil.example/"), [], "the sandbox reaches nothing")
        XCTAssertEqual(problems(.development, "https://evil.example/"), [])
    }

    // MARK: - Secrets

    func testASheetsSecretsAreToldByNameUnderItsVendor() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "transom-sheet-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "token").path(percentEncoded: false)
        let run = try await open { configuration in
            var hubble = HostConfiguration.Sheet(options: IntegrationOptions(parameters: ["clientId": ["acme"]]))
            hubble.secrets = ["token": .file(file)]
            configuration.sheets = ["hubble": hubble]
        }
        try await run.openSheet("hubble")
        let refused = try await run.answer()
        XCTAssertEqual(refused["outcome"], "failed")
        let failed = try XCTUnwrap(run.events("transom.secret.failed").first)
        XCTAssertEqual(failed.data, ["name": "token"])
        XCTAssertEqual(failed.source, "urn:transom:test:hubble")
        try "c4naryToken".write(toFile: file, atomically: true, encoding: .utf8)
        try await run.openSheet("hubble")
        try await eventually("the store") { run.types.contains("hubble.app_ready") }
        XCTAssertEqual(run.events("transom.secret.minted").map(\.data), [["name": "token"]])
        for event in run.sink.events { XCTAssertFalse(event.json.contains("c4nary"), event.json) }
        assertDeclared(run)
    }

    // MARK: - Gateways and returns

    func testASheetHasTheGatewaysOfTheRun() async throws {
        let gateway = Origin.literal("https://pay.example")
        let run = try await open { $0.options.excursions = [gateway] }
        try await run.openSheet("volley")
        try await run.waitForSheet("choose")
        XCTAssertEqual(run.sheet?.configuration.options.excursions, [gateway])
        var excursion = try XCTUnwrap(run.sheet?.excursion)
        let request = NavigationRequest(url: "https://bank.example/", from: .main, spelling: .canonical)
        let policy = try XCTUnwrap(run.sheet?.policy)
        XCTAssertNotNil(excursion.main(from: gateway, request, policy.decide(request)))
    }

    func testAReturnLinkIsTheSheetsThatWaitsForItsState() async throws {
        let scheme = try ReturnScheme("acme-pay")
        let own = "0123456789abcdef0123456789abcdef"
        let state = "fedcba9876543210fedcba9876543210"
        let run = try await open { $0.returnScheme = scheme }
        let home = try XCTUnwrap(run.home)
        home.expectReturn(own)
        try await run.openSheet("volley", ["requestId": "Sheet0Canary1", "returnState": .string(state)])
        try await run.waitForSheet("choose")
        XCTAssertEqual(home.returned("acme-pay://return?state=00000000000000000000000000000000"), .stranger)
        XCTAssertEqual(home.returned("acme-pay://return?state=\(state)&status=success"), .taken)
        XCTAssertEqual(home.returned("acme-pay://return?state=\(own)"), .taken)
        home.returnTaken()
        home.returnTaken()
        home.returnTaken()
        XCTAssertEqual(
            run.events("transom.return").map(\.source), ["urn:transom:test:volley", "urn:transom:test:home"])
        XCTAssertEqual(home.returned("acme-pay://return?state=\(state)"), .stranger, "once")
        XCTAssertNotNil(run.sheet, "a return closes nothing")
        for event in run.sink.events { XCTAssertFalse(event.json.contains(state), event.json) }
        assertDeclared(run)
    }

    func testAPageOfASheetThatLeadsBackIsMatchedWithTheSheetsOwnState() async throws {
        let scheme = try ReturnScheme("acme-pay")
        let paths = try ReturnPaths("https://merchant.example/return")
        let state = "fedcba9876543210fedcba9876543210"
        let run = try await open {
            $0.returnScheme = scheme
            $0.returnPaths = [paths]
        }
        try await run.openSheet("volley", ["returnState": .string(state)])
        try await run.waitForSheet("choose")
        _ = try await run.sheetScript("location = 'https://merchant.example/return?state=\(state)'; 0")
        try await eventually("the return") { run.events("transom.return").count == 1 }
        let event = try XCTUnwrap(run.events("transom.return").first)
        XCTAssertEqual(event.data, ["path": "https://merchant.example/return", "matched": true])
        XCTAssertEqual(event.source, "urn:transom:test:volley")
    }

    func testAStateThatIsNoneOrThatNobodyTakesOpensNothing() async throws {
        let run = try await open()
        try await run.openSheet("volley", ["returnState": "0123456789abcdef0123456789abcdef"])
        let first = try await run.answer()
        XCTAssertTrue(first["reason"]?.stringValue?.contains("--return-scheme") ?? false, "\(first)")
        run.tearDown()
        let scheme = try ReturnScheme("acme-pay")
        let taking = try await open { $0.returnScheme = scheme }
        try await taking.openSheet("volley", ["returnState": "short"])
        let second = try await taking.answer()
        XCTAssertTrue(second["reason"]?.stringValue?.contains("made at random") ?? false, "\(second)")
        XCTAssertFalse(second["reason"]?.stringValue?.contains("short") ?? true)
    }

    // MARK: - Data and the end

    func testDataAreKeptWhereTheRunSaysSoUntilTheyAreForgotten() async throws {
        let run = try await open { configuration in
            var volley = HostConfiguration.Sheet(options: IntegrationOptions())
            volley.keepsData = true
            configuration.sheets = ["volley": volley]
        }
        var found: [String?] = []
        for round in 0..<3 {
            if round == 2 { run.home?.sheets?.forgetData() }
            try await run.openSheet("volley")
            try await run.waitForSheet("choose")
            found.append(
                try await run.sheetScript(
                    "const before = document.cookie + (localStorage.getItem('mark') ?? '');"
                        + "document.cookie = 'mark=1'; localStorage.setItem('mark', '2'); before") as? String)
            run.sheet?.surface?.onClose?()
            _ = try await run.answer(round)
        }
        XCTAssertEqual(found, ["", "mark=12", ""])
        try await run.openSheet("xcover", ["country": "NZ"])
        try await eventually("another vendor") { run.types.contains("xcover.CG_JOURNEY_READY") }
        let other = try await run.sheetScript("document.cookie") as? String
        XCTAssertEqual(other, "", "what is kept is that vendor's alone")
    }

    func testEverySheetHasDataOfItsOwn() async throws {
        let run = try await open()
        for round in 0..<2 {
            try await run.openSheet("volley")
            try await run.waitForSheet("choose")
            let kept =
                try await run.sheetScript(
                    "const before = document.cookie + (localStorage.getItem('mark') ?? '');"
                        + "document.cookie = 'mark=1'; localStorage.setItem('mark', '1'); before") as? String
            XCTAssertEqual(kept, "")
            run.sheet?.surface?.onClose?()
            _ = try await run.answer(round)
        }
    }

    func testTheEndOfTheRunClosesTheSheetFirst() async throws {
        let run = try await open()
        try await run.openSheet("volley")
        try await run.waitForSheet("choose")
        run.home?.end(.signal)
        XCTAssertEqual(run.ending, .signal)
        XCTAssertEqual(run.types.suffix(2), ["transom.sheet.closed", "transom.session.ended"])
        XCTAssertEqual(run.events("transom.sheet.closed").first?.data["by"], "host")
    }

    func testAnEventOfASheetIsAwaitedAsOneOfTheRun() async throws {
        let run = try await open { $0.until = "xcover.CG_JOURNEY_READY" }
        try await run.openSheet("xcover")
        try await eventually("the end") { run.ending == .until }
        XCTAssertEqual(run.home?.isAwaiting, false)
        XCTAssertEqual(
            run.types.suffix(3),
            ["xcover.CG_JOURNEY_READY", "transom.sheet.closed", "transom.session.ended"])
    }

    func testAClosedSheetLeavesNothingBehind() async throws {
        let run = try await open()
        try await run.openSheet("volley")
        try await run.waitForSheet("choose")
        let watch = LeakWatch(UnsafeMutableRawPointer(try XCTUnwrap(run.sheet?.view?.hostWidget)))
        run.sheet?.surface?.onClose?()
        _ = try await run.answer()
        try await eventually("the view is gone") { watch.isFinalised }
    }

    // MARK: - The play

    func testTheHomePagePlaysAPaymentAndAJourney() async throws {
        let run = try await open { $0.play = "sheets" }
        try await eventually("the payment") { run.types.contains("volley.complete") }
        run.scheduler.advance(by: .seconds(4))
        try await eventually("both sheets") { run.events("transom.sheet.closed").count == 2 }
        let expected = try XCTUnwrap(HomeIntegration.plays.first).events
        XCTAssertNil(DemoPlay.missing(expected, in: run.types))
        assertDeclared(run)
    }
}
