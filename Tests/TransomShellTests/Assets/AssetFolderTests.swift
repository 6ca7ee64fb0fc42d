// Which files of a folder are assets.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Foundation
import Glibc
import TransomCore
import XCTest

@testable import TransomShell

@MainActor
final class AssetFolderTests: XCTestCase {
    private func read(_ folder: AssetFolder, _ path: String) -> String? {
        guard let path = AssetPath(urlPath: path), let file = folder.open(path) else { return nil }
        defer { close(file.descriptor) }
        var bytes = [UInt8](repeating: 0, count: Int(file.size))
        let count = Glibc.read(file.descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    private func fault(_ path: String, requiresManifest: Bool = false) -> AssetFault? {
        do throws(AssetFault) {
            _ = try AssetFolder(path, requiresManifest: requiresManifest)
            return nil
        } catch { return error }
    }

    private func manifest(_ files: [String: String]) -> String {
        let entries = files.map { path, text in
            let sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1)
            defer { g_free(sum) }
            let hash = sum.map { String(cString: $0) } ?? ""
            return "{\"path\": \"\(path)\", \"size\": \(text.utf8.count), \"sha256\": \"\(hash)\"}"
        }
        return "{\"version\": 1, \"files\": [\(entries.joined(separator: ","))]}"
    }

    func testATreeIsFoundByItsPathsAlone() async throws {
        let fixture = try AssetFixture(["index.html": "page", "js/app.js": "app", "readme.txt": "text"])
        let folder = try AssetFolder(fixture.path, requiresManifest: false)
        XCTAssertFalse(folder.isFlattened)
        XCTAssertEqual(read(folder, "/"), "page")
        XCTAssertEqual(read(folder, "/js/app.js"), "app")
        for missing in ["/app.js", "/js/readme.txt", "/js", "/JS/app.js", "/index.html/app.js"] {
            XCTAssertNil(read(folder, missing), missing)
        }
    }

    func testAFlattenedFolderIsFoundByLastNames() async throws {
        let fixture = try AssetFixture(["index.html": "page", "app.js": "app"])
        let folder = try AssetFolder(fixture.path, requiresManifest: false)
        XCTAssertTrue(folder.isFlattened)
        XCTAssertEqual(read(folder, "/static/js/app.js"), "app")
        XCTAssertEqual(read(folder, "/app.js"), "app")
        XCTAssertNil(read(folder, "/static/js/other.js"))
    }

    func testLinksPipesAndDevicesAreNoAssets_AS13() async throws {
        let fixture = try AssetFixture(["index.html": "page", "a/real.js": "real"])
        let outside = try AssetFixture(["secret.txt": "secret"])
        let files = FileManager.default
        try files.createSymbolicLink(
            atPath: fixture.path + "/link.txt", withDestinationPath: outside.path + "/secret.txt")
        try files.createSymbolicLink(atPath: fixture.path + "/inside.js", withDestinationPath: "a/real.js")
        try files.createSymbolicLink(atPath: fixture.path + "/folder", withDestinationPath: outside.path)
        XCTAssertEqual(link(outside.path + "/secret.txt", fixture.path + "/hard.txt"), 0)
        XCTAssertEqual(mkfifo(fixture.path + "/pipe.js", 0o600), 0)
        let folder = try AssetFolder(fixture.path, requiresManifest: false)
        for bad in ["/link.txt", "/inside.js", "/folder/secret.txt", "/hard.txt", "/pipe.js", "/a"] {
            XCTAssertNil(read(folder, bad), bad)
        }
        XCTAssertEqual(read(folder, "/a/real.js"), "real")
    }

    func testHiddenFilesAreNoAssets_AS14() async throws {
        let fixture = try AssetFixture([
            "index.html": "page", ".env": "secret", ".git/config": "secret", "index.html~": "old", "a.js.map": "map",
        ])
        let folder = try AssetFolder(fixture.path, requiresManifest: false)
        for bad in ["/.env", "/.git/config", "/index.html~", "/a.js.map"] { XCTAssertNil(read(folder, bad), bad) }
        XCTAssertTrue(folder.isFlattened, "a hidden folder is none")
    }

    func testWithAManifestItsFilesAreFoundAndNoOthers() async throws {
        let files = ["index.html": "page", "js/app.js": "app"]
        let fixture = try AssetFixture(files.merging(["other.js": "other"]) { $1 })
        try fixture.write(AssetManifest.fileName, Data(manifest(files).utf8))
        let folder = try AssetFolder(fixture.path, requiresManifest: true)
        XCTAssertEqual(read(folder, "/js/app.js"), "app")
        XCTAssertNil(read(folder, "/other.js"))
        XCTAssertNil(read(folder, "/" + AssetManifest.fileName))
        try fixture.write("js/app.js", Data("longer".utf8))
        XCTAssertNil(read(folder, "/js/app.js"), "a file of another size is another file")
    }

    func testAPackageThatIsWrongIsRefused_AS16() async throws {
        let files = ["index.html": "page", "js/app.js": "app"]
        let fixture = try AssetFixture(files)
        XCTAssertNil(fault(fixture.path))
        XCTAssertEqual(fault(fixture.path, requiresManifest: true), .noManifest(fixture.path))
        try fixture.write(AssetManifest.fileName, Data("{".utf8))
        XCTAssertEqual(
            fault(fixture.path), .manifest(fixture.path, .syntax(.syntax(offset: 1))),
            "a manifest that is there counts, required or not")
        try fixture.write(AssetManifest.fileName, Data(manifest(files).utf8))
        XCTAssertNil(fault(fixture.path, requiresManifest: true))
        try fixture.write("js/app.js", Data("apq".utf8))
        XCTAssertEqual(fault(fixture.path), .changed("js/app.js"))
        try FileManager.default.removeItem(atPath: fixture.path + "/js/app.js")
        XCTAssertEqual(fault(fixture.path), .missing("js/app.js"))
        XCTAssertEqual(AssetFault.missing("a").status, 5)
    }

    func testAFolderThatIsNoneIsRefused() async throws {
        let fixture = try AssetFixture(["a.html": ""])
        XCTAssertEqual(fault(fixture.path + "/none"), .folder(fixture.path + "/none"))
        XCTAssertEqual(fault(fixture.path + "/a.html"), .folder(fixture.path + "/a.html"))
        XCTAssertEqual(fault(fixture.path), .noIndex(fixture.path))
    }
}
