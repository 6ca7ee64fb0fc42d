// What a page may call, and what of it is refused.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomVendors
import XCTest

final class UKeyCallTests: XCTestCase {
    private let id = "0F47A3E0-0000-4000-8000-1234567890ab"

    private func decode(_ handler: String, _ body: JSONValue) throws -> Decoding {
        let origin = try Origin("app://ukey")
        return try UKeyIntegration(IntegrationOptions()).decode(
            GatedMessage(handler: handler, speaker: Speaker(origin: origin, isMainFrame: true), body: body))
    }

    private func reason(_ handler: String, _ body: JSONValue) throws -> String? {
        if case .rejected(let reason) = try decode(handler, body) { reason.rawValue } else { nil }
    }

    func testCallsOfTheContractAreEventsWithoutTheirData() throws {
        let calls: [(String, JSONValue)] = [
            ("enumerate", [:]), ("enumerate", .null), ("connect", ["uuid": .string(id)]), ("disconnect", [:]),
            ("disconnect", ["uuid": .string(id)]), ("send", ["uuid": .string(id), "data": "0AfF"]),
            ("send", ["uuid": .string(id), "data": "3f", "withoutResponse": false]), ("requestPinInput", [:]),
            ("requestButtonConfirmation", [:]), ("requestButtonConfirmation", ["message": "Sign?"]),
            ("closeUIWindow", [:]), ("requestPassphraseInput", [:]),
        ]
        for (handler, body) in calls {
            XCTAssertEqual(
                try decode(handler, body), .event(EventDraft("ukey.\(handler)"), reactions: []), "\(handler) \(body)")
        }
    }

    func testASendIsRefusedAsAWhole() throws {
        let cases: [(JSONValue?, String)] = [
            ("abc", "odd_length"), ("a", "odd_length"), ("zz0a", "bad_digit"), ("+f-0", "bad_digit"),
            ("０ａ", "bad_digit"), ("é0a0", "bad_digit"), ("", "missing_field"), (nil, "missing_field"),
            (.null, "wrong_type"), (7, "wrong_type"), (["00"], "wrong_type"), (["a": "00"], "wrong_type"),
            (.string(String(repeating: "00", count: 4097)), "size"),
        ]
        for (data, expected) in cases {
            var body: [String: JSONValue] = ["uuid": .string(id)]
            body["data"] = data
            XCTAssertEqual(try reason("send", .object(body)), expected, "\(body)")
        }
        XCTAssertEqual(try reason("send", ["data": "00"]), "missing_field")
        XCTAssertEqual(try reason("send", "00"), "missing_field")
        XCTAssertEqual(
            try reason("send", ["uuid": .string(id), "data": "00", "withoutResponse": 1]), "wrong_type")
    }

    func testAnIDIsAUUIDAndNothingElse() throws {
        for bad in ["not-a-uuid", "{\(id)}", "AA:BB:CC:DD:EE:FF", "", "0F47A3E0-0000-4000-8000-1234567890aé"] {
            XCTAssertEqual(try reason("connect", ["uuid": .string(bad)]), "invalid_id", bad)
            XCTAssertEqual(try reason("disconnect", ["uuid": .string(bad)]), "invalid_id", bad)
        }
        XCTAssertEqual(try reason("connect", ["uuid": 7]), "wrong_type")
        XCTAssertEqual(try reason("connect", [:]), "missing_field")
    }

    func testHandlersAreNoScriptMessageHandlersAndTakeThePackagedPageAlone() throws {
        let declaration = try UKeyIntegration(IntegrationOptions()).declaration
        XCTAssertEqual(declaration.handlers.count, 8)
        for handler in declaration.handlers {
            XCTAssertEqual(handler.carrier, .capability("wallet"))
            XCTAssertEqual(handler.origins.description, "app://ukey")
            XCTAssertTrue(handler.mainFrameOnly)
        }
        XCTAssertEqual(declaration.policy.inside.description, "app://ukey")
        XCTAssertFalse(declaration.policy.opensPublicWeb)
    }

    func testTheSearchTakesFromOneToThirtySeconds() throws {
        for bad in ["0", "31", "0.9", "-1", "x"] {
            XCTAssertThrowsError(try UKeyIntegration(IntegrationOptions(parameters: ["scanSeconds": [bad]])), bad)
        }
        let integration = try UKeyIntegration(IntegrationOptions(parameters: ["scanSeconds": ["1.5"]]))
        XCTAssertEqual(integration.declaration.capabilities.first?.settings["scanMilliseconds"], 1500)
    }
}
