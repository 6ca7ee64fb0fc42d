// The app's own view, driven with real input, with the shop's pages at the shop's own origin.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomTesting
import XCTest

@testable import Checkout

@MainActor
final class CheckoutTests: XCTestCase {
    private let pages = URL(filePath: #filePath).appending(path: "../../../../page").standardized.path

    func testAPaymentIsReceipted() async throws {
        Sandbox.install()
        try Sandbox.serve("https://shop.example", from: pages)
        try Sandbox.serve("https://api.shop.example") { _ in
            .text("ok", headers: [(name: "Access-Control-Allow-Origin", value: "*")])
        }
        let checkout = CheckoutController()
        let page = Page(checkout.webView).within(.seconds(20))
        checkout.start()
        try await page.waitFor(url: "https://shop.example/*")
        try await page.waitForLoad()
        try await page.fill("role=textbox[name=Amount]", "500")
        try await page.click("text=Pay")
        try await page.waitFor("text=\"Thank you\"")
        try await eventually("a receipt") { checkout.receipts == ["500"] }
    }
}
