// Every message of the journey: good, minimal, extended and malformed.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomVendors
import XCTest

final class XCoverMessageTests: XCTestCase {
    private func decode(_ body: JSONValue) throws -> Decoding {
        let journey = try XCoverIntegration(IntegrationOptions())
        var gate = MessageGate(handlers: journey.declaration.handlers, clock: ManualHostClock())
        let speaker = Speaker(origin: .literal("https://xcj.xcover.com"), isMainFrame: true)
        let input = GatedInput(handler: "cgJourneyBridge", speaker: speaker, isStamped: true, body: body)
        switch gate.admit(input).decision {
        case .accepted(let message): return journey.decode(message)
        case .refused(let reason): return .rejected(reason)
        }
    }

    private func envelope(_ type: JSONValue, _ payload: JSONValue? = nil) -> JSONValue {
        var members: [String: JSONValue] = ["source": "xcover-journeys", "type": type]
        members["payload"] = payload
        return .object(members)
    }

    private func assert(
        _ body: JSONValue, _ expected: Decoding, file: StaticString = #filePath, line: UInt = #line
    ) throws {
        XCTAssertEqual(try decode(body), expected, file: file, line: line)
        let draft: EventDraft
        switch expected {
        case .event(let event, _), .once(_, let event, _): draft = event
        case .command, .rejected: return
        }
        let catalogue = EventCatalogue(XCoverIntegration.self)
        XCTAssertEqual(catalogue.mismatches(type: draft.type, data: draft.data), [], file: file, line: line)
    }

    func testReadyIsToldAndLiftsTheVeil() throws {
        let bare = Decoding.event(EventDraft("xcover.CG_JOURNEY_READY"), reactions: [.ready])
        try assert(envelope("CG_JOURNEY_READY"), bare)
        try assert(envelope("CG_JOURNEY_READY", [:]), bare)
        try assert(envelope("CG_JOURNEY_READY", nil), bare)
        try assert(
            envelope("CG_JOURNEY_READY", ["version": 2]),
            .event(EventDraft("xcover.CG_JOURNEY_READY", ["version": 2]), reactions: [.ready]))
    }

    func testCompleteIsTheResultOncePerPolicyAndEndsNothing() throws {
        let good: JSONValue = ["outcome": "purchased", "policy_id": "POL-7_k2"]
        try assert(
            envelope("CG_JOURNEY_COMPLETE", good),
            .once(
                key: "policy POL-7_k2", EventDraft("xcover.CG_JOURNEY_COMPLETE", good), reactions: [.complete(good)]))
        let minimal: JSONValue = ["outcome": "declined"]
        try assert(
            envelope("CG_JOURNEY_COMPLETE", minimal),
            .once(
                key: "outcome declined", EventDraft("xcover.CG_JOURNEY_COMPLETE", minimal),
                reactions: [.complete(minimal)]))
        let extended: JSONValue = ["policy_id": "P1", "premium": 31, "extras": ["a", ["b": true]]]
        try assert(
            envelope("CG_JOURNEY_COMPLETE", extended),
            .once(
                key: "policy P1", EventDraft("xcover.CG_JOURNEY_COMPLETE", extended), reactions: [.complete(extended)]))
    }

    func testACompleteThatIsNoneIsRefused() throws {
        let long = String(repeating: "a", count: 65)
        let cases: [(JSONValue?, RejectionReason)] = [
            (nil, .missingField), ([:], .missingField), (["outcome": nil, "policy_id": nil], .missingField),
            (["outcome": "purchased", "policy_id": "../../x"], .invalidValue),
            (["outcome": "purchased", "policy_id": "<script>"], .invalidValue),
            (["outcome": "purchased", "policy_id": ""], .invalidValue),
            (["outcome": "purchased", "policy_id": .string(long)], .invalidValue),
            (["outcome": "purchased", "policy_id": "P.1"], .invalidValue),
            (["outcome": .string(long)], .invalidValue), (["outcome": ""], .invalidValue),
            (["outcome": "purchased", "policy_id": 5], .wrongType), (["outcome": true], .wrongType),
            ("purchased", .wrongType), ([], .wrongType),
        ]
        for (payload, reason) in cases {
            try assert(envelope("CG_JOURNEY_COMPLETE", payload), .rejected(reason))
        }
    }

