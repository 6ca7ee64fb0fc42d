// The packaged page with the host's dialogs, and a wallet that is reached without a radio.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomTestSupport
import TransomVendors
import WebKit
import XCTest

@testable import TransomSandbox
@testable import TransomShell
@testable import TransomWallet

@MainActor
final class WalletSessionTests: XCTestCase {
    private let parameters = ["scanSeconds": ["1"]]

    private func fixture(
        parameters: [String: [String]] = [:], limits: Limits = .standard
    ) throws -> (WalletFixture, FakeRadio) {
        let radio = FakeRadio(wallet: SimulatedWallet())
        let all = self.parameters.merging(parameters) { _, new in new }
        return (try WalletFixture(radio: radio, parameters: all, limits: limits), radio)
    }

    private let id = FakeRadio.id.uuidString

    func testThePageReadsFeaturesAfterTheUserAllowedASearch() async throws {
        let (fixture, radio) = try fixture()
        defer { fixture.tearDown() }
        try await fixture.connect()
        try await fixture.click("features")
        try await fixture.page(is: "done-features")
        let facts = try await fixture.text("document.querySelector('[data-testid=facts]').innerText")
        XCTAssertTrue(facts.contains("sim wallet") && facts.contains("4.10.1"), facts)
        try await fixture.expect("connect", ["ok"])
        XCTAssertTrue(radio.written.allSatisfy { $0.count == 64 })
        // Every event is as declared.
        let catalogue = EventCatalogue(UKeyIntegration.self)
        for event in fixture.events {
            XCTAssertEqual(catalogue.mismatches(type: event.type, data: event.data), [])
        }
    }

    func testASearchThatTheUserDoesNotWantIsDeniedAndAskedForAgain() async throws {
        let (fixture, radio) = try fixture()
        defer { fixture.tearDown() }
        try await fixture.page(is: "idle")
        try await fixture.click("search")
        try await fixture.dialog().press(.cancel)
        try await fixture.page(is: "failed")
        try await fixture.expect("enumerate", ["failed denied"])
        XCTAssertEqual(radio.log, ["begin"])
        try await fixture.click("search")
        try await fixture.dialog().press(.yes)
        try await fixture.page(is: "found")
        try await fixture.click("search")
        try await fixture.wait(for: "enumerate", count: 3)
        try await fixture.expect("enumerate", ["failed denied", "ok", "ok"])
    }

    func testASearchThatIsAskedForWhileTheUserDecidesHasTheSameAnswer() async throws {
        let (fixture, _) = try fixture()
        defer { fixture.tearDown() }
        try await fixture.page(is: "idle")
        let first = Task { try await fixture.call("enumerate") }
        try await eventually("the question") { fixture.wallet.consentWaiters.count == 1 }
        let second = Task { try await fixture.call("enumerate") }
        try await eventually("both wait") { fixture.wallet.consentWaiters.count == 2 }
        try await fixture.dialog().press(.yes)
        for answer in [try await first.value, try await second.value] {
            XCTAssertFalse(answer.contains("denied"), answer)
        }
    }

    func testThePINIsEnteredOnTheKeypadAndIsNowhereElse() async throws {
        let (fixture, _) = try fixture()
        defer { fixture.tearDown() }
        try await fixture.connect()
        try await fixture.click("pin")
        let dialog = try await fixture.dialog()
        XCTAssertTrue(WalletDialogTests.labels(in: dialog.widget).contains("Asked for by app://ukey"))
        for position in 1...4 { dialog.press(.position(position)) }
        dialog.press(.yes)
        try await fixture.page(is: "done-pin")
        try await fixture.expect("requestPinInput", ["entered"])
        let written = fixture.events.map { $0.jsonText }.joined()
        XCTAssertFalse(written.contains("1234") || written.contains("3f2323") || written.contains(id), written)
    }

    func testTheWalletsOwnPINEntryAndAWrongPIN() async throws {
        let (fixture, _) = try fixture()
        defer { fixture.tearDown() }
        try await fixture.connect()
        try await fixture.click("pin")
        try await fixture.dialog().press(.position(9))
        try await fixture.dialog().press(.yes)
        try await fixture.page(is: "failed")
        try await fixture.click("pin")
        try await fixture.dialog().press(.onDevice)
        // The wallet asks for its button, and the host for the user.
        try await eventually("the confirmation") { fixture.outcomes(of: "requestPinInput").count == 2 }
        try await fixture.dialog().press(.yes)
        try await fixture.page(is: "done-pin")
        try await fixture.expect("requestPinInput", ["entered", "device"])
        try await fixture.expect("requestButtonConfirmation", ["confirmed"])
    }

