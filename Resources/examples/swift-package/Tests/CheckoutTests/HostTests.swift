// The same page in a host of its own, from Swift Testing: a host that is a process works with it as well.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TransomTesting

@Test func aPaymentReachesTheNativeSide() async throws {
    let pages = URL(filePath: #filePath).appending(path: "../../../../page").standardized.path
    let host = try await TransomHost.launch(
        "page", "--serve", "https://shop.example=\(pages)", "--url", "https://shop.example/", "--handler", "checkout")
    try await host.stub("https://api.shop.example/*", headers: ["Access-Control-Allow-Origin": "*"])
    try await host.page.fill("role=textbox[name=Amount]", "500")
    try await host.page.click("text=Pay")
    let event = try await host.event("page.checkout", ["amount": "500", "paid": true])
    #expect(event.origin == "https://shop.example")
    #expect(await host.quit() == 0)
}
