// URLs that are almost allowed ones.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import XCTest

final class NavigationMutationTests: XCTestCase {
    /// A repeatable source of numbers, so that a failure can be looked at again.
    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var value = state
            value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
            value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
            return value ^ value >> 31
        }
    }

    private static let allowed = "https://vouchers.myhubble.money"
    private let policy = NavigationPolicy(
        allow: [.literal("https://vouchers.myhubble.money")], outsideSchemes: ["mailto", "tel", "phonepe"])

    /// What a mutation may still be inside as: exactly the allowed origin with a path, the scheme and host in either
    /// case.
    private func isAllowed(_ url: String) -> Bool {
        guard
            let end = url.utf8.dropFirst("https://".utf8.count).firstIndex(where: { [0x2f, 0x3f, 0x23].contains($0) })
        else { return [Self.allowed, Self.allowed + ":443"].contains(url.lowercased()) }
        let origin = String(decoding: url.utf8[..<end], as: UTF8.self)
        return origin.utf8.allSatisfy { $0 < 0x80 }
            && [Self.allowed, Self.allowed + ":443"].contains(origin.lowercased())
    }

    func testNoMutationOfAnAllowedOriginComesInside() {
        var random = SplitMix(state: 20_260)
        let pieces: [[UInt8]] =
            [
                "@", ":", "/", "\\", ".", "%2e", "%00", "\0", "\t", "\n", " ", "-", "xn--", "evil.example", "[", "]",
                "?", "#", "443", ":443", ":0443", ":8443", "//", "..", "_", "é", "。", "·", "v", "V", "0x7f", "%",
                "https://", "javascript:", "\u{200b}", "\u{202e}", "ﬁ", "http", "app",
            ].map { Array($0.utf8) }
        var inside = 0
        for _ in 0..<20_000 {
            var bytes = Array((Self.allowed + "/sdk/gc/").utf8)
            for _ in 0...Int.random(in: 0...2, using: &random) {
                let position = Int.random(in: 0...min(bytes.count, 36), using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0 where position < bytes.count:
                    bytes.remove(at: position)
                case 1 where position < bytes.count:
                    bytes[position] = UInt8.random(in: 0...127, using: &random)
                case 2 where position < bytes.count:
                    bytes.swapAt(position, Int.random(in: 0..<bytes.count, using: &random))
                default:
                    bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: position)
                }
            }
            let url = String(decoding: bytes, as: UTF8.self)
            for spelling in [URLSpelling.raw, .canonical] {
                let decision = policy.decide(NavigationRequest(url: url, from: .main, spelling: spelling))
                if decision.outcome == .inside {
                    inside += 1
                    XCTAssertTrue(isAllowed(url), "\(url.debugDescription) came inside by \(decision.rule)")
                }
                if decision.outcome == .outside {
                    XCTAssertFalse(url.utf8.contains { $0 <= 0x20 || $0 >= 0x7f }, url.debugDescription)
                }
            }
        }
        // Some mutations touch only the path; if none had come inside, the test would prove nothing.
        XCTAssertGreaterThan(inside, 100)
    }

    func testEveryByteAfterAnAllowedHostEndsItOrChangesIt() {
        for byte in UInt8(0)...127 {
            let url = Self.allowed + String(UnicodeScalar(byte)) + "evil.example/"
            let decision = policy.decide(NavigationRequest(url: url, from: .main, spelling: .raw))
            let ends = byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
            XCTAssertEqual(decision.outcome == .inside, ends, "byte \(byte)")
        }
    }

    func testEveryByteBeforeAnAllowedHostChangesIt() {
        for byte in UInt8(0)...127 {
            let url = "https://" + String(UnicodeScalar(byte)) + "vouchers.myhubble.money/"
            let decision = policy.decide(NavigationRequest(url: url, from: .main, spelling: .raw))
            XCTAssertNotEqual(decision.outcome, .inside, "byte \(byte)")
        }
    }

    func testEveryPortButTheAllowedOneIsBlocked() {
        for port in Array(0...1_000) + Array(stride(from: 1_001, through: 70_000, by: 89)) where port != 443 {
            let url = "\(Self.allowed):\(port)/"
            let decision = policy.decide(NavigationRequest(url: url, from: .main, spelling: .canonical))
            XCTAssertEqual(decision.outcome, .blocked, url)
        }
    }

    func testBytesOfEveryKindAreDecidedWithoutATrap() {
        var random = SplitMix(state: 7)
        let prefixes = ["", "https://", "http://[", "mailto:", "tel:", "about:", "app://", "phonepe://"]
        for _ in 0..<20_000 {
            let length = Int.random(in: 0...40, using: &random)
            let tail = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            let url = (prefixes.randomElement(using: &random) ?? "") + String(decoding: tail, as: UTF8.self)
            for target in NavigationTarget.allCases {
                let decision = policy.decide(NavigationRequest(url: url, from: target, spelling: .raw))
                XCTAssertFalse(decision.rule.isEmpty)
            }
        }
    }
}
