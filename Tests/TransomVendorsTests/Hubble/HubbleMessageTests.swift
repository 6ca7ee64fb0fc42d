// Every message of the store, and every one that is none.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomVendors
import XCTest

final class HubbleMessageTests: XCTestCase {
    private func decode(_ text: String) throws -> Decoding {
        let store = try HubbleIntegration(IntegrationOptions())
        let handler = try XCTUnwrap(store.declaration.handlers.first)
        var gate = MessageGate(handlers: [handler], clock: ManualHostClock())
        let speaker = Speaker(origin: .literal("https://vouchers.myhubble.money"), isMainFrame: true)
        let decide = { (body: Any) in
            gate.admit(GatedInput(handler: "bridge", speaker: speaker, isStamped: true, body: body)).decision
        }
        let asText = decide(text)
        // The same as an object gives the same: one decode path for both.
        if case .accepted = asText,
            let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        {
            XCTAssertEqual(decide(object), asText, text)
        }
        switch asText {
        case .accepted(let message): return store.decode(message)
        case .refused(let reason): return .rejected(reason)
        }
    }

    private func assert(
        _ text: String, _ type: String, _ data: JSONValue = [:], _ reactions: [Reaction] = [], line: UInt = #line
    ) throws {
        XCTAssertEqual(try decode(text), .event(EventDraft(type, data), reactions: reactions), text, line: line)
        let declared = HubbleIntegration.events.first { declaration in
            declaration.type == type || declaration.type.hasSuffix("*") && type.hasPrefix(declaration.type.dropLast())
        }
        XCTAssertEqual(declared?.data.mismatches(in: data), [], "\(type) is not as declared", line: line)
    }

