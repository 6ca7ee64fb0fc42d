// Files that are fetched.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import TransomSandbox
import TransomTestSupport
import XCTest

@testable import WebKit

@MainActor
private class Downloader: NSObject, WKNavigationDelegate, WKDownloadDelegate {
    var downloads: [WKDownload] = []
    var calls: [String] = []
    var errors: [NSError] = []
    var destination: URL?
    var takesActions = false

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) {
        decisionHandler(takesActions && navigationAction.request.url?.path == "/file" ? .download : .allow)
    }

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping (WKNavigationResponsePolicy) -> Void
    ) {
        decisionHandler(navigationResponse.canShowMIMEType ? .allow : .download)
    }

    func webView(_ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload) {
        calls.append("action \(navigationAction.request.url?.path ?? "")")
        take(download)
    }

    func webView(_ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload) {
        calls.append("response \(navigationResponse.response.url?.path ?? "")")
        take(download)
    }

    func take(_ download: WKDownload) {
        download.delegate = self
        downloads.append(download)
    }

    func download(
        _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String
    ) async -> URL? {
        calls.append("decide \(suggestedFilename)")
        return destination
    }

    func downloadDidFinish(_ download: WKDownload) { calls.append("finish") }

    func download(_ download: WKDownload, didFailWithError error: any Error, resumeData: Data?) {
        errors.append(error as NSError)
        calls.append("fail")
    }
}

