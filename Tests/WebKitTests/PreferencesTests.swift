// Settings that a delegate gives one navigation, and the features of a window.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomSandbox
import TransomTestSupport
import WebKit
import XCTest

private final class PlainSettings: NSObject, WKNavigationDelegate {
    var allows = true
    private(set) var asked = 0
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences,
        decisionHandler: @escaping (WKNavigationActionPolicy, WKWebpagePreferences) -> Void
    ) {
        asked += 1
        preferences.allowsContentJavaScript = allows
        decisionHandler(.allow, preferences)
    }
    // With the spelling above this one is not asked.
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) { decisionHandler(.cancel) }
}

private final class IsolatedSettings: NSObject, WKNavigationDelegate {
    var allows = true
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy, WKWebpagePreferences) -> Void
    ) {
        preferences.allowsContentJavaScript = allows
        decisionHandler(.allow, preferences)
    }
}

private final class AsyncSettings: NSObject, WKNavigationDelegate {
    var allows = true
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences
    ) async -> (WKNavigationActionPolicy, WKWebpagePreferences) {
        try? await Task.sleep(for: .milliseconds(5))
        preferences.allowsContentJavaScript = allows
        return (.allow, preferences)
    }
}

private final class CancellingSettings: NSObject, WKNavigationDelegate {
    private(set) var started = 0
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences
    ) async -> (WKNavigationActionPolicy, WKWebpagePreferences) { (.cancel, preferences) }
    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) { started += 1 }
}

@MainActor
private final class WindowFeatures: NSObject, WKUIDelegate {
    private(set) var features: [WKWindowFeatures] = []
    private(set) var sources: [String] = []
    private var views: [WKWebView] = []
    func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
        features.append(windowFeatures)
        sources.append(navigationAction.sourceFrame.securityOrigin.host)
        views.append(WKWebView(frame: .zero, configuration: configuration))
        return views.last
    }
}

@MainActor
final class PreferencesTests: XCTestCase {
    private let shop = URL(string: "https://shop.example/")
    private let html = "<body><noscript><b></b></noscript><script>document.body.id = 'on'</script>"

    private func shown(_ view: WKWebView) async throws -> String {
        view.loadHTMLString(html, baseURL: shop)
        try await eventually { !view.isLoading }
        return try await view.evaluateJavaScript(
            "document.querySelector('b') ? 'off' + document.body.id : document.body.id")
            as? String ?? ""
    }

    func testEverySpellingGivesSettings() async throws {
        let (plain, isolated, asynchronous) = (PlainSettings(), IsolatedSettings(), AsyncSettings())
        for (delegate, set) in [
            (plain, { plain.allows = $0 }), (isolated, { isolated.allows = $0 }),
            (asynchronous, { asynchronous.allows = $0 }),
        ] as [(any WKNavigationDelegate, (Bool) -> Void)] {
            let view = WKWebView.offline()
            view.navigationDelegate = delegate
            for allows in [false, true, false] {
                set(allows)
                let text = try await shown(view)
                XCTAssertEqual(text, allows ? "on" : "off", "\(type(of: delegate))")
            }
        }
        XCTAssertEqual(plain.asked, 3)
    }

    func testSettingsDoNotAllowWhatIsCancelled() async throws {
        let cancelling = CancellingSettings()
        let view = WKWebView.offline()
        view.navigationDelegate = cancelling
        view.loadHTMLString(html, baseURL: shop)
        try await eventually { !view.isLoading }
        _ = try await view.evaluateJavaScript("0")
        XCTAssertEqual(cancelling.started, 0)
    }

    func testTheConfigurationsOwnSettingsHoldForEveryNavigation() async throws {
        let configuration = WKWebView.offline().configuration
        configuration.defaultWebpagePreferences.allowsContentJavaScript = false
        let view = WKWebView(frame: .zero, configuration: configuration)
        let off = try await shown(view)
        XCTAssertEqual(off, "off")
        let once = PlainSettings()
        view.navigationDelegate = once
        let on = try await shown(view)
        XCTAssertEqual(on, "on")
        view.navigationDelegate = nil
        let again = try await shown(view)
        XCTAssertEqual(again, "off")
    }

    func testFeaturesOfAWindowAreWhatThePageSaid() async throws {
        let windows = WindowFeatures()
        let view = WKWebView.offline()
        view.uiDelegate = windows
        _ = try await shown(view)
        for features in [
            "menubar=yes,status=no,toolbar=yes,resizable=no,left=10,top=20,width=300,height=200",
            "menubar=no, status, location=no, resizable=1", "",
        ] {
            _ = try await view.callAsyncJavaScript(
                "open('', '', features)", arguments: ["features": features], contentWorld: .page)
        }
        _ = try await view.evaluateJavaScript("open(''); 0")
        XCTAssertEqual(windows.features.count, 4)
        let first = windows.features[0]
        XCTAssertEqual(
            [first.menuBarVisibility, first.statusBarVisibility, first.toolbarsVisibility, first.allowsResizing],
            [true, false, true, false])
        XCTAssertEqual([first.x, first.y, first.width, first.height], [10, 20, 300, 200])
        let second = windows.features[1]
        XCTAssertEqual(
            [second.menuBarVisibility, second.statusBarVisibility, second.toolbarsVisibility, second.allowsResizing],
            [false, true, false, true])
        XCTAssertNil(second.width)
        for features in windows.features.suffix(2) {
            XCTAssertNil(features.menuBarVisibility)
            XCTAssertNil(features.x)
        }
    }

    func testAFrameThatOpensAWindowIsItsSource() async throws {
        let web = try TestWeb(pages: [
            "shop.example/": .html("<iframe src='https://pay.example/'></iframe>"),
            "pay.example/": .script("bridge.postMessage('ready')"),
        ])
        let recorder = MessageRecorder()
        let windows = WindowFeatures()
        let configuration = web.configuration()
        configuration.userContentController.add(recorder, name: "bridge")
        configuration.preferences.javaScriptCanOpenWindowsAutomatically = true
        let view = WKWebView(frame: .zero, configuration: configuration)
        view.uiDelegate = windows
        view.load("https://shop.example/")
        try await eventually { recorder.messages.count == 1 }
        _ = try await view.evaluateJavaScript(
            "open('about:blank'); 0", in: recorder.messages[0].frameInfo, contentWorld: .page)
        try await eventually { windows.sources.count == 1 }
        _ = try await view.evaluateJavaScript("open('about:blank'); 0")
        XCTAssertEqual(windows.sources, ["pay.example", "shop.example"])
    }
}
