// Pictures, PDFs, searches and content rules.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomSandbox
import TransomTestSupport
import XCTest

@testable import WebKit

@MainActor
final class PageOutputTests: XCTestCase {
    private func shown(_ html: String) async throws -> WKWebView {
        let view = WKWebView.offline()
        let log = NavigationLog()
        view.navigationDelegate = log
        view.loadHTMLString(html, baseURL: URL(string: "https://shop.example/"))
        try await eventually("the page") { log.calls.last == "finish" }
        return view
    }

    func testAPictureHasTheSizeOfTheViewOrOfThePart() async throws {
        let view = try await shown("<body style='margin:0;background:#00f'>")
        let whole = try await view.takeSnapshot(configuration: nil)
        XCTAssertEqual(whole.size, CGSize(width: 800, height: 600))
        XCTAssertEqual(whole.pngData()?.prefix(4), Data([0x89, 0x50, 0x4E, 0x47]))
        let configuration = WKSnapshotConfiguration()
        configuration.rect = CGRect(x: 10, y: 20, width: 200, height: 100)
        let part = try await view.takeSnapshot(configuration: configuration)
        XCTAssertEqual(part.size, CGSize(width: 200, height: 100))
        configuration.snapshotWidth = 50
        let small = try await view.takeSnapshot(configuration: configuration)
        XCTAssertEqual(small.size, CGSize(width: 50, height: 25))
        configuration.rect = CGRect(x: 5_000, y: 0, width: 10, height: 10)
        do {
            _ = try await view.takeSnapshot(configuration: configuration)
            XCTFail("there is nothing there")
        } catch {
            XCTAssertEqual((error as? WKError)?.code, .unknown)
        }
        let copy = configuration.copy() as? WKSnapshotConfiguration
        XCTAssertEqual(copy?.snapshotWidth, 50)
    }

    func testAPDFHasOneSheetAsLargeAsThePage() async throws {
        let view = try await shown("<body style='margin:0'><div style='height:3000px;width:400px'>tall</div>")
        let data = try await view.pdf()
        XCTAssertEqual(data.prefix(5), Data("%PDF-".utf8))
        let text = String(decoding: data, as: UTF8.self)
        let boxes = text.matches(of: /\/MediaBox \[\s*0 0 ([0-9.]+) ([0-9.]+)/).compactMap { match in
            Double(match.output.1).flatMap { width in Double(match.output.2).map { [width.rounded(), $0.rounded()] } }
        }
        XCTAssertFalse(boxes.isEmpty)
        for box in boxes {
            XCTAssertEqual(box[0], 600)
            XCTAssertEqual(box[1], 2_250, accuracy: 15)
        }
        let sheets = text.matches(of: /\/Count ([0-9]+)/).map { String($0.output.1) }
        XCTAssertEqual(sheets, ["1"])
    }

    func testATextIsFoundInEitherDirection() async throws {
        let view = try await shown("<p>One needle</p><p>Two Needle</p>")
        let configuration = WKFindConfiguration()
        let found = try await view.find("NEEDLE")
        XCTAssertTrue(found.matchFound)
        configuration.caseSensitive = true
        let exact = try await view.find("NEEDLE", configuration: configuration)
        XCTAssertFalse(exact.matchFound)
        configuration.backwards = true
        let back = try await view.find("Needle", configuration: configuration)
        XCTAssertTrue(back.matchFound)
        let selected = try await view.evaluateJavaScript("getSelection().toString()") as? String
        XCTAssertEqual(selected, "Needle")
        let nothing = try await view.find("")
        XCTAssertFalse(nothing.matchFound)
    }

    func testSearchesAreAnsweredInTheirOrder() async throws {
        let view = try await shown("<p>a b</p>")
        var results: [String] = []
        for text in ["a", "zzz", "b"] { view.find(text) { results.append("\(text) \($0.matchFound)") } }
        try await eventually { results.count == 3 }
        XCTAssertEqual(results, ["a true", "zzz false", "b true"])
    }

    func testContentRulesBlockAndAreKept() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "rules-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try XCTUnwrap(WKContentRuleListStore(url: folder))
        let rules = #"[{"trigger": {"url-filter": "tracker"}, "action": {"type": "block"}}]"#
        let compiled = try await store.compileContentRuleList(forIdentifier: "one", encodedContentRuleList: rules)
        let list = try XCTUnwrap(compiled)
        XCTAssertEqual(list.identifier, "one")
        let names = await store.availableIdentifiers()
        XCTAssertEqual(names, ["one"])
        let again = try await store.contentRuleList(forIdentifier: "one")
        XCTAssertEqual(again?.identifier, "one")

        let web = try TestWeb(pages: [
            "shop.example/": .html("<title>Shop</title>"), "shop.example/tracker": .html("tracked"),
        ])
        let view = web.view()
        view.configuration.userContentController.add(list)
        view.load("https://shop.example/")
        try await eventually { view.title == "Shop" && !view.isLoading }
        func fetched() async throws -> String? {
            try await view.callAsyncJavaScript(
                "return await fetch('/tracker').then(r => 'loaded', e => 'blocked')", arguments: [:],
                contentWorld: .page) as? String
        }
        let blocked = try await fetched()
        XCTAssertEqual(blocked, "blocked")
        view.configuration.userContentController.remove(list)
        try await eventually { try await fetched() == "loaded" }

        try await store.removeContentRuleList(forIdentifier: "one")
        func code(_ attempt: () async throws -> Void) async -> WKError.Code? {
            do { try await attempt() } catch { return (error as? WKError)?.code }
            return nil
        }
        let lookedUp = await code { _ = try await store.contentRuleList(forIdentifier: "one") }
        XCTAssertEqual(lookedUp, .contentRuleListStoreLookUpFailed)
        let removed = await code { try await store.removeContentRuleList(forIdentifier: "one") }
        XCTAssertEqual(removed, .contentRuleListStoreRemoveFailed)
        let bad = await code {
            _ = try await store.compileContentRuleList(forIdentifier: "bad", encodedContentRuleList: "[{")
        }
        XCTAssertEqual(bad, .contentRuleListStoreCompileFailed)
    }
}
