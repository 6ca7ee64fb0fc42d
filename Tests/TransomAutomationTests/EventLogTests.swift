// Tests which event a command finds.
// SPDX-License-Identifier: Apache-2.0

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
        var found: Event?
        _ = log.wait(for: .init(type: type, data: data)) { found = $0 }
        return found?.sequence
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
        var heard: [UInt64] = []
        _ = log.wait(for: .init(type: "page.a")) { heard.append($0.sequence) }
        let stop = log.wait(for: .init(type: "page.a")) { heard.append($0.sequence) }
        log.add(event("page.b"))
        log.add(event("page.a"))
        stop()
        log.add(event("page.a"))
        XCTAssertEqual(heard, [2])
    }

    func testAMillionEventsAreNotKept() {
        let log = EventLog()
        for _ in 0..<5000 { log.add(event("page.a")) }
        log.add(event("page.b"))
        XCTAssertEqual(found(log, "page.b"), 5001)
    }
}
