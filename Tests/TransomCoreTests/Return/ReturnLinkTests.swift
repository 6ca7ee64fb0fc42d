// What is a return link, and which run takes it.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import XCTest

final class ReturnLinkTests: XCTestCase {
    private let state = "0123456789abcdef0123456789abcdef"

    private func problem(_ text: String) -> ReturnLinkProblem? {
        do throws(ReturnLinkProblem) {
            _ = try ReturnLink(text)
            return nil
        } catch {
            return error
        }
    }

    func testDL01ALinkWithoutAnythingIsOne() throws {
        let link = try ReturnLink("yourscheme://return")
        XCTAssertEqual(link.scheme, "yourscheme")
        XCTAssertNil(link.state)
        XCTAssertNil(try ReturnLink("yourscheme://return/").state)
        XCTAssertNil(try ReturnLink("yourscheme://return?").state)
    }

    func testDL02WhatALinkSaysOfAPaymentIsNotKept() throws {
        let link = try ReturnLink("yourscheme://return?status=success&paymentId=p1&state=\(state)")
        XCTAssertEqual(Mirror(reflecting: link).children.compactMap(\.label), ["scheme", "state"])
        XCTAssertEqual(link.state, state)
    }

    func testDL03SchemeAndHostAreFolded() throws {
        XCTAssertEqual(try ReturnLink("YOURSCHEME://RETURN").scheme, "yourscheme")
    }

    func testDL06AnUnknownParameterIsRefused() {
        XCTAssertEqual(problem("yourscheme://return?next=https://evil.example"), .unknownParameter)
        XCTAssertEqual(problem("yourscheme://return?State=a"), .unknownParameter)
        XCTAssertEqual(problem("yourscheme://return?%73tate=a"), .unknownParameter)
        XCTAssertEqual(problem("yourscheme://return?state=a&"), .unknownParameter)
    }

    func testDL07AParameterTwiceIsRefused() {
        XCTAssertEqual(problem("yourscheme://return?state=a&state=b"), .repeatedParameter("state"))
    }

    func testDL09AFragmentIsRefused() {
        XCTAssertEqual(problem("yourscheme://return#javascript:alert(1)"), .fragment)
    }

    func testDL10AUserNameIsRefused() {
        XCTAssertEqual(problem("yourscheme://user:pw@return/"), .credentials)
        XCTAssertEqual(problem("yourscheme://@return/"), .credentials)
    }

    func testDL11AnOverlongLinkIsRefusedBeforeItIsRead() {
        XCTAssertEqual(problem("yourscheme://return?state=" + String(repeating: "a", count: 20_000)), .tooLong(20_026))
    }

    func testDL13SpacesAndOtherCharactersAreRefused() {
        for text in [
            "yourscheme://return a", "yourscheme://return?state=a b", "yourscheme://return\n", " yourscheme://return",
            "yourscheme://return\u{0}", "yourscheme://ret\u{fc}rn", "yourscheme:\\\\return",
        ] {
            XCTAssertEqual(problem(text), .characters, text)
        }
    }

    func testWhatIsNotOfTheFormIsRefused() {
        for text in [
            "", "return", "yourscheme:return", "yourscheme:/return", "yourscheme://", "yourscheme://other",
            "yourscheme://return.evil.example", "yourscheme://return:80", "yourscheme://return/x", "://return",
            "yourscheme:///return", "yourscheme://return/../x",
        ] {
            XCTAssertEqual(problem(text), .form, text)
        }
        for text in ["?state=", "?state", "?state=%41", "?state=a%2Fb", "?state=" + String(repeating: "a", count: 513)]
        {
            XCTAssertEqual(problem("yourscheme://return" + text), .value("state"), text)
        }
    }

    func testDL05AStateIsUsedOnceAndOnlyTheExpectedOne() throws {
        let clock = ManualHostClock()
        var gate = ReturnGate(scheme: try ReturnScheme("yourscheme"), clock: clock)
        gate.expect(state)
        XCTAssertEqual(gate.take("yourscheme://return"), .stranger)
        XCTAssertEqual(gate.take("yourscheme://return?state=ffffffffffffffffffffffffffffffff"), .stranger)
        XCTAssertEqual(gate.take("yourscheme://return?state=\(state)"), .taken)
        XCTAssertEqual(gate.take("yourscheme://return?state=\(state)"), .stranger)
        XCTAssertEqual(gate.take("otherscheme://return?state=\(state)"), .scheme)
        XCTAssertEqual(gate.take("yourscheme://return?state=\(state)&x=1"), .refused)
    }

    func testAStateIsWaitedForHalfAnHourByTheMonotonicClock() throws {
        let clock = ManualHostClock()
        var gate = ReturnGate(scheme: try ReturnScheme("yourscheme"), clock: clock)
        gate.expect(state)
        // CK06: a wall clock that is an hour off changes nothing.
        clock.step(wallBy: 3_600)
        clock.advance(by: .seconds(1_799))
        XCTAssertEqual(gate.take("yourscheme://return?state=\(state)"), .taken)
        gate.expect(state)
        clock.advance(by: .seconds(1_800))
        XCTAssertEqual(gate.take("yourscheme://return?state=\(state)"), .stranger)
    }

    func testDL14FiveLinksASecondAreLookedAt() throws {
        let clock = ManualHostClock()
        var gate = ReturnGate(scheme: try ReturnScheme("yourscheme"), clock: clock)
        gate.expect(state)
        let outcomes = (0..<1_000).map { _ in gate.take("yourscheme://return") }
        XCTAssertEqual(outcomes.filter { $0 == .stranger }.count, 5)
        XCTAssertEqual(outcomes.filter { $0 == .busy }.count, 995)
        clock.advance(by: .seconds(1))
        XCTAssertEqual(gate.take("yourscheme://return?state=\(state)"), .taken)
    }

    func testSchemesThatMeanSomethingAlreadyAreRefused() throws {
        XCTAssertEqual(try ReturnScheme("Acme-Pay").name, "acme-pay")
        for text in ["https", "MAILTO", "upi", "file", "app", "javascript"] {
            XCTAssertThrowsError(try ReturnScheme(text), text)
        }
        for text in ["", "a", "1a", "a b", "a:", "a/b", "\u{e4}b", String(repeating: "a", count: 65)] {
            XCTAssertThrowsError(try ReturnScheme(text), text)
        }
    }

    func testAStateIsLongEnoughToBeRandom() {
        XCTAssertTrue(ReturnGate.isState(state))
        XCTAssertTrue(ReturnGate.isState("AAAAAAAAAAAAAAAAAAAAA_-"))
        for text in ["", "short", "0123456789abcdef0123456789abcde=", String(repeating: "a", count: 129)] {
            XCTAssertFalse(ReturnGate.isState(text), text)
        }
    }
}
