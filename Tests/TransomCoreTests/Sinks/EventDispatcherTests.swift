// Events reach every sink, in order, without anybody waiting.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization
import XCTest

@testable import TransomCore

final class EventDispatcherTests: XCTestCase {
    private func stream(_ sinks: [any EventSink], _ faults: Collector<EventSinkFault>, limits: Limits = .standard)
        -> EventStream
    {
        EventStream(
            factory: EventFactory(
                host: "test", integration: "x", clock: ManualHostClock(), redaction: Redaction()),
            dispatcher: EventDispatcher(sinks, limits: limits) { faults.add($0) })
    }

    /// A sink that stands still until it is let go, and may be told to fail.
    private final class TestSink: EventSink {
        let name = "test"
        let gate = DispatchSemaphore(value: 0)
        let entered = DispatchSemaphore(value: 0)
        let blocks: Bool
        let written = Collector<Event>()
        let closes = Collector<Bool>()
        let fault = Mutex<EventSinkFault?>(nil)

        init(blocks: Bool) { self.blocks = blocks }

        func write(_ events: [Event]) throws(EventSinkFault) {
            if blocks {
                entered.signal()
                gate.wait()
            }
            if let fault = fault.withLock({ $0 }) { throw fault }
            for event in events { written.add(event) }
        }

        func close() { closes.add(true) }
    }

    func testABlockedConsumerLosesNoneOfTenThousandEventsAndDelaysNobody() {
        let blocked = TestSink(blocks: true)
        let free = TestSink(blocks: false)
        let faults = Collector<EventSinkFault>()
        let stream = stream([blocked, free], faults)
        stream.emit(EventDraft("x.first"))
        blocked.entered.wait()
        for _ in 0..<10_000 { stream.emit(EventDraft("x.y", ["properties": ["amount": 500]])) }
        XCTAssertEqual(blocked.written.all.count, 0, "all were taken while the consumer stood still")
        while free.written.all.count < 10_001 { stream.dispatcher.flush(deadline: .milliseconds(10)) }
        XCTAssertEqual(blocked.written.all.count, 0, "the other sink had all of them while this one stood still")
        for _ in 0..<10_001 { blocked.gate.signal() }
        XCTAssertTrue(stream.dispatcher.flush(deadline: .seconds(60)))
        XCTAssertEqual(blocked.written.all.map(\.sequence), Array(1...10_001))
        XCTAssertEqual(free.written.all.map(\.sequence), Array(1...10_001))
        XCTAssertEqual(faults.all, [])
    }

    func testAReaderOfAPipeThatStandsStillGetsEveryLine() throws {
        var ends: [Int32] = [-1, -1]
        XCTAssertEqual(pipe(&ends), 0)
        let faults = Collector<EventSinkFault>()
        let stream = stream([DescriptorSink(ends[1], name: "pipe")], faults)
        for _ in 0..<10_000 { stream.emit(EventDraft("x.y", ["text": "0123456789012345678901234567890123456789"])) }
        // Only now does the reader begin: the pipe was full after a few hundred lines.
        let reader = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        let writer = ends[1]
        DispatchQueue.global().async {
            stream.dispatcher.flush(deadline: .seconds(60))
            close(writer)
        }
        let text = String(decoding: try reader.readToEnd() ?? Data(), as: UTF8.self)
        let lines = text.split(separator: "\n")
        XCTAssertEqual(lines.count, 10_000)
        for (index, line) in lines.enumerated() {
            let value = try JSONParser.parse(String(line))
            guard value["sequence"]?.stringValue.flatMap(Int.init) == index + 1 else {
                return XCTFail("line \(index + 1) is \(line)")
            }
        }
        XCTAssertEqual(faults.all, [])
    }

