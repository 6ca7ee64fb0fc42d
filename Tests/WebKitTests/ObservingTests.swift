// A view's properties, observed with closures.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomSandbox
import TransomTestSupport
import XCTest

@testable import WebKit

private final class Viewer: WKWebView {}

@MainActor
final class ObservingTests: XCTestCase {
    private let shop = URL(string: "https://shop.example/")
    private var told: [String] = []
    private var observations: [NSKeyValueObservation] = []

    override func tearDown() async throws {
        observations = []
    }

    private func note(_ word: String) {
        XCTAssertTrue(Thread.isMainThread)
        told.append(word)
    }

    func testLoadingIsTrueAtTheCallAndChangesTwiceALoad() async throws {
        let view = WKWebView.offline()
        observations.append(
            view.observe(\.isLoading, options: [.new, .old]) { [weak self] view, change in
                self?.note("\(change.oldValue == true) \(change.newValue == true) \(view.isLoading)")
            })
        view.loadHTMLString("<iframe srcdoc='<p>'></iframe>", baseURL: shop)
        XCTAssertEqual(told, ["false true true"])
        try await eventually { !view.isLoading }
        _ = try await view.evaluateJavaScript("document.body.append(document.createElement('iframe')); 0")
        _ = try await view.evaluateJavaScript("0")
        XCTAssertEqual(told, ["false true true", "true false false"])
    }

    func testChangesComeBeforeTheDelegateHearsOfThem() async throws {
        let web = try TestWeb(pages: ["shop.example/": .html("<title>Shop</title><p>x")])
        let view = web.view()
        let log = NavigationLog()
        log.onCall = { [weak self] in self?.note($0) }
        view.navigationDelegate = log
        observations.append(
            view.observe(\.isLoading) { [weak self] view, _ in self?.note("loading \(view.isLoading)") })
        observations.append(
            view.observe(\.url) { [weak self] view, _ in self?.note("url \(view.url?.absoluteString ?? "none")") })
        view.load("https://shop.example/")
        // What changes together is told in the reverse of the order in which it is announced: the URL, then the loading.
        XCTAssertEqual(told, ["url https://shop.example/", "loading true"])
        try await eventually { log.calls.last == "finish" }
        XCTAssertEqual(
            told,
            [
                "url https://shop.example/", "loading true", "decide main https://shop.example/", "start",
                "decide response main", "commit", "loading false", "finish",
            ])
    }

    func testTitleProgressAndHistoryAreTold() async throws {
        let web = try TestWeb(pages: [
            "shop.example/a": .html("<title>A</title>"), "shop.example/b": .html("<title>B</title>"),
        ])
        let view = web.view()
        var titles: [String?] = []
        var progress: [Double] = []
        observations.append(view.observe(\.title, options: .new) { _, change in titles.append(change.newValue ?? nil) })
        observations.append(
            view.observe(\.estimatedProgress, options: .new) { _, change in progress.append(change.newValue ?? -1) })
        observations.append(view.observe(\.canGoBack) { [weak self] view, _ in self?.note("back \(view.canGoBack)") })
        observations.append(
            view.observe(\.canGoForward) { [weak self] view, _ in self?.note("forward \(view.canGoForward)") })
        for page in ["a", "b"] {
            view.load("https://shop.example/\(page)")
            try await eventually { !view.isLoading && view.title == page.uppercased() }
        }
        try await eventually { view.estimatedProgress == 1 && progress.last == 1 }
        XCTAssertEqual(titles.compactMap(\.self).filter { !$0.isEmpty }, ["A", "B"])
        XCTAssertTrue(progress.allSatisfy { (0...1).contains($0) })
        XCTAssertEqual(told, ["back true"])
        view.goBack()
        try await eventually { view.title == "A" && view.canGoForward }
        XCTAssertEqual(told.suffix(2).sorted(), ["back false", "forward true"])
    }

