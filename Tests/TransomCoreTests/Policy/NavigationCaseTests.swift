// The navigation policy against every case that is known.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import XCTest

final class NavigationCaseTests: XCTestCase {
    /// Cases that the policy does not meet yet, each with its reason: an entry is "ID raw" or "ID canonical".
    private static let knownFailures: [String: String] = [:]

    func testEveryPublishedCaseIsDecidedAsExpected() throws {
        let cases: [NavigationCase] = try CaseFolder.load("url-policy")
        XCTAssertEqual(cases.count, 202)
        try check(cases)
    }

    func testEveryFurtherCaseIsDecidedAsExpected() throws {
        let cases: [NavigationCase] = try CaseFolder.load("url-policy-more")
        XCTAssertEqual(cases.count, 80)
        try check(cases)
    }

    func testAKioskTurnsEveryOutsideIntoBlockedAndChangesNothingElse() throws {
        let cases: [NavigationCase] = try CaseFolder.load("url-policy") + CaseFolder.load("url-policy-more")
        for row in cases {
            var policy = try row.policy()
            policy.blocksOutside = true
            let decision = policy.decide(NavigationRequest(url: row.url, from: row.from, spelling: .raw))
            XCTAssertEqual(decision.outcome, row.expect == .outside ? .blocked : row.expect, row.id)
            XCTAssertEqual(decision.rule == "kiosk", row.expect == .outside, row.id)
        }
    }

    func testTheOriginOfEveryCanonicalHrefIsTheOneOfTheStandard() throws {
        struct Row: Decodable {
            let id: String
            let href: String?
            let origin: String?
        }
        let rows: [Row] = try CaseFolder.load("url-policy")
        var compared = 0
        for row in rows {
            guard let href = row.href, let expected = row.origin, let origin = ParsedURL(href).origin else { continue }
            XCTAssertEqual(origin.description, expected, row.id)
            XCTAssertEqual(try Origin(expected), origin, row.id)
            compared += 1
        }
        XCTAssertGreaterThan(compared, 80)
    }

    private func check(_ cases: [NavigationCase]) throws {
        for row in cases {
            let policy = try row.policy()
            report(row, "raw", row.expect, policy.decide(.init(url: row.url, from: row.from, spelling: .raw)))
            guard let href = row.href, let expected = row.expectCanonical else { continue }
            report(row, "canonical", expected, policy.decide(.init(url: href, from: row.from, spelling: .canonical)))
        }
    }

    /// A case that is listed as failing must fail: once it is met, its entry goes.
    private func report(
        _ row: NavigationCase, _ spelling: String, _ expected: NavigationOutcome, _ decision: NavigationDecision
    ) {
        let entry = "\(row.id) \(spelling)"
        if let reason = Self.knownFailures[entry] {
            XCTAssertNotEqual(decision.outcome, expected, "\(entry) is met now, take it from the list (\(reason))")
        } else {
            XCTAssertEqual(
                decision.outcome, expected, "\(entry): \(row.why); rule \(decision.rule): \(decision.why)")
        }
        XCTAssertEqual(decision.steps.last?.rule, decision.rule, entry)
        XCTAssertEqual(decision.steps.filter(\.matched).count, 1, entry)
        XCTAssertTrue(decision.steps.allSatisfy { !$0.why.isEmpty && !$0.why.hasSuffix(".") }, entry)
        XCTAssertEqual(decision.enforced, decision.outcome, entry)
    }
}
