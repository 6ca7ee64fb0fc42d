// The private folder of a running process.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

@testable import TransomGLib

final class RunFolderTests: XCTestCase {
    private var base = ""

    override func setUpWithError() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        base = folder.path + "/transom"
    }

    override func tearDown() {
        try? FileManager.default.removeItem(atPath: URL(fileURLWithPath: base).deletingLastPathComponent().path)
    }

    private func mode(_ path: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int
    }

    func testTheProcessHasOneFolderThatIsClosedToOthers() throws {
        let path = try RunFolder.path()
        XCTAssertEqual(try RunFolder.path(), path)
        XCTAssertEqual(mode(path), 0o700)
        XCTAssertEqual(mode(URL(fileURLWithPath: path).deletingLastPathComponent().path), 0o700)
        XCTAssertTrue(URL(fileURLWithPath: path).lastPathComponent.hasPrefix("\(getpid())-"))
    }

    func testTheFolderAndItsBaseAreClosedToOthersWhateverTheMask() throws {
        let before = umask(0)
        defer { umask(before) }
        let path = try RunFolder.make(in: base)
        XCTAssertEqual(mode(base), 0o700)
        XCTAssertEqual(mode(path), 0o700)
        XCTAssertEqual(mode(path + "/lock"), 0o600)
    }

    func testFoldersInUseStayAndThoseOfTheDeadAreSwept() throws {
        let mine = try RunFolder.make(in: base)
        let dead = base + "/1-abcdef"
        XCTAssertEqual(mkdir(dead, 0o700), 0)
        XCTAssertTrue(FileManager.default.createFile(atPath: dead + "/lock", contents: nil))
        XCTAssertTrue(FileManager.default.createFile(atPath: dead + "/xauthority", contents: Data("x".utf8)))
        let beingMade = base + "/2-abcdef"
        XCTAssertEqual(mkdir(beingMade, 0o700), 0)
        let other = try RunFolder.make(in: base)
        XCTAssertNotEqual(mine, other)
        XCTAssertNotNil(mode(mine + "/lock"))
        XCTAssertNotNil(mode(other + "/lock"))
        XCTAssertNotNil(mode(beingMade))
        XCTAssertNil(mode(dead))
    }

    func testALockThatIsALinkIsNotFollowed() throws {
        _ = try RunFolder.make(in: base)
        let target = URL(fileURLWithPath: base).deletingLastPathComponent().path + "/precious"
        XCTAssertTrue(FileManager.default.createFile(atPath: target, contents: Data("x".utf8)))
        let odd = base + "/3-abcdef"
        XCTAssertEqual(mkdir(odd, 0o700), 0)
        XCTAssertEqual(symlink(target, odd + "/lock"), 0)
        _ = try RunFolder.make(in: base)
        XCTAssertNotNil(mode(target))
        XCTAssertNotNil(mode(odd))
    }

    func testManyProcessesAtOnceEachGetAFolder() throws {
        let base = self.base
        let made = Made()
        DispatchQueue.concurrentPerform(iterations: 64) { _ in made.add(Result { try RunFolder.make(in: base) }) }
        let paths = try made.all.map { try $0.get() }
        XCTAssertEqual(Set(paths).count, 64)
        for path in paths { XCTAssertNotNil(mode(path + "/lock"), path) }
    }

    func testAFolderThatNoCodeCanBeLoadedFromIsPassedOver() throws {
        let other = base + "-2"
        let path = try RunFolder.firstUsable(of: [base, other]) { !$0.hasPrefix(self.base + "/") }.get()
        XCTAssertTrue(path.hasPrefix(other + "/"), path)
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: base), [], "nothing is left there")
        XCTAssertEqual(
            RunFolder.firstUsable(of: [base], canRun: { _ in false }),
            .failure(
                RunFolder.Failure(
                    path: base, reason: "no code can be loaded from there, for it is mounted noexec")))
    }

    func testAFolderOnAFileSystemWithoutCodeIsRecognized() throws {
        for line in try String(decoding: readAll("/proc/self/mounts"), as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            // Another mount may lie over this one.
            guard words.count > 3, words[2] == "proc" || words[2] == "sysfs" || words[1] == "/" else { continue }
            XCTAssertEqual(
                RunFolder.canRun(String(words[1])), !words[3].split(separator: ",").contains("noexec"), String(line))
        }
        XCTAssertTrue(RunFolder.canRun("/usr/bin"))
        XCTAssertTrue(RunFolder.canRun("/nowhere"), "what is not there is another mistake")
    }

    private func readAll(_ path: String) throws -> Data {
        try XCTUnwrap(try XCTUnwrap(FileHandle(forReadingAtPath: path)).readToEnd())
    }

    func testABaseThatOthersCanEnterIsRefused() throws {
        for permissions: mode_t in [0o755, 0o770, 0o777, 0o701, 0o1777] {
            XCTAssertEqual(mkdir(base, 0o700), 0)
            XCTAssertEqual(chmod(base, permissions), 0)
            XCTAssertThrowsError(try RunFolder.make(in: base)) { error in
                XCTAssertEqual(
                    error as? RunFolder.Failure,
                    RunFolder.Failure(path: base, reason: "it exists and is not a private folder of this user"))
                XCTAssertEqual(
                    "\(error)",
                    "no private folder could be made at \(base): it exists and is not a private folder of this user; "
                        + "set XDG_RUNTIME_DIR to a folder of yours")
            }
            XCTAssertEqual(rmdir(base), 0)
        }
    }

    func testABaseThatIsALinkOrAFileIsRefused() throws {
        let elsewhere = URL(fileURLWithPath: base).deletingLastPathComponent().path + "/elsewhere"
        XCTAssertEqual(mkdir(elsewhere, 0o700), 0)
        XCTAssertEqual(symlink(elsewhere, base), 0)
        XCTAssertThrowsError(try RunFolder.make(in: base))
        XCTAssertEqual(unlink(base), 0)
        XCTAssertTrue(FileManager.default.createFile(atPath: base, contents: nil))
        XCTAssertEqual(chmod(base, 0o600), 0)
        XCTAssertThrowsError(try RunFolder.make(in: base))
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: elsewhere), [])
    }

    func testABaseOfAnotherUserIsRefused() throws {
        try XCTSkipUnless(geteuid() == 0, "only root can make a folder of another user")
        XCTAssertEqual(mkdir(base, 0o700), 0)
        XCTAssertEqual(chown(base, 65_534, 65_534), 0)
        XCTAssertThrowsError(try RunFolder.make(in: base))
    }

    func testAFolderThatCannotBeMadeIsAFailureWithTheSystemsWord() {
        XCTAssertThrowsError(try RunFolder.make(in: "/proc/transom")) { error in
            XCTAssertEqual((error as? RunFolder.Failure)?.path, "/proc/transom")
        }
    }
}

/// What several threads made.
private final class Made: @unchecked Sendable {
    // Only touched under the lock.
    private var results: [Result<String, any Error>] = []
    private let lock = NSLock()

    func add(_ result: Result<String, any Error>) {
        lock.withLock { results.append(result) }
    }

    var all: [Result<String, any Error>] {
        lock.withLock { results }
    }
}
