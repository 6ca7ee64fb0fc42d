// The outcome of a payment, with good, minimal, extended and malformed samples.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomVendors
import XCTest

final class GooglePayResultTests: XCTestCase {
    private let catalogue = EventCatalogue(GooglePayIntegration.self)

    private func decode(_ body: JSONValue) throws -> Decoding {
        let integration = try GooglePayIntegration(IntegrationOptions())
        let speaker = Speaker(origin: .literal("https://shop.merchant.example"), isMainFrame: true)
        return integration.decode(GatedMessage(handler: "googlepay", speaker: speaker, body: body))
    }

    func testEachOutcomeIsAnEventAndOnlyAPaymentCompletes() throws {
        let seconds = try XCTUnwrap(JSONValue(double: 12.5))
        for (code, reactions) in [
            ("ok", [Reaction.complete(["code": "ok"])]), ("canceled", []), ("failed", []),
        ] {
            let data: JSONValue = ["code": .string(code), "seconds": seconds]
            XCTAssertEqual(
                try decode(data),
                .event(EventDraft("googlepay.result", data), reactions: reactions))
            XCTAssertEqual(catalogue.mismatches(type: "googlepay.result", data: data), [])
        }
    }

    func testTheSecondsAreRoundedToMilliseconds() throws {
        for (given, expected) in [(0, 0), (3, 3), (0.1234567, 0.123), (86_400, 86_400)] as [(Double, Double)] {
            let seconds = try XCTUnwrap(JSONValue(double: given))
            guard case .event(let draft, _) = try decode(["code": "canceled", "seconds": seconds]) else {
                return XCTFail("\(given)")
            }
            XCTAssertEqual(draft.data["seconds"], JSONValue(double: expected))
            XCTAssertEqual(catalogue.mismatches(type: draft.type, data: draft.data), [])
        }
    }

    func testWhateverElseIsThereStaysBehind() throws {
        let body: JSONValue = [
            "code": "ok", "seconds": 1,
            "data": [
                "paymentMethodData": ["tokenizationData": ["token": "CANARY-token"]], "email": "CANARY@example.com",
            ],
            "CANARY": true,
        ]
        guard case .event(let draft, let reactions) = try decode(body) else { return XCTFail("no event") }
        XCTAssertEqual(draft.data.objectValue?.keys.sorted(), ["code", "seconds"])
        XCTAssertFalse("\(draft) \(reactions)".contains("CANARY"))
    }

    func testWhatIsNoOutcomeIsRefusedWithTheReason() throws {
        let refused: [(JSONValue, String)] = [
            ([], "not_object"), ("ok", "not_object"), (nil, "not_object"), ([:], "missing_field"),
            (["code": "ok"], "missing_field"), (["seconds": 1], "missing_field"),
            (["code": nil, "seconds": 1], "missing_field"), (["code": "ok", "seconds": nil], "missing_field"),
            (["code": 1, "seconds": 1], "wrong_type"), (["code": ["ok"], "seconds": 1], "wrong_type"),
            (["code": "ok", "seconds": "1"], "wrong_type"), (["code": "ok", "seconds": true], "wrong_type"),
            (["code": "ok", "seconds": -1], "wrong_type"), (["code": "ok", "seconds": 86_401], "wrong_type"),
            (["code": "OK", "seconds": 1], "unknown_code"), (["code": "", "seconds": 1], "unknown_code"),
            (["code": "cancelled", "seconds": 1], "unknown_code"), (["code": "ok ", "seconds": 1], "unknown_code"),
        ]
        for (body, reason) in refused {
            XCTAssertEqual(try decode(body), .rejected(RejectionReason(rawValue: reason)), "\(body)")
        }
    }
}