    func testACancelledQuestionCancelsTheCallAndTheWalletCanBeUsedAgain() async throws {
        let (fixture, _) = try fixture()
        defer { fixture.tearDown() }
        try await fixture.connect()
        try await fixture.click("pin")
        try await fixture.dialog().press(.cancel)
        try await fixture.page(is: "cancelled")
        try await fixture.click("button")
        try await fixture.dialog().press(.cancel)
        try await eventually("the second cancelled call") {
            fixture.outcomes(of: "requestButtonConfirmation") == ["cancelled cancelled"]
        }
        try await fixture.page(is: "cancelled")
        try await fixture.click("passphrase")
        try await eventually("the PIN's dialog") { fixture.outcomes(of: "requestPinInput").count == 1 }
        let pin = try await fixture.dialog()
        for position in 1...4 { pin.press(.position(position)) }
        pin.press(.yes)
        try await eventually("the PIN") { fixture.outcomes(of: "requestPinInput").count == 2 }
        let passphrase = try await fixture.dialog()
        passphrase.press(.text("hidden"))
        passphrase.press(.yes)
        try await fixture.page(is: "done-passphrase")
        try await fixture.expect("requestPassphraseInput", ["entered"])
    }

    func testACallThatIsNotOfTheContractIsAnsweredAndNothingIsWritten() async throws {
        let (fixture, radio) = try fixture()
        defer { fixture.tearDown() }
        try await fixture.connect()
        let before = radio.written.count
        let cases = [
            ("send", "{\"uuid\":\"\(id)\",\"data\":\"abc\"}", "odd_length"),
            ("send", "{\"uuid\":\"\(id)\",\"data\":\"zz0a\"}", "bad_digit"),
            ("send", "{\"uuid\":\"\(id)\",\"data\":\"\"}", "missing_field"),
            ("send", "{\"uuid\":\"\(id)\",\"data\":[1]}", "wrong_type"),
            ("send", "{\"uuid\":\"\(id)\",\"data\":\"\(String(repeating: "00", count: 1 << 20))\"}", "size"),
            ("send", "{\"uuid\":\"00000000-0000-4000-8000-000000000009\",\"data\":\"00\"}", "not_connected"),
            ("connect", "{\"uuid\":\"AA:BB:CC:DD:EE:FF\"}", "invalid_id"),
            ("connect", "{\"uuid\":\"\(id)\"}", "already_connected"),
            ("connect", "{\"uuid\":\"00000000-0000-4000-8000-000000000009\"}", "busy"),
            ("nobody", "{}", "unknown_handler"),
        ]
        for (handler, data, code) in cases {
            let answer = try await fixture.call(handler, data)
            XCTAssertTrue(
                answer.contains("\"code\":\"\(code)\"") && answer.contains("\"success\":false"),
                "\(handler) \(code): \(answer)")
        }
        XCTAssertEqual(radio.written.count, before)
        // The wallet still answers.
        try await fixture.click("features")
        try await fixture.page(is: "done-features")
    }

    func testTheDevicesOwnCloseCancelsAndAnotherQuestionTakesThePlace() async throws {
        let (fixture, _) = try fixture()
        defer { fixture.tearDown() }
        try await fixture.page(is: "idle")
        async let first = fixture.call("requestButtonConfirmation", "{\"message\":\"Sign?\"}")
        _ = try await fixture.dialog()
        async let second = fixture.call("requestPinInput")
        try await eventually("the first one's end") {
            fixture.outcomes(of: "requestButtonConfirmation") == ["cancelled cancelled"]
        }
        let closed = try await fixture.call("closeUIWindow")
        XCTAssertEqual(closed, "\"closed\"")
        let answers = try await (first, second)
        XCTAssertEqual(answers.0, "\"cancel\"")
        XCTAssertTrue(answers.1.contains("\"code\":\"cancelled\""), answers.1)
        XCTAssertNil(fixture.wallet.stageDialogs?.current)
    }

    func testAConfirmationThatNobodyGivesIsCancelled() async throws {
        var limits = Limits.standard
        limits.walletConfirmDeadline = .milliseconds(50)
        let (fixture, _) = try fixture(limits: limits)
        defer { fixture.tearDown() }
        try await fixture.page(is: "idle")
        let answer = try await fixture.call("requestButtonConfirmation")
        XCTAssertEqual(answer, "\"cancel\"")
    }

