// Tests that a test's own time passes as it should.
// SPDX-License-Identifier: Apache-2.0

import TransomShell
import TransomTesting
import XCTest

@MainActor
final class TestClockTests: XCTestCase {
    func testWhatIsDueIsCalledInItsOrderAndAtItsTime() async {
        let clock = TestClock()
        var heard: [String] = []
        let late = clock.after(.seconds(2)) { heard.append("late at \(clock.monotonic)") }
        let early = clock.after(.seconds(1)) { heard.append("early at \(clock.monotonic)") }
        var gone: (any Deadline)? = clock.after(.seconds(1)) { heard.append("gone") }
        gone = nil
        clock.advance(by: .milliseconds(500))
        XCTAssertEqual(heard, [])
        clock.advance(by: .seconds(10))
        XCTAssertEqual(heard, ["early at 1.0 seconds", "late at 2.0 seconds"])
        XCTAssertEqual(clock.monotonic, .milliseconds(10_500))
        withExtendedLifetime((late, early, gone)) {}
    }
}
