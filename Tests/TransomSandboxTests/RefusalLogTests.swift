// What is reported of hosts that were refused.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import XCTest

@testable import TransomSandbox

final class RefusalLogTests: XCTestCase {
    func testAHostIsReportedOnceASecond() {
        let clock = ManualHostClock()
        var log = RefusalLog(clock: clock)
        XCTAssertEqual(log.report("a.example"), "a.example")
        XCTAssertNil(log.report("a.example"))
        XCTAssertEqual(log.report("b.example"), "b.example")
        clock.advance(by: .milliseconds(999))
        XCTAssertNil(log.report("a.example"))
        clock.advance(by: .milliseconds(1))
        XCTAssertEqual(log.report("a.example"), "a.example")
    }

    func testAPageThatMakesUpHostsIsNotReportedWithoutEnd() {
        let clock = ManualHostClock()
        var log = RefusalLog(clock: clock)
        let reported = (0..<10_000).compactMap { log.report("\($0).example") }
        XCTAssertEqual(reported.count, RefusalLog.maximumHosts)
        clock.advance(by: .seconds(1))
        XCTAssertEqual(log.report("x.example"), "x.example")
    }

    func testWhatIsTooLongForAHostIsCut() {
        var log = RefusalLog(clock: ManualHostClock())
        XCTAssertEqual(log.report(String(repeating: "x", count: 90_000))?.utf8.count, 253)
    }
}