    func testDialogsCanBeLeftToThePage() async throws {
        let (fixture, _) = try fixture(parameters: ["dialogs": ["page"]])
        defer { fixture.tearDown() }
        try await fixture.page(is: "idle")
        for handler in ["requestPinInput", "requestPassphraseInput", "requestButtonConfirmation"] {
            let answer = try await fixture.call(handler)
            XCTAssertTrue(answer.contains("\"code\":\"left_to_page\""), answer)
        }
    }

    func testALostWalletIsToldToThePageAndFoundAgain() async throws {
        let (fixture, radio) = try fixture()
        defer { fixture.tearDown() }
        try await fixture.connect()
        try await fixture.click("pin")
        _ = try await fixture.dialog()
        radio.emit(.lost(FakeRadio.id, .lost))
        try await fixture.page(is: "lost")
        XCTAssertNil(fixture.wallet.stageDialogs?.current)
        try await fixture.expect("disconnect", ["lost device_lost"])
        try await fixture.click("search")
        try await fixture.click("connect-0")
        try await fixture.page(is: "connected")
        try await fixture.click("features")
        try await fixture.page(is: "done-features")
        let devices = fixture.events.filter { $0.type == "ukey.device" }.map(\.data)
        XCTAssertEqual(devices.count, 2)
        XCTAssertEqual(devices.first, devices.last)
    }

    func testAReloadEndsTheLinkAndTheNextPageBeginsAnew() async throws {
        let (fixture, radio) = try fixture()
        defer { fixture.tearDown() }
        try await fixture.connect()
        fixture.session.view?.reload()
        try await eventually("the end of the link") { radio.log.last == "disconnect" }
        try await fixture.page(is: "idle")
        let answer = try await fixture.call("send", "{\"uuid\":\"\(id)\",\"data\":\"00\"}")
        XCTAssertTrue(answer.contains("\"code\":\"not_connected\""), answer)
        try await fixture.click("search")
        try await fixture.click("connect-0")
        try await fixture.page(is: "connected")
    }

    func testBH23AnAdvertisedNameIsShownAsText() async throws {
        let (fixture, radio) = try fixture()
        defer { fixture.tearDown() }
        radio.name = "<img src=x>\u{202E}\0" + String(repeating: "n", count: 248)
        try await fixture.page(is: "idle")
        try await fixture.click("search")
        try await fixture.dialog().press(.yes)
        try await eventually("the wallet in the list") {
            try await fixture.text("document.querySelector('[data-testid=connect-0]')?.innerText ?? ''") != ""
        }
        let shown = try await fixture.text("document.querySelector('[data-testid=connect-0]').innerText")
        XCTAssertTrue(shown.contains("<img src=x>"), shown)
        XCTAssertFalse(shown.contains("\u{202E}"))
        XCTAssertLessThan(shown.count, 100)
        let images = try await fixture.text("String(document.images.length)")
        XCTAssertEqual(images, "0")
    }

    func testBH30AWebProcessThatEndsInAnExchangeEndsTheLinkAndNothingIsWrittenAgain() async throws {
        let (fixture, radio) = try fixture()
        defer { fixture.tearDown() }
        try await fixture.connect()
        try await fixture.click("pin")
        _ = try await fixture.dialog()
        let written = radio.written.count
        fixture.session.view?.terminateWebProcess()
        try await eventually("the end of the link") { radio.log.contains("disconnect") || radio.hasEnded }
        try await eventually("the session's end") { fixture.events.last?.type == "transom.session.ended" }
        XCTAssertNil(fixture.wallet.stageDialogs?.current)
        XCTAssertEqual(radio.written.count, written)
        XCTAssertEqual(fixture.outcomes(of: "requestPinInput").count, 1)
    }

    func testTheEndOfASessionGivesEverythingBack() async throws {
        weak var wallet: WalletCapability?
        let radio = FakeRadio(wallet: SimulatedWallet())
        do {
            let fixture = try WalletFixture(radio: radio, parameters: parameters)
            try await fixture.connect()
            wallet = fixture.wallet
            fixture.tearDown()
        }
        try await eventually("the capability to go") { wallet == nil }
        XCTAssertTrue(radio.hasEnded)
    }
}

extension Event {
    fileprivate var jsonText: String { type + JSONText.encode(data) }
}
