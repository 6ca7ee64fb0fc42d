// Answers that C waits for.
// SPDX-License-Identifier: Apache-2.0

import TransomGLib
import XCTest

@MainActor
final class OneShotTests: XCTestCase {
    func testADroppedAnswerIsTheSafeDefault() async {
        var answers: [String] = []
        do {
            let shot = OneShot(ifDropped: "default") { answers.append($0) }
            XCTAssertFalse(shot.isAnswered)
        }
        XCTAssertEqual(answers, ["default"])
    }

    func testOnlyTheFirstAnswerCounts() async {
        var answers: [String] = []
        let shot = OneShot(ifDropped: "default") { answers.append($0) }
        XCTAssertTrue(shot.answer("first"))
        XCTAssertFalse(shot.answer("second"))
        XCTAssertTrue(shot.isAnswered)
        XCTAssertEqual(answers, ["first"])
    }

    func testAnAnswerDroppedOnAnotherThreadIsGivenOnTheMainOne() async {
        let given = expectation(description: "given")
        var shot: OneShot<Int>? = OneShot(ifDropped: 1) { _ in
            XCTAssertTrue(Thread.isMainThread)
            given.fulfill()
        }
        nonisolated(unsafe) var moved = shot.take()
        // The only reference, handed to the other thread.
        DispatchQueue.global().async { moved = nil }
        await fulfillment(of: [given], timeout: 20)
        _ = moved
    }
}
