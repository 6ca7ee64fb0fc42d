// Every message of a payment page: good, minimal, extended and malformed.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomVendors
import XCTest

final class VolleyMessageTests: XCTestCase {
    private func decode(
        _ body: JSONValue, from url: String? = "https://app.volley.nz/pay/Abc123", schemes: [String] = []
    ) throws -> Decoding {
        let page = try VolleyIntegration(
            IntegrationOptions(parameters: ["requestId": ["Abc123"], "bankScheme": schemes]))
        var gate = MessageGate(handlers: page.declaration.handlers, clock: ManualHostClock())
        let speaker = Speaker(origin: .literal("https://app.volley.nz"), isMainFrame: true)
        let input = GatedInput(
            handler: "volleyWebview", speaker: speaker, isStamped: true, body: body, documentURL: url)
        switch gate.admit(input).decision {
        case .accepted(let message): return page.decode(message)
        case .refused(let reason): return .rejected(reason)
        }
    }

    private func complete(_ data: [String: JSONValue]) -> Decoding {
        .once(
            key: "complete", EventDraft("volley.complete", .object(data)), reactions: [.complete(.object(data))])
    }

    private func assert(
        _ body: JSONValue, _ expected: Decoding, file: StaticString = #filePath, line: UInt = #line
    ) throws {
        XCTAssertEqual(try decode(body), expected, file: file, line: line)
        switch expected {
        case .event(let draft, _), .once(_, let draft, _):
            let mismatches = EventCatalogue(VolleyIntegration.self).mismatches(type: draft.type, data: draft.data)
            XCTAssertEqual(mismatches, [], file: file, line: line)
        case .command, .rejected: break
        }
    }

    func testCompleteIsTheResultAndTakenOnce() throws {
        try assert(
            ["type": "complete", "status": "success", "bank": "Kauri Bank", "paymentId": "payment_1"],
            complete(["status": "success", "bank": "Kauri Bank", "paymentId": "payment_1"]))
        try assert(["type": "complete", "status": "any word"], complete(["status": "any word"]))
        try assert(
            ["type": "complete", "status": "success", "bank": nil, "paymentId": nil],
            complete(["status": "success"]))
    }

    func testUnknownFieldsOfACompleteAreIgnored() throws {
        try assert(
            ["type": "complete", "status": "success", "amount": 12, "deep": ["a": [1, nil]], "__proto__": ["x": 1]],
            complete(["status": "success"]))
    }

    func testAMalformedCompleteIsMarkedAndHasNoEffect() throws {
        let long = JSONValue.string(String(repeating: "é", count: 200))
        let cases: [(JSONValue, [String: JSONValue])] = [
            (["type": "complete"], [:]), (["type": "complete", "status": nil], [:]),
            (["type": "complete", "status": ""], [:]), (["type": "complete", "status": 1], [:]),
            (["type": "complete", "status": ["success"]], [:]), (["type": "complete", "status": long], [:]),
            (["type": "complete", "status": "success", "paymentId": 123], ["status": "success"]),
            (["type": "complete", "status": "success", "bank": true], ["status": "success"]),
            (["type": "complete", "status": "success", "bank": long], ["status": "success"]),
            (["type": "complete", "status": true, "bank": "Kauri Bank"], ["bank": "Kauri Bank"]),
        ]
        for (body, rest) in cases {
            try assert(
                body,
                .event(
                    EventDraft("volley.complete", .object(rest.merging(["malformed": true]) { _, new in new })),
                    reactions: []))
        }
    }

    func testRedirectOpensOutsideAndShowsOnlyWhere() throws {
        let url = "https://bank.example/authorise?consent=CANARY#CANARY"
        let expected = Decoding.event(
            EventDraft("volley.redirect", ["url": "https://bank.example"]),
            reactions: [.openOutside(url: url, alwaysLeaves: true)])
        try assert(["type": "redirect", "url": .string(url)], expected)
        try assert(["type": "redirect", "url": .string(url), "more": ["x": 1], "target": "_blank"], expected)
    }

    func testARedirectToAnythingButABankIsRefused() throws {
        let urls = [
            "http://bank.example/", "file:///etc/passwd", "javascript:alert(1)", "ssh://-oProxyCommand=id/",
            "https://user@bank.example/", "https://bank.example\\@evil.example/", "//bank.example/", "bank.example",
            "https://", "https://ba nk.example/", "data:text/html,x", "intent://x#Intent;end", "mybank://pay",
            // The page's own origin is no bank, and would take the page away.
            "https://app.volley.nz/pay/Other1",
            "https://bank.example/" + String(repeating: "a", count: 3_000),
        ]
        for url in urls {
            try assert(["type": "redirect", "url": .string(url)], .rejected(.invalidValue))
        }
        try assert(["type": "redirect"], .rejected(.missingField))
        try assert(["type": "redirect", "url": ""], .rejected(.missingField))
        try assert(["type": "redirect", "url": nil], .rejected(.missingField))
        try assert(["type": "redirect", "url": ["https://bank.example/"]], .rejected(.wrongType))
    }

    func testTheSchemeOfABanksAppIsOpenedWhereItIsNamed() throws {
        let body: JSONValue = ["type": "redirect", "url": "mybank://pay?consent=1"]
        XCTAssertEqual(
            try decode(body, schemes: ["mybank"]),
            .event(
                EventDraft("volley.redirect", ["url": "mybank:"]),
                reactions: [.openOutside(url: "mybank://pay?consent=1", alwaysLeaves: true)]))
        XCTAssertEqual(try decode(body), .rejected(.invalidValue))
    }

    func testThePageOfAnotherRequestIsNotHeard() throws {
        for type in ["complete", "redirect"] {
            let body: JSONValue = ["type": .string(type), "status": "success", "url": "https://bank.example/"]
            for url in [
                "https://app.volley.nz/pay/Other1", "https://app.volley.nz/pay/Abc1234", "https://app.volley.nz/pay/",
                "https://evil.example/pay/Abc123", "about:blank", nil,
            ] {
                XCTAssertEqual(try decode(body, from: url), .rejected(.requestMismatch), url ?? "none")
            }
            // The page may give itself another address while it is open.
            for url in [
                "https://app.volley.nz/pay/Abc123?step=2#done", "https://app.volley.nz/pay/Abc123/success",
                "https://app.volley.nz/return",
            ] {
                XCTAssertNotEqual(try decode(body, from: url), .rejected(.requestMismatch), url)
            }
        }
    }

    func testWhatIsNoMessageIsNamed() throws {
        let cases: [(JSONValue, RejectionReason)] = [
            (nil, .notObject), ("complete", .notObject), ([], .notObject), ([:], .missingField),
            (["type": ""], .missingField), (["type": nil], .missingField), (["type": 1], .wrongType),
            (["type": "Complete"], .unknownType), (["type": "cancel"], .unknownType),
            (["status": "success"], .missingField),
        ]
        for (body, reason) in cases { try assert(body, .rejected(reason)) }
    }
}
