// Allow rules: the grammar, and what a rule matches.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import XCTest

final class OriginRuleTests: XCTestCase {
    private struct Row: Decodable {
        let id: String
        let rule: String
        let profile: String
        let expect: String
        let why: String
    }

    func testEveryCaseOfTheGrammarIsReadAsExpected() throws {
        let rows: [Row] = try CaseFolder.load("rule-grammar")
        XCTAssertEqual(rows.count, 48)
        for row in rows {
            let profile = try XCTUnwrap(RuleProfile(rawValue: row.profile), row.id)
            let rule = try? OriginRule(row.rule, profile: profile)
            XCTAssertEqual(rule != nil, row.expect == "valid", "\(row.id): \(row.why)")
            if let rule { XCTAssertEqual(rule.description, row.rule, row.id) }
        }
    }

    func testFurtherRulesAreReadAsTheGrammarSays() {
        let valid = [
            "https://example.com:443", "https://*.example.co.uk", "https://*.a.b.example.com", "https://192.168.0.1",
            "https://xn--bcher-kva.example", "https://*.xn--bcher-kva.example", "app://voucher-home",
            "https://8.8.8.8:1",
        ]
        for text in valid { XCTAssertNoThrow(try OriginRule(text), text) }
        let invalid: [(String, OriginRuleError)] = [
            ("", .empty), ("*", .matchAll(given: "*")),
            ("https://*.*.example.com", .wildcard(given: "https://*.*.example.com")),
            (
                "https://*.\u{301}x.example",
                .origin(.host(given: "https://\u{301}x.example", host: "\u{301}x.example", problem: .notASCII))
            ),
            ("https://example.*", .wildcard(given: "https://example.*")), ("https://*", .wildcard(given: "https://*")),
            ("https://*.com", .publicSuffix(given: "https://*.com", suffix: "com")),
            ("https://*.example", .publicSuffix(given: "https://*.example", suffix: "example")),
            ("https://*.github.io", .publicSuffix(given: "https://*.github.io", suffix: "github.io")),
            ("https://*.xn--p1ai", .publicSuffix(given: "https://*.xn--p1ai", suffix: "xn--p1ai")),
            ("https://*.[::2]", .wildcardHost(given: "https://*.[::2]", host: "[::2]")),
            ("app://*.wallet", .wildcardHost(given: "app://*.wallet", host: "wallet")),
            ("http://example.com", .http(given: "http://example.com")),
            ("https://127.0.0.1", .loopback(given: "https://127.0.0.1")),
            ("http://127.8.8.8:1", .loopback(given: "http://127.8.8.8:1")),
            ("https://0.0.0.0:1", .loopback(given: "https://0.0.0.0:1")),
            ("https://[::]", .loopback(given: "https://[::]")),
            ("https://[::ffff:7f00:1]", .loopback(given: "https://[::ffff:7f00:1]")),
            ("https://localhost", .localhost(given: "https://localhost")),
            ("https://app.localhost", .localhost(given: "https://app.localhost")),
            (
                "https://example.com.",
                .origin(.host(given: "https://example.com.", host: "example.com.", problem: .trailingDot))
            ),
            ("https://example.com:65536", .origin(.port(given: "https://example.com:65536", port: "65536"))),
            (" https://example.com", .origin(.noScheme(given: " https://example.com"))),
            ("about:blank", .origin(.unsupportedScheme(given: "about:blank", scheme: "about"))),
        ]
        for (text, error) in invalid {
            XCTAssertThrowsError(try OriginRule(text), text) { XCTAssertEqual($0 as? OriginRuleError, error) }
        }
    }

    func testOnlyTheTestProfileNamesLoopbackAndOnlyByAddress() {
        for text in ["http://127.0.0.1:1", "http://[::1]:1", "https://127.0.0.1:1", "https://[::1]"] {
            XCTAssertNoThrow(try OriginRule(text, profile: .test), text)
            XCTAssertThrowsError(try OriginRule(text), text)
        }
        for text in [
            "http://localhost:1", "http://192.168.0.1", "http://example.com", "https://*.127.0.0.1", "http://0.0.0.0:1",
        ] {
            XCTAssertThrowsError(try OriginRule(text, profile: .test), text)
        }
    }

    func testAnExactRuleMatchesItsOriginAlone() throws {
        let rule = try OriginRule("https://shop.example")
        XCTAssertTrue(rule.matches(try Origin("https://shop.example")))
        for text in [
            "http://shop.example", "https://shop.example:8443", "https://a.shop.example", "https://xshop.example",
            "https://shop.example.evil", "app://shop.example",
        ] {
            XCTAssertFalse(rule.matches(try Origin(text)), text)
        }
        XCTAssertEqual(try OriginRule("https://shop.example:443"), rule)
        XCTAssertEqual(OriginRule(exactly: try Origin("https://shop.example")), rule)
    }

    func testAWildcardMatchesEveryDepthButNotTheDomain() throws {
        let rule = try OriginRule("https://*.shop.example:8443")
        XCTAssertTrue(rule.matches(try Origin("https://a.shop.example:8443")))
        XCTAssertTrue(rule.matches(try Origin("https://a.b.shop.example:8443")))
        for text in [
            "https://shop.example:8443", "https://a.shop.example", "https://ashop.example:8443",
            "https://a.shop.example.evil:8443", "http://a.shop.example:8443",
        ] {
            XCTAssertFalse(rule.matches(try Origin(text)), text)
        }
    }
}