@MainActor
final class DownloadTests: XCTestCase {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "downloads-\(UUID().uuidString)")

    // The pages are served as long as this is kept.
    private var kept: TestWeb?

    override func setUp() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    override func tearDown() async throws {
        kept = nil
        try FileManager.default.removeItem(at: folder)
    }

    private func web() throws -> TestWeb {
        let web = try TestWeb(pages: [
            "shop.example/": .html("<title>Shop</title>"),
            "shop.example/file": SandboxResponse(
                headers: [
                    ("Content-Type", "application/octet-stream"),
                    ("Content-Disposition", "attachment; filename=\"receipt.bin\""),
                ], body: Data("receipt".utf8)),
        ])
        kept = web
        return web
    }

    func testAResponseThatIsTakenAsADownloadArrives() async throws {
        let web = try web()
        let view = web.view()
        let delegate = Downloader()
        delegate.destination = folder.appending(path: "receipt.bin")
        view.navigationDelegate = delegate
        view.load("https://shop.example/file")
        try await eventually { delegate.calls.last == "finish" }
        XCTAssertEqual(delegate.calls, ["response /file", "decide receipt.bin", "finish"])
        XCTAssertEqual(try Data(contentsOf: folder.appending(path: "receipt.bin")), Data("receipt".utf8))
        let download = try XCTUnwrap(delegate.downloads.first)
        XCTAssertTrue(download.webView === view)
        XCTAssertEqual(download.originalRequest?.url?.absoluteString, "https://shop.example/file")
        XCTAssertEqual(download.progress.fractionCompleted, 1)
    }

    func testAnActionThatIsTakenAsADownloadArrives() async throws {
        let web = try web()
        let view = web.view()
        let delegate = Downloader()
        delegate.takesActions = true
        delegate.destination = folder.appending(path: "a.bin")
        view.navigationDelegate = delegate
        view.load("https://shop.example/file")
        try await eventually { delegate.calls.last == "finish" }
        XCTAssertEqual(delegate.calls, ["action /file", "decide receipt.bin", "finish"])
    }

    func testALinkWithADownloadAttributeSaysSo() async throws {
        let web = try TestWeb(pages: [
            "shop.example/": .html("<a id=a href='/plain'>x</a><a id=b download href='/file'>y</a>"),
            "shop.example/plain": .html("<a id=b download href='/file'>y</a>"),
        ])
        let view = web.view()
        let log = NavigationLog()
        log.decide = { $0.shouldPerformDownload ? .cancel : .allow }
        view.navigationDelegate = log
        view.load("https://shop.example/")
        try await eventually { log.calls.last == "finish" }
        _ = try await view.evaluateJavaScript("document.getElementById('a').click(); 0")
        try await eventually { log.events.filter { $0 == "finish" }.count == 2 }
        XCTAssertEqual(log.actions.map(\.shouldPerformDownload), [false, false])
        _ = try await view.evaluateJavaScript("document.getElementById('b').click(); 0")
        try await eventually { log.actions.count == 3 }
        XCTAssertEqual(log.actions.last?.request.url?.path, "/file")
        XCTAssertEqual(log.actions.last?.shouldPerformDownload, true)
        XCTAssertFalse(web.requests.contains { $0.path == "/file" })
    }

    func testAnAppsOwnDownloadArrivesAndLeavesThePageAlone() async throws {
        let web = try web()
        let view = web.view()
        view.load("https://shop.example/")
        try await eventually { view.title == "Shop" && !view.isLoading }
        let delegate = Downloader()
        delegate.destination = folder.appending(path: "own.bin")
        let url = try XCTUnwrap(URL(string: "https://shop.example/file"))
        let download = await view.startDownload(using: URLRequest(url: url))
        delegate.take(download)
        XCTAssertTrue(download.isUserInitiated)
        try await eventually { delegate.calls.last == "finish" }
        XCTAssertEqual(view.title, "Shop")
    }

    func testADelegateThatIsSetAfterTheServerAnsweredIsStillAsked() async throws {
        let web = try web()
        let view = web.view()
        view.load("https://shop.example/")
        try await eventually { view.title == "Shop" && !view.isLoading }
        let delegate = Downloader()
        delegate.destination = folder.appending(path: "late.bin")
        let url = try XCTUnwrap(URL(string: "https://shop.example/file"))
        let download = await view.startDownload(using: URLRequest(url: url))
        try await eventually { download.hasSomethingToTell }
        delegate.take(download)
        try await eventually { delegate.calls.last == "finish" }
        XCTAssertEqual(delegate.calls, ["decide receipt.bin", "finish"])
    }

    func testADelegateThatIsSetAfterTheDownloadFailedIsStillTold() async throws {
        let web = try web()
        let view = web.view()
        let delegate = Downloader()
        let download = await view.resumeDownload(fromResumeData: Data())
        try await eventually { download.hasSomethingToTell }
        delegate.take(download)
        try await eventually { delegate.calls == ["fail"] }
        XCTAssertEqual(delegate.errors.first?.code, NSURLErrorCannotOpenFile)
    }

    func testADownloadWithoutAPlaceOrADelegateWritesNothing() async throws {
        let web = try web()
        let view = web.view()
        let delegate = Downloader()
        view.navigationDelegate = delegate
        view.load("https://shop.example/file")
        try await eventually { delegate.calls.last == "fail" }
        XCTAssertEqual(delegate.calls, ["response /file", "decide receipt.bin", "fail"])
        XCTAssertEqual(delegate.errors.first?.code, NSURLErrorCancelled)
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)), [])
    }

    func testAFileThatIsThereIsNotWrittenOver() async throws {
        let place = folder.appending(path: "there.bin")
        try Data("mine".utf8).write(to: place)
        let web = try web()
        let view = web.view()
        let delegate = Downloader()
        delegate.destination = place
        view.navigationDelegate = delegate
        view.load("https://shop.example/file")
        try await eventually { delegate.calls.last == "fail" }
        XCTAssertEqual(delegate.errors.first?.code, NSURLErrorCannotCreateFile)
        XCTAssertEqual(try Data(contentsOf: place), Data("mine".utf8))
    }

    func testACancelledDownloadIsToldToItsCallerAlone() async throws {
        let web = try web()
        web.pages["shop.example/slow"] = SandboxResponse(
            headers: [("Content-Type", "application/octet-stream")], body: Data("x".utf8)
        ).delayed(by: .seconds(600))
        let view = web.view()
        let url = try XCTUnwrap(URL(string: "https://shop.example/slow"))
        let download = await view.startDownload(using: URLRequest(url: url))
        let delegate = Downloader()
        delegate.take(download)
        let data = await download.cancel()
        XCTAssertNil(data)
        XCTAssertEqual(delegate.calls, [])
    }

    func testWhatNobodyAskedForIsStillRefused() async throws {
        let web = try web()
        var refused: [String] = []
        web.store.onDownloadRefused = { refused.append($0) }
        web.pages["shop.example/"] = .html("<title>Shop</title><a id=a href=/file download>get</a>")
        let view = web.view()
        view.load("https://shop.example/")
        try await eventually { view.title == "Shop" && !view.isLoading }
        _ = try await view.evaluateJavaScript("document.getElementById('a').click(); 0")
        try await eventually { refused == ["https://shop.example/file"] }
    }

    func testADownloadCannotBeTakenUpAgain() async throws {
        let web = try web()
        let view = web.view()
        let delegate = Downloader()
        delegate.take(await view.resumeDownload(fromResumeData: Data()))
        try await eventually { delegate.calls == ["fail"] }
        XCTAssertEqual(delegate.errors.first?.code, NSURLErrorCannotOpenFile)
    }
}
