// When a page is tried again.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import XCTest

@testable import TransomShell

@MainActor
final class RecoveryPlanTests: XCTestCase {
    func testThreeTimesAMinuteAndThenTheSafePage() async {
        var plan = RecoveryPlan(.standard)
        XCTAssertEqual(plan.crashed(at: .seconds(100)), .samePage)
        XCTAssertEqual(plan.crashed(at: .seconds(101)), .startPage(after: .seconds(1)))
        XCTAssertEqual(plan.crashed(at: .seconds(103)), .startPage(after: .seconds(2)))
        // The first of the three is a minute old at 160.
        XCTAssertEqual(plan.crashed(at: .seconds(106)), .safePage(after: .seconds(54)))
    }

    func testAPageThatCrashesOnEveryLoadIsLoadedAtMostThreeTimesInAnyMinute() async {
        var plan = RecoveryPlan(.standard)
        var now = Duration.seconds(10)
        var loads: [Duration] = []
        for _ in 0..<60 {
            switch plan.crashed(at: now) {
            case .samePage: loads.append(now)
            case .startPage(let wait), .safePage(let wait): loads.append(now + wait)
            }
            now = (loads.last ?? now) + .milliseconds(200)
        }
        for (index, time) in loads.enumerated().dropFirst(3) {
            XCTAssertGreaterThanOrEqual(time - loads[index - 3], .seconds(60), "load \(index)")
        }
    }

    func testAQuietMinuteForgets() async {
        var plan = RecoveryPlan(.standard)
        for second in 0..<4 { _ = plan.crashed(at: .seconds(second)) }
        XCTAssertEqual(plan.crashed(at: .seconds(300)), .samePage)
    }

    func testFailuresAreTriedLessAndLessOften() async {
        var plan = RecoveryPlan(.standard)
        let waits = (0..<8).map { _ in plan.failed() }
        XCTAssertEqual(waits, [1, 2, 4, 8, 16, 30, 30, 30].map { .seconds($0) })
        XCTAssertEqual(plan.settled(), 8)
        XCTAssertNil(plan.settled())
        XCTAssertEqual(plan.failed(), .seconds(1))
    }
}
