// The cost of a decision of the navigation policy.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import TransomCore

/// Decides a mix of URLs again and again: inside, outside and blocked, short and long.
struct PolicyRow {
    /// How many decisions are made.
    let count: Int

    private static let urls = [
        "https://shop.example/checkout?step=2",
        "https://shop.example.evil.example/",
        "https://www.example.org/terms",
        "http://192.168.1.1/",
        "javascript:alert(1)",
        "mailto:help@shop.example",
        "https://pay.example/" + String(repeating: "a", count: 1000),
        "https://user:secret@shop.example/",
    ]

    /// Decides and prints what was counted.
    func run() {
        guard let shop = try? OriginRule("https://shop.example"), let pay = try? OriginRule("https://pay.example")
        else { return }
        let policy = NavigationPolicy(allow: [shop, pay], outsideSchemes: ["mailto"])
        let requests = Self.urls.map { NavigationRequest(url: $0, from: .main, spelling: .canonical) }
        var inside = 0
        let began = ContinuousClock.now
        for index in 0..<count where policy.decide(requests[index % requests.count]).outcome == .inside {
            inside += 1
        }
        let spent = began.duration(to: .now).components
        let seconds = Double(spent.seconds) + Double(spent.attoseconds) / 1e18
        print(#"{"count":\#(count),"seconds":\#(seconds),"inside":\#(inside)}"#)
    }
}
