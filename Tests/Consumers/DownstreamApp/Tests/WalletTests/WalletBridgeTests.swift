// Tests in Swift 6: main-actor tests and async waits.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import WebKit
import XCTest

@testable import Wallet

@MainActor
final class WalletBridgeTests: XCTestCase {
    private func answer(host: String) async throws -> (String?, WalletBridge) {
        let bridge = WalletBridge(allowedHosts: ["wallet.example"])
        let webView = bridge.makeWebView()
        let loaded = expectation(description: "loaded")
        let observer = LoadObserver(loaded)
        webView.navigationDelegate = observer
        webView.loadHTMLString("<title>wallet</title>", baseURL: URL(string: "https://\(host)/"))
        await fulfillment(of: [loaded], timeout: 20)
        webView.navigationDelegate = bridge
        let text = try await webView.callAsyncJavaScript(
            """
            try { const a = await webkit.messageHandlers.wallet.postMessage(question); return JSON.stringify(a) }
            catch (error) { return error.message }
            """, arguments: ["question": "how much?"], contentWorld: .page)
        return (text as? String, bridge)
    }

    func testAnAllowedPageIsAnswered() async throws {
        let (text, bridge) = try await answer(host: "wallet.example")
        let object = try JSONSerialization.jsonObject(with: Data((text ?? "").utf8)) as? [String: Any]
        XCTAssertEqual(object?["balance"] as? Int, 42)
        XCTAssertEqual(object?["open"] as? Bool, true)
        XCTAssertEqual(object?["question"] as? String, "how much?")
        XCTAssertEqual(bridge.askers, ["https://wallet.example"])
    }

    func testAnotherPageIsRefused() async throws {
        let (text, bridge) = try await answer(host: "evil.example")
        XCTAssertEqual(text, "not allowed")
        XCTAssertEqual(bridge.askers, ["https://evil.example"])
    }

    func testAScriptsErrorIsApples() async throws {
        let bridge = WalletBridge(allowedHosts: [])
        let webView = bridge.makeWebView()
        do {
            _ = try await webView.evaluateJavaScript("throw new Error('no')")
            XCTFail("nothing was thrown")
        } catch let error as WKError {
            XCTAssertEqual(error.code, .javaScriptExceptionOccurred)
        }
        do {
            _ = try await webView.evaluateJavaScript("throw new Error('no')")
        } catch WKError.javaScriptExceptionOccurred {
            return
        }
        XCTFail("the code is no pattern")
    }
}

private final class LoadObserver: NSObject, WKNavigationDelegate {
    private let loaded: XCTestExpectation

    init(_ loaded: XCTestExpectation) {
        self.loaded = loaded
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        loaded.fulfill()
    }
}