    func testEventsFromManyThreadsArriveInSequence() {
        let sink = TestSink(blocks: false)
        let stream = stream([sink], Collector())
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<1_000 { stream.emit(EventDraft("x.y")) }
        }
        XCTAssertTrue(stream.dispatcher.flush(deadline: .seconds(60)))
        XCTAssertEqual(sink.written.all.map(\.sequence), Array(1...4_000))
    }

    func testAFlushGivesUpOnASinkThatStandsStill() {
        let sink = TestSink(blocks: true)
        let stream = stream([sink], Collector())
        stream.emit(EventDraft("x.y"))
        sink.entered.wait()
        XCTAssertFalse(stream.dispatcher.flush(deadline: .milliseconds(1)))
        sink.gate.signal()
        XCTAssertTrue(stream.dispatcher.flush(deadline: .seconds(60)))
    }

    func testASinkWhoseReaderHasGoneIsToldOnceAndGetsNothingMore() {
        let sink = TestSink(blocks: false)
        sink.fault.withLock { $0 = .closed(sink: "test") }
        let faults = Collector<EventSinkFault>()
        let stream = stream([sink], faults)
        for _ in 0..<3 {
            stream.emit(EventDraft("x.y"))
            stream.dispatcher.flush(deadline: .seconds(60))
        }
        XCTAssertEqual(faults.all, [.closed(sink: "test")])
        XCTAssertFalse(stream.dispatcher.isOpen)
        XCTAssertEqual(sink.closes.all.count, 1)
    }

    func testAFailureIsToldOnceUntilItIsMended() {
        let sink = TestSink(blocks: false)
        let full = EventSinkFault.failed(sink: "test", operation: "write", code: ENOSPC)
        let faults = Collector<EventSinkFault>()
        let stream = stream([sink], faults)
        let emit = {
            stream.emit(EventDraft("x.y"))
            stream.dispatcher.flush(deadline: .seconds(60))
        }
        sink.fault.withLock { $0 = full }
        emit()
        emit()
        XCTAssertFalse(stream.dispatcher.reachesSomebody)
        XCTAssertTrue(stream.dispatcher.isOpen, "it may take events again")
        sink.fault.withLock { $0 = nil }
        emit()
        XCTAssertTrue(stream.dispatcher.reachesSomebody)
        sink.fault.withLock { $0 = full }
        emit()
        XCTAssertEqual(faults.all, [full, .recovered(sink: "test", lost: 2), full])
        XCTAssertEqual(sink.written.all.map(\.sequence), [3])
    }

    func testAQueueThatIsFullSaysHowManyEventsAreLost() {
        let sink = TestSink(blocks: true)
        let faults = Collector<EventSinkFault>()
        var limits = Limits()
        limits.eventQueueBytes = 10_000
        let stream = stream([sink], faults, limits: limits)
        stream.emit(EventDraft("x.y"))
        sink.entered.wait()
        for _ in 0..<100 { stream.emit(EventDraft("x.y")) }
        for _ in 0..<100 { sink.gate.signal() }
        XCTAssertTrue(stream.dispatcher.flush(deadline: .seconds(60)))
        let kept = sink.written.all.count - 1
        XCTAssertGreaterThan(kept, 0)
        XCTAssertEqual(
            faults.all, [.overflowed(sink: "test", lost: 1), .overflowed(sink: "test", lost: 100 - kept)])
    }

    func testWhatIsQueuedIsWrittenBeforeTheSinkIsClosed() {
        let sink = TestSink(blocks: true)
        let stream = stream([sink], Collector())
        for _ in 0..<10 { stream.emit(EventDraft("x.y")) }
        stream.dispatcher.close()
        stream.dispatcher.close()
        stream.emit(EventDraft("x.late"))
        for _ in 0..<10 { sink.gate.signal() }
        XCTAssertTrue(stream.dispatcher.flush(deadline: .seconds(60)))
        XCTAssertEqual(sink.written.all.map(\.sequence), Array(1...10))
        XCTAssertEqual(sink.closes.all.count, 1)
    }
}
