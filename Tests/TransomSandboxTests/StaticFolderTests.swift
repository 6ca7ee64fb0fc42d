// A folder serves its own files and nothing else.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import XCTest

@testable import TransomSandbox

final class StaticFolderTests: XCTestCase {
    private var base = URL(fileURLWithPath: "/")
    private var root: URL { base.appendingPathComponent("root") }

    override func setUpWithError() throws {
        base = FileManager.default.temporaryDirectory.appendingPathComponent("folder-\(UUID().uuidString)")
        try write("root/index.html", "home")
        try write("root/a b.txt", "space")
        try write("root/é.txt", "accent")
        try write("root/sub/index.html", "sub")
        try write("root/empty/.keep", "")
        try write("root/.secret", "hidden")
        try write("root/.git/config", "hidden")
        try write("root-beside/file.txt", "beside")
        try write("outside.txt", "outside")
        let manager = FileManager.default
        try manager.createSymbolicLink(
            atPath: root.path + "/inside-link.txt", withDestinationPath: root.path + "/a b.txt")
        try manager.createSymbolicLink(
            atPath: root.path + "/outside-link.txt", withDestinationPath: base.path + "/outside.txt")
        try manager.createSymbolicLink(atPath: root.path + "/up", withDestinationPath: base.path)
        try manager.createSymbolicLink(atPath: root.path + "/loop", withDestinationPath: root.path + "/loop")
    }

    override func tearDownWithError() throws {
        try FileManager.default.removeItem(at: base)
    }

