// Events as lines for people, fit for a terminal, with none lost where the host begins a new file.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TransomCore
import XCTest

@testable import transom

final class EventsCommandTests: XCTestCase {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "transom-events-" + UUID().uuidString)
    private var path: String { folder.appending(path: "events.jsonl").path }

    override func setUpWithError() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    override func tearDown() {
        try? FileManager.default.removeItem(at: folder)
    }

    private func run(_ arguments: String..., wait: @escaping (String) -> Bool = { _ in false }) throws -> (
        status: Int32, lines: String, notes: String
    ) {
        guard case .command(let parsed) = try ArgumentParser().parse(["events"] + arguments) else {
            throw CancellationError()
        }
        let (lines, notes) = (ProgramRun.Lines(), ProgramRun.Lines())
        let output = Output(
            result: {
                lines.add($0)
                return 0
            }, note: { notes.add($0) })
        let status = EventsCommand(output: output, wait: wait).run(parsed)
        return (status, lines.all.joined(), notes.all.joined(separator: "\n"))
    }

    private func append(_ events: [Event]) throws {
        let text = events.map { $0.json + "\n" }.joined()
        if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(filePath: path)) }
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.seekToEnd()
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }

    private func event(_ name: String, _ data: JSONValue = [:]) -> Event {
        EventFactory(host: "h", integration: "page", clock: SystemHostClock(), redaction: Redaction())
            .event(EventDraft(name, data))
    }

    func testWhatIsWrittenBetweenTheEndAndANewFileIsShown() throws {
        try append([event("page.first")])
        let turn = Mutex(0)
        let followed = try run("--follow", path) { [self] _ in
            let number = turn.withLock { turn in
                turn += 1
                return turn
            }
            guard number == 1 else { return false }
            try? append([event("page.second")])
            try? FileManager.default.moveItem(atPath: path, toPath: path + ".1")
            try? append([event("page.third")])
            return true
        }
        let types = followed.lines.split(separator: "\n").compactMap { $0.split(separator: " ").dropFirst().first }
        XCTAssertEqual(types, ["page.first", "page.second", "page.third"])
    }

    func testNothingOfAPageActsOnTheTerminal() throws {
        try append([
            event(
                "page.a",
                ["\u{1B}[2J": 1, "c1": "\u{9B}2J", "turned": "a\u{202E}b", "deep": ["\u{9B}": "\u{1B}]0;x\u{07}"]])
        ])
        let other = try FileHandle(forWritingTo: URL(filePath: path))
        try other.seekToEnd()
        try other.write(contentsOf: Data("no event \u{1B}[31m\n".utf8))
        try other.close()
        let shown = try run(path)
        for scalar in "\u{1B}\u{9B}\u{202E}\u{07}".unicodeScalars {
            XCTAssertFalse(shown.lines.unicodeScalars.contains(scalar), shown.lines)
        }
        XCTAssertTrue(shown.lines.contains("c1="), shown.lines)
    }

    func testWhatCannotBeReadIsTold() throws {
        let told = try run(folder.path)
        XCTAssertEqual(told.status, 1)
        XCTAssertTrue(told.notes.contains("cannot be read: Is a directory"), told.notes)
    }
}
