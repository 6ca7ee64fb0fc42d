// What a package that depends on Transom gets.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

@testable import Sandbox

/// What a package that depends on Transom gets: messages that know who spoke, in a plain `swift test`.
final class GreetingControllerTests: XCTestCase {
    @MainActor
    func testMessagesKnowWhoSpoke() async throws {
        let controller = GreetingController()
        let page = """
            <!doctype html><title>A shop</title>
            <script>webkit.messageHandlers.greeting.postMessage("from the page")</script>
            <iframe sandbox="allow-scripts"
                srcdoc="<script>webkit.messageHandlers.greeting.postMessage('from a frame')</script>"></iframe>
            """
        controller.webView.loadHTMLString(page, baseURL: URL(string: "https://shop.example/"))
        let deadline = ContinuousClock.now + .seconds(60)
        while controller.greetings.count < 2, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(10))
        }
        XCTAssertEqual(
            controller.greetings,
            [
                .init(text: "from the page", isMainFrame: true, host: "shop.example"),
                .init(text: "from a frame", isMainFrame: false, host: ""),
            ])
    }
}