    func testOptionsSayWhatAChangeHolds() async throws {
        let view = WKWebView.offline()
        var changes: [NSKeyValueObservedChange<Bool>] = []
        observations.append(
            view.observe(\.isLoading, options: [.initial, .prior, .new, .old]) { _, change in changes.append(change) })
        XCTAssertEqual(changes.count, 1)
        XCTAssertEqual(changes[0].newValue, false)
        XCTAssertNil(changes[0].oldValue)
        view.loadHTMLString("<p>", baseURL: shop)
        XCTAssertEqual(changes.map(\.isPrior), [false, true, false])
        XCTAssertNil(changes[1].newValue)
        XCTAssertEqual(changes[1].oldValue, false)
        XCTAssertEqual(changes[2].newValue, true)
        XCTAssertEqual(changes[2].oldValue, false)
        XCTAssertEqual(changes[2].kind, .setting)
        var bare: NSKeyValueObservedChange<Bool>?
        observations.append(view.observe(\.isLoading) { _, change in bare = change })
        try await eventually { !view.isLoading }
        XCTAssertNotNil(bare)
        XCTAssertNil(bare?.newValue)
        XCTAssertNil(bare?.oldValue)
    }

    func testAnEndedObservationIsSilent() async throws {
        let view = WKWebView.offline()
        let ended = view.observe(\.isLoading) { [weak self] _, _ in self?.note("ended") }
        ended.invalidate()
        ended.invalidate()
        _ = view.observe(\.isLoading) { [weak self] _, _ in self?.note("released") }
        view.loadHTMLString("<p>", baseURL: shop)
        try await eventually { !view.isLoading }
        XCTAssertEqual(told, [])
    }

    func testAnObservationReleasedOnAnotherThreadEnds() async throws {
        let view = WKWebView.offline()
        let observation = view.observe(\.isLoading) { [weak self] _, _ in self?.note("told") }
        await Task.detached { observation.invalidate() }.value
        try await eventually { view.observers.isEmpty }
        view.loadHTMLString("<p>", baseURL: shop)
        XCTAssertEqual(told, [])
    }

    func testASubclassAndALongerPathAreObservedToo() async throws {
        let view = Viewer(frame: .zero, configuration: WKWebView.offline().configuration)
        observations.append(
            view.observe(\.title?.count, options: .new) { [weak self] (viewer: Viewer, change) in
                if let count = change.newValue ?? nil, count > 0 { self?.note("\(count) \(viewer.title ?? "")") }
            })
        view.loadHTMLString("<title>four</title>", baseURL: shop)
        try await eventually { self.told == ["4 four"] }
    }

    func testAnObserverDoesNotKeepItsView() async {
        weak var gone: WKWebView?
        var observation: NSKeyValueObservation?
        do {
            let view = WKWebView.offline()
            gone = view
            observation = view.observe(\.title) { _, _ in }
        }
        XCTAssertNil(gone)
        XCTAssertNotNil(observation)
        observation = nil
    }

    func testSecureContentIsTold() async throws {
        let web = try TestWeb(pages: ["shop.example/": .html("<p>x")])
        let view = web.view()
        XCTAssertFalse(view.hasOnlySecureContent)
        XCTAssertNil(view.serverTrust)
        observations.append(
            view.observe(\.hasOnlySecureContent, options: .new) { [weak self] _, change in
                self?.note("\(change.newValue ?? false)")
            })
        view.load("https://shop.example/")
        try await eventually { self.told == ["true"] }
        XCTAssertEqual(view.serverTrust?.certificateChainData.first?.isEmpty, false)
        view.loadHTMLString("<p>", baseURL: nil)
        try await eventually { self.told == ["true", "false"] }
    }

    func testAThemeColourIsTold() async throws {
        let view = WKWebView.offline()
        XCTAssertNil(view.themeColor)
        var colors: [UIColor?] = []
        observations.append(
            view.observe(\.themeColor, options: .new) { _, change in colors.append(change.newValue ?? nil) })
        view.loadHTMLString("<meta name=theme-color content='#ff0000'><p>x", baseURL: shop)
        try await eventually { view.themeColor == UIColor.red }
        XCTAssertEqual(colors.last, UIColor.red)
    }
}
