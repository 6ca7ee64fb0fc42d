// The files that a host runs from, and what happens to them.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomShellTestSupport
import TransomTestSupport
import WebKit
import XCTest

@testable import TransomShell

@MainActor
final class EngineWatchTests: XCTestCase {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "watch-" + UUID().uuidString)
    private let scheduler = ManualScheduler()
    private var told: [String] = []

    override func setUp() async throws {
        try Engine.startIfPossible()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["a.so", "b.so"] { try Data("one".utf8).write(to: folder.appending(path: name)) }
    }

    override func tearDown() async throws {
        try? FileManager.default.removeItem(at: folder)
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private func watch() throws -> EngineWatch {
        try XCTUnwrap(
            EngineWatch([path("a.so"), path("b.so")], settling: .seconds(10), scheduler: scheduler) { [weak self] in
                self?.told.append($0)
            })
    }

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    func testAFileThatIsReplacedIsToldOnceWhenNothingMoreHappens() async throws {
        let watch = try watch()
        try write("new", "two")
        XCTAssertEqual(rename(path("new"), path("a.so")), 0)
        try await eventually("it is seen") { self.scheduler.isWaiting(for: .seconds(10)) }
        scheduler.advance(by: .seconds(9))
        XCTAssertEqual(told, [])
        try FileManager.default.removeItem(atPath: path("b.so"))
        try await eventually("the time begins anew") { self.scheduler.isWaiting(for: .seconds(10)) }
        scheduler.advance(by: .seconds(10))
        XCTAssertEqual(told, [path("a.so")])
        try write("a.so", "three")
        scheduler.advance(by: .seconds(100))
        XCTAssertEqual(told.count, 1)
        withExtendedLifetime(watch) {}
    }

    func testWhatIsTakenBackIsNotTold() async throws {
        let watch = try watch()
        XCTAssertEqual(rename(path("a.so"), path("old")), 0)
        try await eventually("it is seen") { self.scheduler.isWaiting(for: .seconds(10)) }
        XCTAssertEqual(rename(path("old"), path("a.so")), 0)
        scheduler.advance(by: .seconds(10))
        XCTAssertEqual(told, [])
        // It is still watched.
        try write("a.so", "longer")
        try await eventually("it is seen") { self.scheduler.isWaiting(for: .seconds(10)) }
        scheduler.advance(by: .seconds(10))
        XCTAssertEqual(told, [path("a.so")])
        withExtendedLifetime(watch) {}
    }

    func testAFileThatWasGoneBeforeIsTold() async throws {
        try FileManager.default.removeItem(atPath: path("b.so"))
        let watch = try watch()
        scheduler.advance(by: .seconds(10))
        XCTAssertEqual(told, [path("b.so")])
        withExtendedLifetime(watch) {}
    }

    func testTheEnginesLibrariesAndTheProgramAreFound() async throws {
        let names = EngineWatch.loadedFiles().map { URL(filePath: $0).lastPathComponent }
        XCTAssertTrue(names.contains { $0.hasPrefix("libwebkit2gtk-4.1.so.0.") }, "\(names)")
        XCTAssertTrue(names.contains { $0.hasPrefix("libjavascriptcoregtk-4.1.so.0.") }, "\(names)")
        XCTAssertEqual(names.count, 3, "\(names)")
        for path in EngineWatch.loadedFiles() { XCTAssertTrue(FileManager.default.fileExists(atPath: path), path) }
    }
}
