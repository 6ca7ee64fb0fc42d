// Where the host's own files are looked for.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import XCTest

final class ResourceFolderTests: XCTestCase {
    private func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path + "/web_dist", withIntermediateDirectories: true)
    }

    func testTheFoldersAreTriedInOrder() throws {
        let root = try temporaryFolder()
        let executable = root + "/bin/transom"
        let beside = root + "/bin/transom_TransomSandbox.resources"
        let shared = root + "/share/transom"
        let named = root + "/named"
        XCTAssertThrowsError(try ResourceFolder.find(variable: named, executable: executable)) {
            XCTAssertEqual($0 as? ResourceFolderError, .notFound(tried: [named, shared, beside]))
        }
        try makeFolder(beside)
        XCTAssertEqual(try ResourceFolder.find(variable: nil, executable: executable).path, beside)
        try makeFolder(shared)
        XCTAssertEqual(try ResourceFolder.find(variable: named, executable: executable).path, shared)
        try makeFolder(named)
        XCTAssertEqual(try ResourceFolder.find(variable: named + "/", executable: executable).path, named)
        XCTAssertEqual(try ResourceFolder.find(variable: "", executable: executable).path, shared)
    }

    func testAKioskDoesNotLookAtTheEnvironment() throws {
        let root = try temporaryFolder()
        try makeFolder(root)
        setenv("TRANSOM_RESOURCES", root, 1)
        defer { unsetenv("TRANSOM_RESOURCES") }
        XCTAssertEqual(try ResourceFolder.find().path, root)
        XCTAssertNotEqual(try? ResourceFolder.find(isKiosk: true).path, root)
    }

    func testOnlyNamesWithinTheFolderAreFiles() throws {
        let root = try temporaryFolder()
        try makeFolder(root)
        try Data("x".utf8).write(to: URL(fileURLWithPath: root + "/web_dist/a.js"))
        let folder = try ResourceFolder.find(variable: root, executable: nil)
        XCTAssertEqual(try folder.file("web_dist/a.js"), root + "/web_dist/a.js")
        for name in ["", "/a", "../a", "web_dist/../a", "web_dist//a.js", "./a", "a\0b", "web_dist/"] {
            XCTAssertThrowsError(try folder.file(name), name) {
                XCTAssertEqual($0 as? ResourceFolderError, .name(given: name))
            }
        }
        XCTAssertThrowsError(try folder.file("web_dist/none.js")) {
            XCTAssertEqual($0 as? ResourceFolderError, .missing(path: root + "/web_dist/none.js"))
        }
    }

    func testTheExecutableIsKnown() {
        XCTAssertEqual(ResourceFolder.executablePath().map { FileManager.default.fileExists(atPath: $0) }, true)
    }
}
