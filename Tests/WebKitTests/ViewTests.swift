// A web view as a view, its settings and its history.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import Foundation
import TransomSandbox
import TransomTestSupport
import XCTest

@testable import WebKit

/// A view whose only spelling of its own is the async one.
private final class AsyncSpy: WKWebView {
    var scripts: [String] = []

    override func evaluateJavaScript(_ javaScriptString: String) async throws -> Any? {
        scripts.append(javaScriptString)
        return try await super.evaluateJavaScript(javaScriptString)
    }
}

private final class CompletionSpy: WKWebView {
    var scripts: [String] = []

    override func evaluateJavaScript(
        _ javaScriptString: String, completionHandler: (@MainActor @Sendable (Any?, (any Error)?) -> Void)? = nil
    ) {
        scripts.append(javaScriptString)
        super.evaluateJavaScript(javaScriptString, completionHandler: completionHandler)
    }
}

private final class PlainSubclass: WKWebView {}

@MainActor
final class ViewTests: XCTestCase {
    private let shop = URL(string: "https://shop.example/")

    private func size(_ view: WKWebView) async throws -> [Int] {
        try await view.evaluateJavaScript("[innerWidth, innerHeight]") as? [Int] ?? []
    }

    func testAViewWithoutAWindowIsLaidOutForItsFrame() async throws {
        let view = WKWebView(
            frame: CGRect(x: 0, y: 0, width: 390, height: 844), configuration: WKWebView.offline().configuration)
        view.loadHTMLString("<meta name=viewport content='width=device-width'><p>x", baseURL: shop)
        try await eventually { !view.isLoading }
        try await eventually("the page is 390 x 844") { try await self.size(view) == [390, 844] }
        XCTAssertEqual(view.frame, CGRect(x: 0, y: 0, width: 390, height: 844))
        XCTAssertEqual(view.bounds.size, CGSize(width: 390, height: 844))
        view.frame = CGRect(x: 10, y: 10, width: 500, height: 300)
        try await eventually("the page is 500 x 300") { try await self.size(view) == [500, 300] }
        XCTAssertEqual(view.bounds.origin, .zero)
    }