    func testActionsAreDecodedWithWhatTheHostDoes() throws {
        try assert(#"{"type":"action","action":"app_ready"}"#, "hubble.app_ready", [:], [.ready])
        try assert(#"{"type":"action","action":"close"}"#, "hubble.close", [:], [.close])
        try assert(#"{"type":"action","action":"error"}"#, "hubble.error", [:], [.fail(message: "")])
        try assert(
            #"{"type":"action","action":"error","message":"no such partner"}"#, "hubble.error",
            ["message": "no such partner"], [.fail(message: "no such partner")])
        try assert(
            #"{"type":"action","action":"error","error":"expired"}"#, "hubble.error", ["message": "expired"],
            [.fail(message: "expired")])
        try assert(
            #"{"type":"action","action":"error","message":{"a":1},"error":5}"#, "hubble.error", [:],
            [.fail(message: "")])
        let long = String(repeating: "é", count: 5_000)
        try assert(
            #"{"type":"action","action":"error","message":"\#(long)"}"#, "hubble.error",
            ["message": .string(String(long.prefix(500)))], [.fail(message: String(long.prefix(500)))])
        try assert(
            #"{"type":"action","action":"launch_link","properties":{"link":"https://www.uber.com/a?token=CANARY#CANARY"}}"#,
            "hubble.launch_link", ["link": "https://www.uber.com/a"],
            [.openOutside(url: "https://www.uber.com/a?token=CANARY#CANARY")])
        try assert(
            #"{"type":"action","action":"launch_link","properties":{"link":"upi://pay?pa=a@b&am=500"}}"#,
            "hubble.launch_link", ["link": "upi:"], [.openOutside(url: "upi://pay?pa=a@b&am=500")])
    }

    func testUnknownFieldsAreIgnored() throws {
        try assert(
            #"{"type":"action","action":"close","properties":{"a":1},"constructor":1,"x":[1]}"#, "hubble.close", [:],
            [.close])
    }

    func testEveryDocumentedAnalyticsEventIsPassedOnWithItsProperties() throws {
        let events: [(String, String)] = [
            ("visit_home", #"{"isModal":false}"#), ("visit_search", #"{"isModal":true}"#),
            ("visit_category", #"{"categoryName":"FASHION","isModal":false}"#),
            ("visit_brand_l2", #"{"productId":"p","brandName":"Amazon","amount":500,"isModal":false}"#),
            ("visit_brand_l2", #"{"brandName":"Amazon"}"#),
            (
                "visit_checkout_summary",
                #"{"brandName":"Amazon","amount":500,"couponCode":"X","useCoins":true,"discount":12.5,"hubbleBaseDiscount":3}"#
            ),
            ("visit_coupons", #"{"isModal":true}"#), ("search_query", #"{"query":"am"}"#),
            (
                "payment_initiated",
                #"{"brandName":"A","amount":99.5,"paymentMode":"UPI","productId":"p","consumeCoins":false,"couponCode":"X"}"#
            ),
            ("payment_success", #"{"amount":500,"referenceId":"o-1","provider":"RAZORPAY"}"#),
            ("payment_success", #"{"brandName":"Amazon","amount":500,"vouchersCount":1}"#),
            ("payment_fail", #"{"amount":500,"failureReason":"declined"}"#),
            ("payment_fail", #"{"brandName":"Amazon","amount":500}"#),
            ("coin_payment", #"{"amount":1,"coins":2,"baseDiscount":3,"couponDiscount":4,"totalDiscount":5}"#),
            ("voucher_generation_success", #"{"brandName":"Amazon","vouchersCount":1}"#),
            ("voucher_generation_fail", "{}"), ("exited", #"{"through":"home_back_button"}"#),
            ("an_event_of_next_year", #"{"deep":{"list":[1,true,null]}}"#),
        ]
        for (event, properties) in events {
            for type in ["analytics", "event"] {
                try assert(
                    #"{"type":"\#(type)","event":"\#(event)","properties":\#(properties)}"#,
                    "hubble.analytics." + event,
                    ["event": .string(event), "properties": try JSONParser.parse(properties)])
            }
        }
    }

    func testMissingPropertiesAreEmpty() throws {
        for text in [
            #"{"type":"analytics","event":"visit_home"}"#,
            #"{"type":"analytics","event":"visit_home","properties":null}"#,
        ] {
            try assert(text, "hubble.analytics.visit_home", ["event": "visit_home", "properties": [:]])
        }
    }

    func testAPropertyOfAnotherKindIsNamedAndTheEventPassedOn() throws {
        try assert(
            #"{"type":"analytics","event":"payment_success","properties":{"amount":"500","referenceId":7,"x":true}}"#,
            "hubble.analytics.payment_success",
            [
                "event": "payment_success", "properties": ["amount": "500", "referenceId": 7, "x": true],
                "mismatches": [
                    "properties.amount is of kind string, not number",
                    "properties.referenceId is of kind integer, not string",
                ],
            ])
        try assert(
            #"{"type":"analytics","event":"visit_home","properties":{"isModal":0}}"#, "hubble.analytics.visit_home",
            [
                "event": "visit_home", "properties": ["isModal": 0],
                "mismatches": ["properties.isModal is of kind integer, not boolean"],
            ])
    }

    func testAWordThatIsNoPlainOneNeverStandsInAType() throws {
        let words = [
            "a b", "a/b", "é", "a\u{202E}b", "<script>", "../x", String(repeating: "x", count: 65), "a\u{0}", "ａ", "*",
        ]
        for word in words {
            try assert(
                #"{"type":"analytics","event":\#(JSONText.encode(word)),"properties":{}}"#, "hubble.analytics",
                ["event": .string(word), "properties": [:]])
        }
        let edge = String(repeating: "x", count: 64)
        try assert(
            #"{"type":"analytics","event":"\#(edge)"}"#, "hubble.analytics." + edge,
            ["event": .string(edge), "properties": [:]])
    }

    func testWhatIsNoMessageIsNamed() throws {
        let cases: [(String, RejectionReason)] = [
            // The whole body.
            ("[]", .notObject), ("0", .notObject), ("true", .notObject), ("null", .notObject), (#""""#, .notObject),
            (#""x""#, .notObject), ("", .json), ("app_ready", .json), (#"{"type":"action""#, .json),
            ("{\"type\":\"action\",\"action\":\"close\"}\0", .json), (#"{"type":"\ud800"}"#, .json),
            (#"{"type":"action","type":"action","action":"close"}"#, .json),
            // The type: neither case nor width nor space is folded.
            ("{}", .missingField), (#"{"type":null}"#, .missingField), (#"{"type":""}"#, .missingField),
            (#"{"type":1}"#, .wrongType), (#"{"type":["action"]}"#, .wrongType), (#"{"type":"ACTION"}"#, .unknownType),
            (#"{"type":" action"}"#, .unknownType), (#"{"type":"ａction"}"#, .unknownType),
            (#"{"type":"action\u0000"}"#, .unknownType), (#"{"__proto__":{"isAdmin":true}}"#, .missingField),
            (#"{"constructor":1}"#, .missingField),
            (#"{"type":"complete","status":"success","paymentId":123}"#, .unknownType),
            (
                #"{"source":"xcover-journeys","type":"CG_JOURNEY_COMPLETE","payload":{"policy_id":"../../x"}}"#,
                .unknownType
            ),
            // The action.
            (#"{"type":"action"}"#, .missingField), (#"{"type":"action","action":""}"#, .missingField),
            (#"{"type":"action","action":true}"#, .wrongType),
            (#"{"type":"action","action":"reboot"}"#, .unknownAction),
            (#"{"type":"action","action":"close\u0000x"}"#, .unknownAction),
            (#"{"type":"action","action":"Close"}"#, .unknownAction),
            (#"{"type":"action","action":"launch_link"}"#, .missingField),
            (#"{"type":"action","action":"launch_link","properties":{}}"#, .missingField),
            (#"{"type":"action","action":"launch_link","properties":{"link":5}}"#, .wrongType),
            (#"{"type":"action","action":"launch_link","properties":"https://a.example"}"#, .wrongType),
            // The event.
            (#"{"type":"analytics"}"#, .missingField),
            (#"{"type":"analytics","event":"","properties":{}}"#, .missingField),
            (#"{"type":"analytics","event":5}"#, .wrongType),
            (#"{"type":"analytics","event":"visit_home","properties":[]}"#, .wrongType),
            (#"{"type":"analytics","event":"visit_home","properties":"{}"}"#, .wrongType),
        ]
        for (text, reason) in cases { XCTAssertEqual(try decode(text), .rejected(reason), text.debugDescription) }
    }

    func testASecondReadyIsTheSameMessage() throws {
        let text = #"{"type":"action","action":"app_ready"}"#
        XCTAssertEqual(try decode(text), try decode(text))
    }

    func testASecretThatThePageRepeatsDoesNotReachAnEvent() throws {
        let redaction = Redaction()
        redaction.add(secret: "CANARY-7f3a")
        let factory = EventFactory(host: "k", integration: "hubble", clock: ManualHostClock(), redaction: redaction)
        let texts = [
            #"{"type":"action","action":"error","message":"bad token CANARY-7f3a"}"#,
            #"{"type":"action","action":"launch_link","properties":{"link":"https://a.example/CANARY-7f3a?CANARY-7f3a"}}"#,
            #"{"type":"analytics","event":"CANARY-7f3a","properties":{"CANARY-7f3a":["CANARY-7f3a"]}}"#,
            #"{"type":"analytics","event":"visit_home","properties":{"isModal":"CANARY-7f3a"}}"#,
        ]
        for text in texts {
            guard case .event(let draft, _) = try decode(text) else { return XCTFail(text) }
            XCTAssertFalse(factory.event(draft).json.contains("CANARY"), text)
        }
    }
}
