// Time stamps and clocks.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import TransomCore
import XCTest

final class HostClockTests: XCTestCase {
    func testTimeStampsAreWrittenInUTCWithMilliseconds() {
        let cases: [(Int64, Int32, String)] = [
            (0, 0, "1970-01-01T00:00:00.000Z"), (1, 999_999_999, "1970-01-01T00:00:01.999Z"),
            (951_782_400, 0, "2000-02-29T00:00:00.000Z"), (951_868_800, 0, "2000-03-01T00:00:00.000Z"),
            (-1, 5_000_000, "1969-12-31T23:59:59.005Z"), (1_796_052_180, 42_000_000, "2026-11-30T15:23:00.042Z"),
            (4_107_542_400, 0, "2100-03-01T00:00:00.000Z"), (253_402_300_799, 0, "9999-12-31T23:59:59.000Z"),
            (-62_167_219_200, 0, "0000-01-01T00:00:00.000Z"),
        ]
        for (seconds, nanoseconds, text) in cases {
            XCTAssertEqual(WallTime(seconds: seconds, nanoseconds: nanoseconds).rfc3339, text)
        }
    }

    func testATimeThatRFC3339CannotWriteIsCutToItsRange() {
        XCTAssertEqual(WallTime(seconds: .max).rfc3339, "9999-12-31T23:59:59.000Z")
        XCTAssertEqual(WallTime(seconds: .min).rfc3339, "0000-01-01T00:00:00.000Z")
    }

    func testEveryDayOfFourCenturiesFollowsTheOneBefore() {
        var expected = (year: 1970, month: 1, day: 1)
        for day in 0..<146_097 {
            let text = WallTime(seconds: Int64(day) * 86_400 + 43_200).rfc3339
            let parts = text.prefix(10).split(separator: "-").compactMap { Int($0) }
            guard parts == [expected.year, expected.month, expected.day] else {
                return XCTFail("day \(day) is \(text), not \(expected)")
            }
            let isLeap = expected.year % 4 == 0 && (expected.year % 100 != 0 || expected.year % 400 == 0)
            let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            expected.day += 1
            if expected.day > days[expected.month - 1] { (expected.month, expected.day) = (expected.month + 1, 1) }
            if expected.month > 12 { (expected.year, expected.month) = (expected.year + 1, 1) }
        }
    }

    func testTheSystemClockAgreesWithTheSystemAndNeverGoesBack() {
        let clock = SystemHostClock()
        var last = clock.monotonic
        for _ in 0..<1_000 {
            let now = clock.monotonic
            XCTAssertGreaterThanOrEqual(now, last)
            last = now
        }
        XCTAssertEqual(Double(clock.wall.seconds), Double(time(nil)), accuracy: 2)
    }

    func testAManualClockMovesOnlyWhenItIsTold() {
        let clock = ManualHostClock()
        let start = clock.wall
        XCTAssertEqual(clock.monotonic, .zero)
        clock.advance(by: .milliseconds(1_500))
        XCTAssertEqual(clock.monotonic, .milliseconds(1_500))
        XCTAssertEqual(clock.wall, WallTime(seconds: start.seconds + 1, nanoseconds: 500_000_000))
        clock.step(wallBy: -3_600)
        XCTAssertEqual(clock.monotonic, .milliseconds(1_500))
        XCTAssertEqual(clock.wall.seconds, start.seconds + 1 - 3_600)
    }
}
