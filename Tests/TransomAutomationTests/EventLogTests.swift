// Tests which event a command finds.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TransomCore
import XCTest

@testable import TransomAutomation

@MainActor
final class EventLogTests: XCTestCase {
    private let factory = EventFactory(
        host: "test", integration: "page", clock: SystemHostClock(), redaction: Redaction())

    private func event(_ type: String, _ data: JSONValue = [:]) -> Event {
        factory.event(EventDraft(type, data))
    }

    private func found(_ log: EventLog, _ type: String, _ data: JSONValue? = nil) -> UInt64? {
        let found = Mutex<Event?>(nil)
        _ = log.wait(for: .init(type: type, data: data)) { event in found.withLock { $0 = event } }
        return found.withLock { $0?.sequence }
    }

    func testAnEventThatHasComeIsFoundOnce() async {
        let log = EventLog()
        log.add(event("page.a"))
        log.add(event("page.b"))
        log.add(event("page.a"))
        XCTAssertEqual(found(log, "page.a"), 1)
        XCTAssertEqual(found(log, "page.*"), 2)
        XCTAssertEqual(found(log, "page.a"), 3)
        XCTAssertNil(found(log, "page.a"))
    }

    func testDataMayHoldMoreThanIsWanted() {
        let log = EventLog()
        log.add(event("page.pay", ["amount": 400, "more": ["a": 1, "b": 2]]))
        log.add(event("page.pay", ["amount": 500, "more": ["a": 1, "b": 2]]))
        XCTAssertEqual(found(log, "page.pay", ["amount": 500, "more": ["b": 2]]), 2)
        XCTAssertNil(found(log, "page.pay", ["amount": 400]))
        XCTAssertEqual(log.nearest(to: .init(type: "page.pay", data: ["amount": 1]))?.sequence, 2)
    }

    func testAWaitEndsWithTheFirstEventThatMeetsItAndNoLater() {
        let log = EventLog()
        let heard = Mutex<[UInt64]>([])
        _ = log.wait(for: .init(type: "page.a")) { event in heard.withLock { $0.append(event.sequence) } }
        let stop = log.wait(for: .init(type: "page.a")) { event in heard.withLock { $0.append(event.sequence) } }
        log.add(event("page.b"))
        log.add(event("page.a"))
        stop()
        log.add(event("page.a"))
        XCTAssertEqual(heard.withLock { $0 }, [2])
    }

    func testWhatCameNearestIsTold() {
        let log = EventLog()
        log.add(event("hubble.analytics.payment_fail", ["amount": 500]))
        let wish = EventLog.Wish(type: "hubble.analytics.payment_success", data: ["amount": 500])
        let report = log.report(wish, verb: "expect", within: .seconds(10), now: SystemHostClock().wall)
        XCTAssertTrue(
            report.hasPrefix(
                """
                expect hubble.analytics.payment_success: not seen in 10 s
                    wanted   {"amount": 500}
                    nearest  hubble.analytics.payment_fail {"amount": 500}
                """), report)
        XCTAssertTrue(report.hasSuffix("s ago"), report)
    }

    func testAMillionEventsAreNotKept() {
        let log = EventLog()
        for _ in 0..<5000 { log.add(event("page.a")) }
        log.add(event("page.b"))
        XCTAssertEqual(found(log, "page.b"), 5001)
    }
}
