// Everything that a view is made of goes with it.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import Foundation
import TransomGLib
import TransomSandbox
import TransomTestSupport
import XCTest

@testable import WebKit

private final class ViewKeeper: NSObject, WKScriptMessageHandler {
    weak var view: WKWebView?
    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {}
}

private final class Question: NSObject, WKScriptMessageHandlerWithReply {
    private(set) var asked = 0
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) {
        asked += 1
        return (message.body, nil)
    }
}

@MainActor
final class LeakTests: XCTestCase {
    override func setUp() async throws {
        // A configuration of the shared store made here keeps it out of the counts.
        LogWatch.start()
    }

    override func tearDown() async throws {
        let heard = LogWatch.heard
        XCTAssertEqual(heard, [])
    }

    private func used(_ view: WKWebView) async throws {
        view.loadHTMLString(
            "<script>webkit.messageHandlers.bridge.postMessage({a: [1]})</script><iframe srcdoc='<p>'></iframe>",
            baseURL: URL(string: "https://shop.example/"))
        try await eventually { !view.isLoading }
        _ = try await view.evaluateJavaScript("1")
        _ = try await view.callAsyncJavaScript("return a", arguments: ["a": [1]], contentWorld: .page)
    }

    func testAViewItsManagerItsStoreAndItsHandlerGo() async throws {
        let documents = DocumentRegistry.count
        var watches: [LeakWatch] = []
        weak var object: WKWebView?
        weak var handler: MessageRecorder?
        weak var controller: WKUserContentController?
        weak var store: WKWebsiteDataStore?
        weak var configuration: WKWebViewConfiguration?
        do {
            let recorder = MessageRecorder()
            let view = WKWebView.offline(recorder)
            let log = NavigationLog()
            view.navigationDelegate = log
            (object, handler) = (view, recorder)
            controller = view.configuration.userContentController
            store = view.configuration.websiteDataStore
            configuration = view.configuration
            try await used(view)
            XCTAssertEqual(recorder.messages.count, 1)
            XCTAssertGreaterThan(DocumentRegistry.count, documents)
            watches = [
                LeakWatch(view.view.pointer), LeakWatch(view.configuration.userContentController.manager.pointer),
                LeakWatch(view.configuration.websiteDataStore.context.pointer), LeakWatch(view.settings.pointer),
            ]
        }
        try await eventually("the objects to go") { object == nil && controller == nil && store == nil }
        XCTAssertNil(configuration)
        try await eventually("the engine's objects to go") { watches.allSatisfy(\.isFinalised) }
        try await eventually("the handler to go") { handler == nil }
        XCTAssertEqual(DocumentRegistry.count, documents)
    }

    func testFiftyViewsInARowLeaveNothing() async throws {
        let documents = DocumentRegistry.count
        let store = WKWebsiteDataStore.nonPersistent()
        let recorder = MessageRecorder()
        var watches: [LeakWatch] = []
        for round in 0..<50 {
            let configuration = WKWebViewConfiguration()
            configuration.websiteDataStore = store
            configuration.userContentController.add(recorder, name: "bridge")
            let view = WKWebView(frame: .zero, configuration: configuration)
            watches.append(LeakWatch(view.view.pointer))
            watches.append(LeakWatch(view.configuration.userContentController.manager.pointer))
            view.loadHTMLString("<script>webkit.messageHandlers.bridge.postMessage(\(round))</script>", baseURL: nil)
            try await eventually { recorder.bodies.count == round + 1 }
        }
        try await eventually("all views to go") { watches.allSatisfy(\.isFinalised) }
        XCTAssertEqual(recorder.bodies.compactMap { $0 as? Int }, Array(0..<50))
        XCTAssertEqual(DocumentRegistry.count, documents)
    }

    func testAViewThatIsReleasedInTheMiddleOfEverythingGoes() async throws {
        let web = try TestWeb(pages: ["shop.example/slow": .html("<p>").delayed(by: .seconds(30))])
        var watches: [LeakWatch] = []
        for script in ["1", "new Promise(() => {})", "webkit.messageHandlers.ask.postMessage(1)"] {
            let question = Question()
            let configuration = web.configuration()
            configuration.userContentController.addScriptMessageHandler(question, contentWorld: .page, name: "ask")
            let view = WKWebView(frame: .zero, configuration: configuration)
            watches.append(LeakWatch(view.view.pointer))
            view.load("https://shop.example/slow")
            view.callAsyncJavaScript("return \(script)", in: nil, in: .page)
            view.evaluateJavaScript(script, completionHandler: nil)
        }
        try await eventually("all views to go") { watches.allSatisfy(\.isFinalised) }
    }

    func testAViewInAnOpenWindowGoesAndLeavesTheWindow() async throws {
        let window = try XCTUnwrap(gtk_window_new(GTK_WINDOW_TOPLEVEL))
        var watch: LeakWatch?
        do {
            let view = WKWebView.offline(MessageRecorder())
            watch = LeakWatch(view.view.pointer)
            gtk_container_add(
                UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkContainer.self), view.hostWidget)
            gtk_widget_show_all(window)
            try await used(view)
        }
        try await eventually { watch?.isFinalised == true }
        let windowWatch = LeakWatch(UnsafeMutableRawPointer(window))
        gtk_widget_destroy(window)
        try await eventually { windowWatch.isFinalised }
    }

    func testAWindowThatIsDestroyedUnderItsViewHurtsNothing() async throws {
        let window = try XCTUnwrap(gtk_window_new(GTK_WINDOW_TOPLEVEL))
        var watch: LeakWatch?
        let answers = Waiter()
        do {
            let view = WKWebView.offline(MessageRecorder())
            watch = LeakWatch(view.view.pointer)
            gtk_container_add(
                UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkContainer.self), view.hostWidget)
            gtk_widget_show_all(window)
            try await used(view)
            view.callAsyncJavaScript("await new Promise(() => {})", in: nil, in: .page) { _ in answers.count += 1 }
            gtk_widget_destroy(window)
            try await eventually("the pending script's answer") { answers.count == 1 }
            view.evaluateJavaScript("1") { _, error in
                XCTAssertNotNil(error)
                answers.count += 1
            }
            view.load("https://shop.example/")
            view.reload()
            view.stopLoading()
            XCTAssertFalse(view.canGoBack)
            XCTAssertNil(view.title.flatMap { $0.isEmpty ? nil : $0 })
            try await eventually("an answer without a page") { answers.count == 2 }
        }
        try await eventually { watch?.isFinalised == true }
    }

    func testAHandlerThatKnowsItsViewWeaklyMakesNoCycle() async throws {
        weak var object: WKWebView?
        do {
            let keeper = ViewKeeper()
            let configuration = WKWebViewConfiguration()
            configuration.websiteDataStore = .nonPersistent()
            configuration.userContentController.add(keeper, name: "keeper")
            let view = WKWebView(frame: .zero, configuration: configuration)
            keeper.view = view
            object = view
        }
        XCTAssertNil(object)
    }

    func testPreferencesForgetViewsThatAreGone() async throws {
        let preferences = WKPreferences()
        for _ in 0..<20 {
            let configuration = WKWebViewConfiguration()
            configuration.websiteDataStore = .nonPersistent()
            configuration.preferences = preferences
            _ = WKWebView(frame: .zero, configuration: configuration)
        }
        preferences.minimumFontSize = 9
        XCTAssertLessThanOrEqual(preferences.followers.count, 1)
    }
}
