// Timers of the loop.
// SPDX-License-Identifier: Apache-2.0

import TransomGLib
import TransomTestSupport
import XCTest

@MainActor
final class TimeoutSourceTests: XCTestCase {
    override func setUp() async throws {
        MainLoop.join()
        LogWatch.start()
    }

    func testItFiresOnceAndIsThenNotPending() async throws {
        let fired = Counter()
        var timer: TimeoutSource?
        timer = TimeoutSource(milliseconds: 1) {
            XCTAssertEqual(timer?.isPending, false)
            fired.value += 1
        }
        XCTAssertEqual(timer?.isPending, true)
        try await eventually { fired.value == 1 }
        try await pass(milliseconds: 20)
        XCTAssertEqual(fired.value, 1)
        timer?.cancel()
        timer = nil
        XCTAssertEqual(LogWatch.heard, [])
    }

    func testACancelledTimerDoesNotFire() async throws {
        let timer = TimeoutSource(milliseconds: 5) { XCTFail("fired") }
        timer.cancel()
        timer.cancel()
        XCTAssertFalse(timer.isPending)
        try await pass(milliseconds: 30)
        XCTAssertEqual(LogWatch.heard, [])
    }

    func testAReleasedTimerDoesNotFireAndFreesItsHandler() async throws {
        let probe = Counter()
        weak let handlers = probe
        var timer: TimeoutSource? = TimeoutSource(milliseconds: 5) { [probe] in
            probe.value += 1
            XCTFail("fired")
        }
        XCTAssertTrue(timer?.isPending == true)
        timer = nil
        try await pass(milliseconds: 30)
        XCTAssertEqual(probe.value, 0)
        _ = consume probe
        XCTAssertNil(handlers)
        XCTAssertEqual(LogWatch.heard, [])
    }

    func testATimerThatIsReleasedInItsHandlerIsHarmless() async throws {
        let fired = Counter()
        var timer: TimeoutSource?
        timer = TimeoutSource(milliseconds: 1) {
            timer = nil
            fired.value += 1
        }
        withExtendedLifetime(timer) {}
        try await eventually { fired.value == 1 }
        XCTAssertNil(timer)
        XCTAssertEqual(LogWatch.heard, [])
    }

    /// Lets the loop run for a while, measured by a timer of its own kind.
    private func pass(milliseconds: UInt32) async throws {
        let passed = Counter()
        let timer = TimeoutSource(milliseconds: milliseconds) { passed.value = 1 }
        try await eventually { passed.value == 1 }
        withExtendedLifetime(timer) {}
    }
}
