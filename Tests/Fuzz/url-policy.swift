// Fuzzes the navigation policy: nothing but an allowed origin comes inside, and nothing private goes outside.
// SPDX-License-Identifier: Apache-2.0
//
// Compiled by scripts/fuzz as one module with the sources of TransomCore.

private let fuzzedPolicy = NavigationPolicy(
    allow: [
        OriginRule(exactly: .literal("https://shop.example")),
        OriginRule(exactly: .literal("https://pay.example:8443")),
    ],
    outsideSchemes: ["upi", "mailto", "tel"])

/// Whether a URL is spelled as one of the two allowed origins, seen with no parser at all.
private func beginsAllowed(_ bytes: [UInt8]) -> Bool {
    let folded = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    for origin in ["https://shop.example", "https://shop.example:443", "https://pay.example:8443"] {
        let head = Array(origin.utf8)
        guard folded.starts(with: head) else { continue }
        guard folded.count > head.count else { return true }
        if [0x2F, 0x3F, 0x23].contains(folded[head.count]) { return true }
    }
    return false
}

/// Tries one input.
func fuzzURLPolicy(_ input: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: input, as: UTF8.self)
    let bytes = Array(text.utf8)
    for target in NavigationTarget.allCases {
        for spelling in [URLSpelling.raw, .canonical] {
            let request = NavigationRequest(url: text, from: target, spelling: spelling)
            let decision = fuzzedPolicy.decide(request)
            switch decision.outcome {
            case .inside:
                let isAbout = text == "about:blank" || text == "about:srcdoc"
                precondition(beginsAllowed(bytes) || (isAbout && target != .main), "inside: \(text)")
            case .outside:
                precondition(target != .iframe, "a frame leaves: \(text)")
                precondition(bytes.count <= NavigationPolicy.maximumOutsideLength, "a long URL leaves")
                precondition(!bytes.contains { $0 < 0x21 || $0 == 0x7F }, "a control character leaves")
                let scheme = text.prefix { $0 != ":" }.lowercased()
                precondition(["https", "http", "upi", "mailto", "tel"].contains(scheme), "\(scheme) leaves")
            case .blocked: break
            }
            precondition(decision.steps.last?.matched == true)
            var excursion = Excursion(gateways: [.literal("https://pay.example:8443")], clock: ManualHostClock())
            let further = excursion.main(from: .literal("https://pay.example:8443"), request, decision)
            precondition(further == nil || bytes.prefix(8).map { $0 | 0x20 }.starts(with: Array("https:".utf8)))
        }
    }
    _ = Redaction.url(text)
    _ = Redaction.origin(of: text)
    _ = Redaction.secretNamedParameter(inURL: text)
}