    func testInAWindowTheFrameIsWhatTheWindowGives() async throws {
        let view = WKWebView.offline()
        let window = try XCTUnwrap(gtk_window_new(GTK_WINDOW_TOPLEVEL))
        defer { gtk_widget_destroy(window) }
        gtk_window_set_default_size(UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self), 640, 480)
        gtk_container_add(UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkContainer.self), view.hostWidget)
        gtk_widget_show_all(window)
        try await eventually { view.frame.size == CGSize(width: 640, height: 480) }
        view.loadHTMLString("<p>x", baseURL: shop)
        try await eventually("the page is 640 x 480") { try await self.size(view) == [640, 480] }
        XCTAssertFalse(view.isHidden)
        view.isHidden = true
        XCTAssertTrue(view.isHidden)
        view.isHidden = false
        view.removeFromSuperview()
        view.removeFromSuperview()
        XCTAssertEqual(view.frame.size, CGSize(width: 800, height: 600))
        let alive = try await view.evaluateJavaScript("1") as? Int
        XCTAssertEqual(alive, 1)
    }

    func testASubclassSeesEveryScriptThroughTheSpellingThatItOverrides() async throws {
        let configuration = WKWebView.offline().configuration
        let asynchronous = AsyncSpy(frame: .zero, configuration: configuration)
        let answers = Waiter()
        asynchronous.evaluateJavaScript("1 + 1") { value, _ in
            XCTAssertEqual(value as? Int, 2)
            answers.count += 1
        }
        try await eventually { answers.count == 1 }
        let sum = try await asynchronous.evaluateJavaScript("1 + 2") as? Int
        XCTAssertEqual(sum, 3)
        XCTAssertEqual(asynchronous.scripts, ["1 + 1", "1 + 2"])
        let completing = CompletionSpy(frame: .zero, configuration: configuration)
        _ = try await completing.evaluateJavaScript("1")
        completing.evaluateJavaScript("2") { _, _ in answers.count += 1 }
        try await eventually { answers.count == 2 }
        XCTAssertEqual(completing.scripts, ["1", "2"])
        let plain = PlainSubclass(frame: .zero, configuration: configuration)
        plain.evaluateJavaScript("throw 'no'") { value, error in
            XCTAssertNil(value)
            XCTAssertEqual((error as? WKError)?.code, .javaScriptExceptionOccurred)
            answers.count += 1
        }
        try await eventually { answers.count == 3 }
    }

    func testTheHistoryIsInTheOrderOfVisits() async throws {
        let web = try TestWeb(
            pages: Dictionary(
                uniqueKeysWithValues: (1...5).map { ("shop.example/\($0)", .html("<title>T\($0)</title>")) }))
        let view = web.view()
        let list = view.backForwardList
        XCTAssertNil(list.currentItem)
        XCTAssertEqual(list.backList, [])
        for page in 1...5 {
            view.load("https://shop.example/\(page)")
            try await eventually { !view.isLoading && view.title == "T\(page)" }
        }
        view.go(to: try XCTUnwrap(list.item(at: -2)))
        try await eventually { !view.isLoading && view.url?.path == "/3" }
        try await eventually { list.currentItem?.url.path == "/3" }
        XCTAssertEqual(list.backList.map(\.url.path), ["/1", "/2"])
        XCTAssertEqual(list.forwardList.map(\.url.path), ["/4", "/5"])
        XCTAssertEqual(list.backItem?.url.path, "/2")
        XCTAssertEqual(list.forwardItem?.url.path, "/4")
        XCTAssertNil(list.item(at: 3))
        XCTAssertEqual(list.item(at: 2)?.title, "T5")
        XCTAssertEqual(list.backItem?.initialURL.absoluteString, "https://shop.example/2")
        let kept = list.backItem
        XCTAssertTrue(kept === list.item(at: -1))
        XCTAssertTrue(view.backForwardList === list)
        XCTAssertNil(view.go(to: try XCTUnwrap(list.currentItem)))
        XCTAssertNil(view.go(to: WKBackForwardListItem()))
        let other = WKWebView.offline()
        XCTAssertNil(other.go(to: try XCTUnwrap(list.backItem)))
    }

    func testAnInteractionStateShowsThePageAgain() async throws {
        let web = try TestWeb(pages: [
            "shop.example/a": .html("<title>A</title>"), "shop.example/b": .html("<title>B</title>"),
        ])
        let view = web.view()
        for page in ["a", "b"] {
            view.load("https://shop.example/\(page)")
            try await eventually { !view.isLoading && view.title == page.uppercased() }
        }
        let state = try XCTUnwrap(view.interactionState)
        let second = web.view()
        second.interactionState = state
        try await eventually { second.title == "B" && second.canGoBack }
        second.interactionState = Data([1, 2, 3])
        second.interactionState = "nonsense"
        second.interactionState = nil
        XCTAssertEqual(second.backForwardList.backList.map(\.url.path), ["/a"])
        let third = web.view()
        try await third.restoreData(try await view.fetchData(of: .sessionStorage))
        try await eventually { third.title == "B" }
        do {
            try await third.restoreData(Data())
            XCTFail("nothing was thrown")
        } catch {
            XCTAssertEqual((error as? WKError)?.code, .unknown)
        }
    }

    func testAFileIsLoadedInsideItsFolderOnly() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let page = folder.appendingPathComponent("a/page.html")
        try FileManager.default.createDirectory(
            at: page.deletingLastPathComponent(), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("<title>file</title>".utf8).write(to: page)
        let view = WKWebView.offline()
        XCTAssertNil(view.loadFileURL(page, allowingReadAccessTo: folder.appendingPathComponent("b")))
        XCTAssertNil(view.loadFileURL(page, allowingReadAccessTo: URL(fileURLWithPath: folder.path + "/a/pa")))
        XCTAssertNil(view.loadFileURL(try XCTUnwrap(shop), allowingReadAccessTo: folder))
        XCTAssertNotNil(view.loadFileURL(page, allowingReadAccessTo: folder))
        try await eventually { view.title == "file" }
        view.loadFileRequest(URLRequest(url: page), allowingReadAccessTo: page)
        try await eventually { !view.isLoading && view.title == "file" }
    }

    func testAFileThatIsNotThereFailsWithItsPath() async throws {
        let view = WKWebView.offline()
        let log = NavigationLog()
        view.navigationDelegate = log
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("no such \(UUID().uuidString)/a.html")
        let navigation = view.loadFileURL(file, allowingReadAccessTo: file.deletingLastPathComponent())
        try await eventually { log.events.last == "fail provisional" && !view.isLoading }
        XCTAssertTrue(log.lastNavigation === navigation)
        XCTAssertEqual(log.errors.first?.domain, NSURLErrorDomain)
        XCTAssertEqual(log.errors.first?.code, NSURLErrorFileDoesNotExist)
        XCTAssertTrue(log.errors.first?.localizedDescription.contains(file.path) ?? false, "\(log.errors)")
    }

    func testASimulatedRequestHasItsURL() async throws {
        let view = WKWebView.offline()
        let request = URLRequest(url: try XCTUnwrap(shop))
        view.loadSimulatedRequest(request, responseHTML: "<title>html</title>")
        try await eventually { view.title == "html" }
        let origin = try await view.evaluateJavaScript("origin") as? String
        XCTAssertEqual(origin, "https://shop.example")
        let response = URLResponse(
            url: try XCTUnwrap(shop), mimeType: "text/html", expectedContentLength: -1, textEncodingName: "utf-8")
        view.loadSimulatedRequest(request, response: response, responseData: Data("<title>däta</title>".utf8))
        try await eventually { view.title == "däta" }
        XCTAssertEqual(view.url, shop)
    }

    func testMediaArePausedAndSuspended() async throws {
        let view = WKWebView.offline()
        view.loadHTMLString("<p>", baseURL: shop)
        try await eventually { !view.isLoading }
        let none = await view.requestMediaPlaybackState()
        XCTAssertEqual(none, WKMediaPlaybackState.none)
        view.loadHTMLString("<audio id=a></audio><iframe srcdoc='<video></video>'></iframe>", baseURL: shop)
        try await eventually("a paused state") { await view.requestMediaPlaybackState() == .paused }
        await view.setAllMediaPlaybackSuspended(true)
        let suspended = await view.requestMediaPlaybackState()
        XCTAssertEqual(suspended, .suspended)
        await view.setAllMediaPlaybackSuspended(false)
        await view.pauseAllMediaPlayback()
        await view.closeAllMediaPresentations()
        let paused = await view.requestMediaPlaybackState()
        XCTAssertEqual(paused, .paused)
        XCTAssertEqual(view.cameraCaptureState, .none)
        XCTAssertEqual(view.microphoneCaptureState, .none)
        await view.setCameraCaptureState(.muted)
        await view.setMicrophoneCaptureState(.none)
        XCTAssertEqual(view.cameraCaptureState, .none)
    }

    func testSettingsReachTheEngineOrAreKept() async throws {
        let view = WKWebView.offline()
        view.pageZoom = 2
        XCTAssertEqual(view.pageZoom, 2)
        view.allowsBackForwardNavigationGestures = true
        view.isInspectable = true
        view.underPageBackgroundColor = .clear
        XCTAssertEqual(view.underPageBackgroundColor, .clear)
        view.underPageBackgroundColor = nil
        XCTAssertEqual(view.underPageBackgroundColor, .white)
        view.allowsLinkPreview = false
        XCTAssertFalse(view.allowsLinkPreview)
        view.setMinimumViewportInset(.zero, maximumViewportInset: UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
        XCTAssertEqual(view.maximumViewportInset.left, 2)
        XCTAssertEqual(view.fullscreenState, .notInFullscreen)
        XCTAssertFalse(view.isWritingToolsActive || view.isBlockedByScreenTime)
        do {
            _ = try await view.createWebArchiveData()
            XCTFail("nothing was thrown")
        } catch {
            XCTAssertEqual((error as? WKError)?.code, .unknown)
        }
    }

    func testAConfigurationKeepsItsSettingsInItsCopies() async {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.mediaTypesRequiringUserActionForPlayback = [.audio]
        configuration.suppressesIncrementalRendering = true
        configuration.dataDetectorTypes = [.link, .phoneNumber]
        configuration.selectionGranularity = .character
        let copy = configuration.copy() as? WKWebViewConfiguration
        XCTAssertEqual(copy?.mediaTypesRequiringUserActionForPlayback, [.audio])
        XCTAssertEqual(copy?.suppressesIncrementalRendering, true)
        XCTAssertEqual(copy?.dataDetectorTypes, [.link, .phoneNumber])
        XCTAssertEqual(copy?.selectionGranularity, .character)
        XCTAssertTrue(WKAudiovisualMediaTypes.all.contains(.video))
    }

    func testAScrollViewScrollsThePage() async throws {
        let view = WKWebView.offline()
        view.loadHTMLString("<div style='height: 5000px'></div>", baseURL: shop)
        try await eventually { !view.isLoading }
        view.scrollView.contentOffset = CGPoint(x: 0, y: 700)
        XCTAssertTrue(view.scrollView === view.scrollView)
        try await eventually("the page is at 700") { try await view.evaluateJavaScript("scrollY") as? Int == 700 }
        XCTAssertEqual(view.scrollView.contentOffset.y, 700)
    }

    func testPicturesAndColours() async throws {
        let png = try XCTUnwrap(
            Data(
                base64Encoded:
                    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEUlEQVR42mP8z8BQz0AEYBxVSF+FAP5FDvcfRYWgAAAAAElFTkSuQmCC"
            ))
        if let image = UIImage(data: png) {
            XCTAssertEqual(image.size, CGSize(width: 2, height: 1))
            XCTAssertEqual(UIImage(data: try XCTUnwrap(image.pngData()))?.size, image.size)
            XCTAssertNotNil(image.jpegData(compressionQuality: 0.5))
            XCTAssertEqual(UIImage(data: png, scale: 2)?.size.width, 1)
        }
        XCTAssertNil(UIImage(data: Data("no picture".utf8)))
        XCTAssertNil(UIImage(data: Data()))
        XCTAssertEqual(UIColor(white: 1, alpha: 1), .white)
        XCTAssertNotEqual(UIColor.red.withAlphaComponent(0.5), .red)
        XCTAssertEqual(autoreleasepool { 5 }, 5)
    }
}