    func testHideClosesAndSaysSo() throws {
        try assert(
            envelope("CG_JOURNEY_HIDE"), .event(EventDraft("xcover.CG_JOURNEY_HIDE"), reactions: [.hide]))
        try assert(
            envelope("CG_JOURNEY_HIDE", ["reason": "later"]),
            .event(EventDraft("xcover.CG_JOURNEY_HIDE", ["reason": "later"]), reactions: [.hide]))
    }

    func testOtherTypesPassThroughWithoutAnEffect() throws {
        try assert(
            envelope("CG_JOURNEY_RESIZE", ["height": 840]),
            .event(EventDraft("xcover.CG_JOURNEY_RESIZE", ["height": 840]), reactions: []))
        try assert(envelope("CG_JOURNEY_ERROR"), .event(EventDraft("xcover.CG_JOURNEY_ERROR"), reactions: []))
        // Words are compared byte by byte.
        try assert(envelope("cg_journey_hide"), .event(EventDraft("xcover.cg_journey_hide"), reactions: []))
    }

    func testATypeThatIsNoPlainWordNeverStandsInATypeOfOurs() throws {
        for word in ["a b", "x\"); alert(1)//", "é", "", String(repeating: "x", count: 65), "unknown", "a\u{0}"] {
            guard !word.isEmpty else {
                try assert(envelope(.string(word)), .rejected(.missingField))
                continue
            }
            try assert(
                envelope(.string(word), ["a": 1]),
                .event(EventDraft("xcover.unknown", ["type": .string(word), "payload": ["a": 1]]), reactions: []))
        }
    }

    func testWhatIsNoEnvelopeIsNamed() throws {
        let cases: [(JSONValue, RejectionReason)] = [
            (nil, .notObject), ("CG_JOURNEY_READY", .notObject), ([], .notObject), (7, .notObject),
            ([:], .missingField), (["type": "CG_JOURNEY_READY"], .missingField),
            (["source": nil, "type": "CG_JOURNEY_READY"], .missingField),
            (["source": "xcover-journeys "], .unknownSource), (["source": "XCOVER-JOURNEYS"], .unknownSource),
            (["source": ["xcover-journeys"], "type": "CG_JOURNEY_READY"], .wrongType),
            (["source": "xcover-journeys"], .missingField), (["source": "xcover-journeys", "type": 1], .wrongType),
            (["source": "xcover-journeys", "type": "X", "payload": "text"], .wrongType),
            (["source": "xcover-journeys", "type": "X", "payload": [1]], .wrongType),
        ]
        for (body, reason) in cases { try assert(body, .rejected(reason)) }
    }

    func testOnlyTheJourneysOwnMainFrameMaySpeak() throws {
        let journey = try XCoverIntegration(IntegrationOptions())
        var gate = MessageGate(handlers: journey.declaration.handlers, clock: ManualHostClock())
        let body = envelope("CG_JOURNEY_READY")
        let speakers: [(Speaker, RejectionReason)] = [
            (Speaker(origin: .literal("https://xcj.xcover.com.evil.example"), isMainFrame: true), .origin),
            (Speaker(origin: .literal("http://xcj.xcover.com"), isMainFrame: true), .origin),
            (Speaker(origin: nil, isMainFrame: true), .origin),
            (Speaker(origin: .literal("https://xcj.xcover.com"), isMainFrame: false), .frame),
        ]
        for (speaker, reason) in speakers {
            let input = GatedInput(handler: "cgJourneyBridge", speaker: speaker, isStamped: true, body: body)
            XCTAssertEqual(gate.admit(input).decision, .refused(reason))
        }
    }
}
