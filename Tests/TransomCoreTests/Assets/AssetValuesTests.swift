// Ranges, manifests and policies of packaged pages.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import XCTest

final class AssetValuesTests: XCTestCase {
    func testRangesAreReadAsTheStandardSays_AS18() {
        let cases: [(String?, ByteRange)] = [
            (nil, .whole), ("bytes=0-", .whole), ("bytes=0-99", .whole), ("bytes=0-500", .whole),
            ("bytes=-100", .whole), ("bytes=-500", .whole), ("bytes=5-1", .whole), ("bytes=", .whole),
            ("bytes=-", .whole), ("bytes=a-b", .whole), ("items=0-1", .whole), ("bytes=0-1,5-6", .whole),
            ("bytes=0-0", .part(first: 0, last: 0)), ("bytes=10-19", .part(first: 10, last: 19)),
            ("bytes=90-", .part(first: 90, last: 99)), ("bytes=90-1000", .part(first: 90, last: 99)),
            ("bytes=-1", .part(first: 99, last: 99)), ("bytes=100-", .unsatisfiable), ("bytes=-0", .unsatisfiable),
            ("bytes=99999999999999999999-", .whole), ("bytes=+1-2", .whole), ("bytes= 1-2", .whole),
        ]
        for (header, expected) in cases {
            XCTAssertEqual(ByteRange(header: header, size: 100), expected, header ?? "none")
        }
        let many = "bytes=" + (0..<1_000).map { "\($0)-\($0)" }.joined(separator: ",")
        XCTAssertEqual(ByteRange(header: many, size: 100), .whole)
        XCTAssertEqual(ByteRange(header: "bytes=0-", size: 0), .unsatisfiable)
        XCTAssertEqual(ByteRange(header: nil, size: 0), .whole)
    }

    private let hash = String(repeating: "0a", count: 32)

    private func fault(_ text: String) -> AssetManifestError? {
        do throws(AssetManifestError) {
            _ = try AssetManifest(text)
            return nil
        } catch { return error }
    }

    private func manifest(_ entries: String...) -> String {
        "{\"version\": 1, \"files\": [\(entries.joined(separator: ", "))]}"
    }

    private func entry(_ path: String, hash: String? = nil, size: String = "1") -> String {
        "{\"path\": \"\(path)\", \"size\": \(size), \"sha256\": \"\(hash ?? self.hash)\"}"
    }

    func testAManifestListsFilesWithTheirHashes() throws {
        let manifest = try AssetManifest(manifest(entry("index.html"), entry("js/app.js", size: "7")))
        XCTAssertEqual(manifest.files.count, 2)
        XCTAssertEqual(manifest.files[try XCTUnwrap(AssetPath(urlPath: "/js/app.js"))]?.size, 7)
        XCTAssertEqual(manifest.files[.index]?.sha256, hash)
    }

    func testAManifestThatIsWrongIsRefusedWithItsMistake_AS16() {
        let index = entry("index.html")
        XCTAssertEqual(fault("{\"version\": 1, \"files\": ["), .syntax(.syntax(offset: 25)))
        XCTAssertEqual(fault(""), .syntax(.syntax(offset: 0)))
        XCTAssertEqual(fault("{\"version\": 2, \"files\": []}"), .version)
        XCTAssertEqual(fault("{\"version\": 1}"), .noFiles)
        XCTAssertEqual(fault(manifest(index, entry("a.js"), entry("a.js"))), .duplicate(path: "a.js"))
        XCTAssertEqual(fault(manifest(index, entry("a.js", hash: "0a"))), .hash(path: "a.js"))
        XCTAssertEqual(fault(manifest(index, entry("a.js", hash: hash.uppercased()))), .hash(path: "a.js"))
        XCTAssertEqual(fault(manifest(index, entry("a.js", size: "-1"))), .size(path: "a.js"))
        XCTAssertEqual(fault(manifest(index, entry("a.js", size: "1.5"))), .size(path: "a.js"))
        for path in ["../a", "/a", "a//b", ".env", "a/", "", "a\\\\b", "a.js.map"] {
            XCTAssertEqual(fault(manifest(index, entry(path))), .path(index: 1), path)
        }
        XCTAssertEqual(fault(manifest(entry("a.js"))), .noIndex)
        XCTAssertEqual(fault(manifest()), .noIndex)
    }

    func testThePolicyOfAPackagedPageIsStrict() throws {
        let strict = AssetPolicy().header
        XCTAssertTrue(strict.hasPrefix("default-src 'none'; script-src 'self'; "))
        for word in ["unsafe", "http", "*"] { XCTAssertFalse(strict.contains(word), strict) }
        let open = AssetPolicy(
            connections: [try OriginRule("https://data.example")], allowsInlineStyles: true, allowsWebAssembly: true)
        XCTAssertTrue(open.header.contains("connect-src 'self' https://data.example;"))
        XCTAssertTrue(open.header.contains("style-src 'self' 'unsafe-inline';"))
        XCTAssertTrue(open.header.contains("script-src 'self' 'wasm-unsafe-eval';"))
    }

    func testADeclarationHasAnOriginOfItsOwn() {
        let declaration = AssetsDeclaration(host: "wallet", source: .resources("web_dist/wallet"))
        XCTAssertEqual(declaration.origin, .literal("app://wallet"))
        XCTAssertEqual(declaration.startURL.reveal(), "app://wallet/")
    }

    func testMediaTypesAreThoseOfAWebBuild() {
        XCTAssertEqual(MediaType.of("js/app.MJS"), "text/javascript; charset=utf-8")
        XCTAssertEqual(MediaType.of("a/b.wasm"), "application/wasm")
        XCTAssertEqual(MediaType.of("LICENSE"), "application/octet-stream")
    }
}
