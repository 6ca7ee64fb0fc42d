// Standard output, files and the journal.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

@testable import TransomCore

final class SinkTests: XCTestCase {
    private let factory = EventFactory(
        host: "test", integration: "x", clock: ManualHostClock(), redaction: Redaction())

    override class func setUp() {
        super.setUp()
        // As the executable does first of all.
        signal(SIGPIPE, SIG_IGN)
    }

    private func event(_ text: String = "") -> Event { factory.event(EventDraft("x.y", ["text": .string(text)])) }

    private func fault(_ body: () throws(EventSinkFault) -> Void) -> EventSinkFault? {
        do throws(EventSinkFault) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    private func lines(_ path: String) -> [String] {
        let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        XCTAssertTrue(text.isEmpty || text.hasSuffix("\n"), "\(path) ends within a line")
        return text.split(separator: "\n").map(String.init)
    }

    func testAReaderThatHasGoneClosesTheSink() {
        var ends: [Int32] = [-1, -1]
        XCTAssertEqual(pipe(&ends), 0)
        close(ends[0])
        let sink = DescriptorSink(ends[1], name: "stdout")
        XCTAssertEqual(fault { () throws(EventSinkFault) in try sink.write([event()]) }, .closed(sink: "stdout"))
        close(ends[1])
    }

    func testAFullDiskIsOneSentence() throws {
        let sink = try FileSink(path: "/dev/full")
        let fault = fault { () throws(EventSinkFault) in try sink.write([event()]) }
        XCTAssertEqual(fault, .failed(sink: "/dev/full", operation: "write", code: ENOSPC))
        XCTAssertEqual(fault?.description, "events to /dev/full: cannot write: No space left on device")
        let descriptor = open("/dev/full", O_WRONLY)
        let other = DescriptorSink(descriptor, name: "stdout")
        XCTAssertEqual(
            self.fault { () throws(EventSinkFault) in try other.write([event()]) },
            .failed(sink: "stdout", operation: "write", code: ENOSPC))
        close(descriptor)
    }

    func testADescriptorThatDoesNotBlockIsWaitedFor() throws {
        var ends: [Int32] = [-1, -1]
        XCTAssertEqual(pipe(&ends), 0)
        XCTAssertEqual(fcntl(ends[1], F_SETFL, O_NONBLOCK), 0)
        let sink = DescriptorSink(ends[1], name: "pipe")
        let events = (0..<2_000).map { _ in event(String(repeating: "x", count: 100)) }
        let writer = ends[1]
        let faults = Collector<EventSinkFault>()
        DispatchQueue.global().async {
            do throws(EventSinkFault) { try sink.write(events) } catch { faults.add(error) }
            close(writer)
        }
        let data = try FileHandle(fileDescriptor: ends[0], closeOnDealloc: true).readToEnd()
        XCTAssertEqual(data?.count { $0 == 0x0A }, 2_000)
        XCTAssertEqual(faults.all, [])
    }

    func testAFileIsAppendedToAndItsOwnersAlone() throws {
        let path = try temporaryFolder() + "/events.jsonl"
        let first = event("a")
        try FileSink(path: path).write([first])
        let second = event("b")
        try FileSink(path: path).write([second])
        XCTAssertEqual(lines(path), [first.json, second.json])
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        XCTAssertEqual((attributes[.posixPermissions] as? NSNumber)?.intValue, 0o600)
    }

    func testAFileIsRotatedAndFourOldOnesAreKept() throws {
        let path = try temporaryFolder() + "/events.jsonl"
        var limits = Limits()
        limits.eventFileBytes = 1_000
        limits.eventFilesKept = 4
        let sink = try FileSink(path: path, limits: limits)
        let events = (0..<40).map { _ in event(String(repeating: "x", count: 200)) }
        try sink.write(events)
        let files = [path + ".4", path + ".3", path + ".2", path + ".1", path]
        let kept = files.flatMap(lines)
        XCTAssertEqual(kept, events.suffix(kept.count).map(\.json), "the newest lines, each once and in order")
        XCTAssertGreaterThanOrEqual(kept.count, 9)
        for file in files {
            let size = FileManager.default.contents(atPath: file)?.count ?? 0
            XCTAssertTrue((1...1_000).contains(size), "\(file) has \(size) bytes")
        }
        XCTAssertFalse(FileManager.default.fileExists(atPath: path + ".5"))
    }

    func testALineLongerThanAFileStillGoesIntoOne() throws {
        let path = try temporaryFolder() + "/events.jsonl"
        var limits = Limits()
        limits.eventFileBytes = 100
        let sink = try FileSink(path: path, limits: limits)
        let events = [event(String(repeating: "x", count: 500)), event()]
        try sink.write(events)
        XCTAssertEqual(lines(path + ".1") + lines(path), events.map(\.json))
    }

    func testAFileThatWasMovedAwayIsMadeAnew() throws {
        let path = try temporaryFolder() + "/events.jsonl"
        let sink = try FileSink(path: path)
        let events = (0..<3).map { event("\($0)") }
        try sink.write([events[0]])
        try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
        try sink.write([events[1]])
        try FileManager.default.removeItem(atPath: path)
        try sink.write([events[2]])
        XCTAssertEqual(lines(path + ".moved"), [events[0].json])
        XCTAssertEqual(lines(path), [events[2].json])
    }

    func testAFileThatCannotBeMadeIsOneSentence() throws {
        let folder = try temporaryFolder()
        let path = folder + "/none/events.jsonl"
        XCTAssertEqual(
            fault { () throws(EventSinkFault) in _ = try FileSink(path: path) },
            .failed(sink: path, operation: "open", code: ENOENT))
        XCTAssertEqual(
            fault { () throws(EventSinkFault) in _ = try FileSink(path: folder) },
            .failed(sink: folder, operation: "open", code: EISDIR))
        let fifo = folder + "/fifo"
        XCTAssertEqual(mkfifo(fifo, 0o600), 0)
        XCTAssertEqual(
            fault { () throws(EventSinkFault) in _ = try FileSink(path: fifo) },
            .failed(sink: fifo, operation: "open", code: ENXIO), "a FIFO without a reader does not block")
    }

    func testWithoutAJournalItIsSaid() throws {
        try XCTSkipIf(access(JournalSink.socketPath, W_OK) == 0, "this machine has a journal")
        guard case .unavailable("journal", _)? = fault({ () throws(EventSinkFault) in _ = try JournalSink() }) else {
            return XCTFail("the journal is taken for there")
        }
    }

    func testAnEntryOfTheJournalHoldsTheLineAndWhatToSearchBy() {
        let event = event("a\nb")
        XCTAssertEqual(
            JournalSink.fields(of: event),
            [
                "MESSAGE=" + event.json, "PRIORITY=6", "SYSLOG_IDENTIFIER=transom", "TRANSOM_TYPE=x.y",
                "TRANSOM_SESSION=" + event.subject,
                "TRANSOM_INTEGRATION=" + (event.source.split(separator: ":").last.map(String.init) ?? "none"),
                "TRANSOM_SEQUENCE=" + event.sequenceText,
            ])
    }
}