    private func write(_ name: String, _ text: String) throws {
        let file = base.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    func testFilesAreFoundByTheirEncodedNames() throws {
        let folder = try StaticFolder(root.path)
        let real = folder.root
        XCTAssertEqual(folder.find("/"), .file(real + "/index.html"))
        XCTAssertEqual(folder.find("/index.html"), .file(real + "/index.html"))
        XCTAssertEqual(folder.find("/a%20b.txt"), .file(real + "/a b.txt"))
        XCTAssertEqual(folder.find("/%C3%A9.txt"), .file(real + "/é.txt"))
        XCTAssertEqual(folder.find("/sub/"), .file(real + "/sub/index.html"))
        XCTAssertEqual(folder.find("/sub"), .folder)
        XCTAssertEqual(folder.find("/inside-link.txt"), .file(real + "/a b.txt"))
    }

    func testNothingOutsideTheFolderIsFound() throws {
        let folder = try StaticFolder(root.path)
        let outside = base.path + "/outside.txt"
        let paths = [
            "/../outside.txt", "/%2e%2e/outside.txt", "/%2E%2E%2Foutside.txt", "/..%2foutside.txt",
            "/sub/../../outside.txt",
            "/sub/%2e./%2e%2e/outside.txt", "/./index.html", "/%2e/index.html", "/..", "/../", "/%2e%2e",
            "/..\\outside.txt", "/%5c..%5coutside.txt", "/sub%2findex.html", "/sub%5cindex.html",
            "/../root-beside/file.txt", "/outside-link.txt", "/up/outside.txt", "/up/", "/loop",
            "//etc/passwd", "///etc/passwd", "/etc/passwd", outside, "/%2Fetc%2Fpasswd", "file:///etc/passwd",
            "/index.html%00.txt", "/index.html%00", "/%00", "/index.html/", "/index.html/x", "/a b.txt/..",
            "/.secret", "/%2esecret", "/.git/config", "/empty/", "/empty/.keep",
            "/%c0%ae%c0%ae/outside.txt", "/%c0%af", "/%e0%80%af", "/%ff", "/%", "/%2", "/%zz",
            "/%u002e%u002e/outside.txt",
            "/a%0ab", "/a%0d%0aX: 1", "", "index.html", "*", "?", "/missing", "/sub/missing.html",
            "/" + String(repeating: "a", count: 256), "/" + String(repeating: "a/", count: 4096),
            "/%252e%252e/outside.txt",
        ]
        for path in paths { XCTAssertEqual(folder.find(path), .nothing, path) }
    }

    func testAFolderThatIsNotThereIsNamed() {
        let missing = base.path + "/missing"
        for path in [missing, base.path + "/outside.txt", "", "a\0b"] {
            XCTAssertThrowsError(try StaticFolder(path)) { XCTAssertEqual($0 as? SandboxError, .noFolder(path)) }
        }
        XCTAssertEqual(
            SandboxError.noFolder("/missing").description, "the folder \"/missing\" is not there or cannot be read")
    }

    @MainActor
    func testAFolderSiteServesFilesAndListsNothing() async throws {
        let origin = Origin.literal("https://app.example")
        let site = try FolderSite([origin], folder: root.path)
        func ask(_ path: String, method: String = "GET", query: String? = nil) -> SandboxResponse {
            site.respond(to: SandboxRequest(origin: origin, method: method, path: path, query: query))
        }
        XCTAssertEqual(ask("/").body, Data("home".utf8))
        XCTAssertEqual(ask("/").headers.first { $0.name == "Content-Type" }?.value, "text/html; charset=utf-8")
        XCTAssertEqual(
            ask("/a%20b.txt").headers.first { $0.name == "Content-Type" }?.value, "text/plain; charset=utf-8")
        XCTAssertEqual(ask("/sub", query: "x=1").status, 301)
        XCTAssertEqual(ask("/sub", query: "x=1").headers.first { $0.name == "Location" }?.value, "/sub/?x=1")
        XCTAssertEqual(ask("/empty/").status, 404)
        XCTAssertEqual(ask("/../outside.txt").status, 404)
        let refused = ask("/", method: "DELETE")
        XCTAssertEqual(refused.status, 405)
        XCTAssertEqual(refused.headers.first { $0.name == "Allow" }?.value, "GET, HEAD")
    }

    @MainActor
    func testARouteOfAnApplicationGivesItsPageAndAMissingFileDoesNot() async throws {
        let origin = Origin.literal("https://app.example")
        let site = try FolderSite([origin], folder: root.path)
        let page = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
        func ask(_ path: String, accept: String?, method: String = "GET") -> SandboxResponse {
            site.respond(
                to: SandboxRequest(
                    origin: origin, method: method, path: path, query: "x=1",
                    headers: accept.map { [(name: "accept", value: $0)] } ?? []))
        }
        for path in ["/orders", "/orders/17", "/orders/", "/a%20b", "/empty/", "/a.b/orders"] {
            let response = ask(path, accept: page)
            XCTAssertEqual(response.status, 200, path)
            XCTAssertEqual(response.body, Data("home".utf8), path)
            XCTAssertEqual(response.header("Content-Type"), "text/html; charset=utf-8", path)
        }
        XCTAssertEqual(ask("/orders", accept: "text/html", method: "HEAD").status, 200)
        for (path, accept) in [
            ("/app.js", page), ("/orders/17.json", page), ("/.env", page), ("/../outside.txt", page),
            ("/orders", "*/*"), ("/orders", "application/json"), ("/orders", nil), ("/orders", "text/html;q=0"),
            ("/orders", "text/htmlx"),
        ] {
            XCTAssertEqual(ask(path, accept: accept).status, 404, "\(path) \(accept ?? "-")")
        }
        XCTAssertEqual(ask("/sub/", accept: page).body, Data("sub".utf8))
        XCTAssertEqual(ask("/orders", accept: page, method: "POST").status, 405)
    }

    @MainActor
    func testAFolderWithoutAPageHasNoRoutes() async throws {
        let origin = Origin.literal("https://app.example")
        let site = try FolderSite([origin], folder: root.path + "/empty")
        let request = SandboxRequest(
            origin: origin, path: "/orders", headers: [(name: "Accept", value: "text/html")])
        XCTAssertEqual(site.respond(to: request).status, 404)
    }

    func testMediaTypesAreThoseOfAWebBuild() {
        XCTAssertEqual(MediaType.of("/x/app.MJS"), "text/javascript; charset=utf-8")
        XCTAssertEqual(MediaType.of("/x/app.js.map"), "application/json")
        XCTAssertEqual(MediaType.of("/x/font.woff2"), "font/woff2")
        XCTAssertEqual(MediaType.of("/x.html/data"), "application/octet-stream")
        XCTAssertEqual(MediaType.of("/x/data.unknown"), "application/octet-stream")
    }
}
