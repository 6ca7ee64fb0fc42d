// The older dialect, which signals with a hidden frame.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomTestSupport
import WKWebViewJavascriptBridge
import WebKit
import XCTest

@MainActor
final class HiddenFrameDialectTests: XCTestCase {
    /// Remembers what the delegate is asked about.
    private final class Delegate: NSObject, WKNavigationDelegate {
        private(set) var asked: [String] = []

        func webView(
            _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
        ) async -> WKNavigationActionPolicy {
            asked.append(navigationAction.request.url?.host ?? "")
            return .allow
        }
    }

    func testCallsGoBothWaysAndNoNavigationIsSeen() async throws {
        let fixture = try BridgeFixture([
            "/": """
            <script>connectedOlder(bridge => {
                bridge.registerHandler('add', (data, answer) => answer(data.number + 1));
                bridge.callHandler('echo', [1, 'two'], answer => bridge.callHandler('tell', JSON.stringify(answer)));
                bridge.callHandler('nobody', null, answer => bridge.callHandler('tell', answer.code));
            })</script>
            """
        ])
        let delegate = Delegate()
        fixture.view.navigationDelegate = delegate
        let bridge = try XCTUnwrap(fixture.bridge)
        bridge.register(handlerName: "echo") { (data: Any?, callback) in callback?(data) }
        var answer: Int?
        bridge.call(handlerName: "add", data: ["number": 41]) { answer = $0 as? Int }
        fixture.load("/")
        let told = try await fixture.told(2)
        XCTAssertEqual(told, ["[1,\"two\"]", "unknown_handler"])
        try await eventually("the page's answer") { answer == 42 }
        XCTAssertEqual(delegate.asked, ["shop.example"])
    }

    func testThePagesHandlersRunInTheirOwnTaskUntilThePageSaysOtherwise() async throws {
        let fixture = try BridgeFixture([
            "/": """
            <script>connectedOlder(bridge => {
                const order = [];
                bridge.registerHandler('x', () => order.push('handler'));
                const send = () => {
                    bridge._handleMessageFromObjC('{"handlerName":"x"}');
                    order.push('sender');
                };
                setTimeout(() => {
                    send();
                    setTimeout(() => {
                        bridge.disableJavscriptAlertBoxSafetyTimeout();
                        send();
                        bridge.callHandler('tell', order.join());
                    }, 10);
                }, 0);
            })</script>
            """
        ])
        fixture.load("/")
        let told = try await fixture.told(1)
        XCTAssertEqual(told, ["sender,handler,handler,sender"])
    }

    func testTheMessagesAreSpelledAsTheOlderDialectSpellsThem() async throws {
        let fixture = try BridgeFixture([
            "/": """
            <script>connectedOlder(bridge => {
                const receive = bridge._handleMessageFromObjC;
                bridge._handleMessageFromObjC = (text, ...rest) => {
                    const message = JSON.parse(text);
                    if (message.handlerName === 'add') bridge.callHandler('tell', `${Object.keys(message).sort()} ${message.callbackId}`);
                    return receive(text, ...rest);
                };
                bridge.registerHandler('add', (data, answer) => answer(1));
                bridge.callHandler('ready');
            })</script>
            """
        ])
        let bridge = try XCTUnwrap(fixture.bridge)
        var answer: Int?
        bridge.register(handlerName: "ready") { (_: Any?, _) in
            bridge.call(handlerName: "add", data: 1) { answer = $0 as? Int }
        }
        fixture.load("/")
        let told = try await fixture.told(1)
        XCTAssertEqual(told, ["callbackId,data,handlerName objc_cb_1"])
        try await eventually("the page's answer") { answer == 1 }
    }
}
