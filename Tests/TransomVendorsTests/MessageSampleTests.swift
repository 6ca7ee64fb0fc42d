// Every message of every vendor's catalogue, good, minimal, extended and malformed.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import XCTest

@testable import TransomVendors

/// Samples of every message that a vendor's page can send, and a check that no message of the catalogues lacks one.
final class MessageSampleTests: XCTestCase {
    /// The four samples of one message.
    private struct Samples {
        /// The message, as the catalogue names it.
        let message: String
        /// The event that it gives.
        let event: String
        /// Everything that the vendor documents.
        let good: JSONValue
        /// What it cannot do without, and nothing else.
        let minimal: JSONValue
        /// The good one with members that a later version may bring.
        let extended: JSONValue
        /// What the vendor does not mean, with what becomes of it.
        let malformed: [(JSONValue, Verdict)]
    }

    /// What becomes of a malformed message.
    private enum Verdict {
        /// It is refused with a reason.
        case refused(String)
        /// It is passed on, and its data say what is wrong.
        case marked(String)
    }

    // MARK: - The samples

    private static let hubble: [Samples] =
        [
            action("app_ready"), action("close"),
            Samples(
                message: "error", event: "hubble.error",
                good: ["type": "action", "action": "error", "message": "no such partner"],
                minimal: ["type": "action", "action": "error"],
                extended: ["type": "action", "action": "error", "message": "x", "code": 7, "properties": ["a": [1]]],
                malformed: [(["type": "action", "action": ["error"]], .refused("wrong_type"))]),
            Samples(
                message: "launch_link", event: "hubble.launch_link",
                good: ["type": "action", "action": "launch_link", "properties": ["link": "https://shop.example/a"]],
                minimal: ["type": "action", "action": "launch_link", "properties": ["link": "upi://pay"]],
                extended: [
                    "type": "action", "action": "launch_link",
                    "properties": ["link": "https://shop.example/a", "title": "Shop", "newTab": true], "v": 2,
                ],
                malformed: [
                    (["type": "action", "action": "launch_link"], .refused("missing_field")),
                    (["type": "action", "action": "launch_link", "properties": ["link": 7]], .refused("wrong_type")),
                    (["type": "action", "action": "launch_link", "properties": "x"], .refused("wrong_type")),
                ]),
        ]
        + analytics.map { event, properties, minimal, wrong in
            Samples(
                message: event, event: "hubble.analytics." + event,
                good: ["type": "analytics", "event": .string(event), "properties": .object(properties)],
                minimal: minimal
                    ? ["type": "analytics", "event": .string(event)]
                    : ["type": "event", "event": .string(event), "properties": [:]],
                extended: [
                    "type": "analytics", "event": .string(event), "sentAt": 1_700_000_000,
                    "properties": .object(properties.merging(["later": ["a": [true]]]) { own, _ in own }),
                ],
                malformed: [
                    (["type": "analytics", "event": .string(event), "properties": []], .refused("wrong_type")),
                    (["type": "analytics", "event": ["name": .string(event)]], .refused("wrong_type")),
                ]
                    + (wrong.map { name, value in
                        [
                            (
                                ["type": "analytics", "event": .string(event), "properties": [name: value]],
                                .marked("mismatches")
                            )
                        ]
                    } ?? []))
        }

    private static func action(_ name: String) -> Samples {
        Samples(
            message: name, event: "hubble." + name,
            good: ["type": "action", "action": .string(name), "properties": [:]],
            minimal: ["type": "action", "action": .string(name)],
            extended: ["type": "action", "action": .string(name), "properties": ["a": 1], "version": "2", "x": [1]],
            malformed: [
                (["type": "action", "action": .string(name.uppercased())], .refused("unknown_action")),
                (["type": "ACTION", "action": .string(name)], .refused("unknown_type")),
                (["action": .string(name)], .refused("missing_field")),
                (["type": 1, "action": .string(name)], .refused("wrong_type")),
                (.array([.string(name)]), .refused("not_object")),
            ])
    }

    /// Every event that the vendor documents: its properties, whether it may lack them, and one of a wrong kind.
    private static let analytics: [(String, [String: JSONValue], Bool, (String, JSONValue)?)] = [
        ("visit_home", ["isModal": false], true, ("isModal", 0)),
        ("visit_search", ["isModal": true], false, ("isModal", "no")),
        ("visit_category", ["categoryName": "FASHION", "isModal": false], true, ("categoryName", 1)),
        (
            "visit_brand_l2", ["productId": "p", "brandName": "Amazon", "amount": 500, "isModal": false], false,
            ("amount", "500")
        ),
        (
            "visit_checkout_summary",
            [
                "brandName": "Amazon", "amount": 500, "couponCode": "X", "useCoins": true, "discount": 12,
                "hubbleBaseDiscount": 3,
            ], true, ("useCoins", "yes")
        ),
        ("visit_coupons", ["isModal": true], true, ("isModal", [])),
        ("search_query", ["query": "am"], false, ("query", .null)),
        (
            "payment_initiated",
            [
                "brandName": "A", "amount": 99, "paymentMode": "UPI", "productId": "p", "consumeCoins": false,
                "couponCode": "X",
            ], true, ("paymentMode", 4)
        ),
        ("payment_success", ["amount": 500, "referenceId": "o-1", "provider": "RAZORPAY"], true, ("referenceId", 7)),
        ("payment_fail", ["amount": 500, "failureReason": "declined"], false, ("failureReason", ["a": 1])),
        (
            "coin_payment", ["amount": 1, "coins": 2, "baseDiscount": 3, "couponDiscount": 4, "totalDiscount": 5], true,
            ("coins", "2")
        ),
        ("voucher_generation_success", ["brandName": "Amazon", "vouchersCount": 1], true, nil),
        ("voucher_generation_fail", [:], true, nil),
        ("exited", ["through": "home_back_button"], true, ("through", false)),
    ]

    private static let googlepay = [
        Samples(
            message: "result", event: "googlepay.result", good: ["code": "ok", "seconds": 12],
            minimal: ["code": "canceled", "seconds": 0],
            extended: ["code": "failed", "seconds": 3, "data": ["cardNumber": "4111"], "v": 2],
            malformed: [
                (["code": "paid", "seconds": 1], .refused("unknown_code")), (["seconds": 1], .refused("missing_field")),
                (["code": "ok"], .refused("missing_field")), (["code": 0, "seconds": 1], .refused("wrong_type")),
                (["code": "ok", "seconds": "1"], .refused("wrong_type")),
                (["code": "ok", "seconds": -1], .refused("wrong_type")), ("ok", .refused("not_object")),
            ])
    ]

    private static let xcover = [
        journey("CG_JOURNEY_READY", good: [:], malformed: []),
        journey("CG_JOURNEY_HIDE", good: [:], malformed: []),
        journey(
            "CG_JOURNEY_COMPLETE", good: ["outcome": "purchased", "policy_id": "POL-1_a"],
            minimal: ["outcome": "declined"],
            malformed: [
                ([:], "missing_field"), (["policy_id": "../x"], "invalid_value"), (["policy_id": 7], "wrong_type"),
                (["outcome": ["a": 1], "policy_id": "p"], "wrong_type"), (["outcome": ""], "invalid_value"),
            ]),
        journey("CG_JOURNEY_STEP", good: ["step": "cover", "index": 2], malformed: []),
        Samples(
            message: "unknown", event: "xcover.unknown",
            good: ["source": "xcover-journeys", "type": "a type of words", "payload": ["a": 1]],
            minimal: ["source": "xcover-journeys", "type": "<b>"],
            extended: ["source": "xcover-journeys", "type": "a/b", "payload": [:], "id": 4],
            malformed: [(["source": "xcover-journeys", "type": ""], .refused("missing_field"))]),
    ]

    private static func journey(
        _ type: String, good: JSONValue, minimal: JSONValue? = nil, malformed: [(JSONValue, String)]
    ) -> Samples {
        func envelope(_ payload: JSONValue?, _ more: [String: JSONValue] = [:]) -> JSONValue {
            var members: [String: JSONValue] = ["source": "xcover-journeys", "type": .string(type)]
            members["payload"] = payload
            return .object(members.merging(more) { _, new in new })
        }
        var extended: [String: JSONValue] = ["later": [true, .null]]
        if case .object(let members) = good { extended.merge(members) { _, own in own } }
        return Samples(
            message: type, event: "xcover." + type, good: envelope(good), minimal: envelope(minimal),
            extended: envelope(.object(extended), ["id": "m-1", "version": 3]),
            malformed: malformed.map { (envelope($0.0), .refused($0.1)) } + [
                (envelope("payload"), .refused("wrong_type")), (envelope([1]), .refused("wrong_type")),
                (envelope(good, ["source": "someone-else"]), .refused("unknown_source")),
                (envelope(good, ["source": .null]), .refused("missing_field")), (.null, .refused("not_object")),
            ])
    }

    private static let volley = [
        Samples(
            message: "redirect", event: "volley.redirect",
            good: ["type": "redirect", "url": "https://bank.example/authorise?consent=1"],
            minimal: ["type": "redirect", "url": "https://bank.example"],
            extended: ["type": "redirect", "url": "https://bank.example/a", "bank": "Kauri", "v": [2]],
            malformed: [
                (["type": "redirect"], .refused("missing_field")),
                (["type": "redirect", "url": 7], .refused("wrong_type")),
                (["type": "redirect", "url": "http://bank.example/"], .refused("invalid_value")),
                (["type": "redirect", "url": "javascript:alert(1)"], .refused("invalid_value")),
                (["type": "Redirect", "url": "https://bank.example/"], .refused("unknown_type")),
            ]),
        Samples(
            message: "complete", event: "volley.complete",
            good: ["type": "complete", "status": "success", "bank": "Kauri Bank", "paymentId": "p-1"],
            minimal: ["type": "complete", "status": "declined"],
            extended: ["type": "complete", "status": "success", "bank": .null, "amount": "1.00", "extra": ["a": 1]],
            malformed: [
                (["type": "complete"], .marked("malformed")),
                (["type": "complete", "status": 1], .marked("malformed")),
                (["type": "complete", "status": "success", "paymentId": 123], .marked("malformed")),
                (["type": "complete", "status": "success", "bank": ["a"]], .marked("malformed")),
                (["status": "success"], .refused("missing_field")),
                (["type": [], "status": "x"], .refused("wrong_type")),
                ("complete", .refused("not_object")),
            ]),
    ]

    private static let wallet = "0F47A3E0-0000-4000-8000-1234567890ab"

    private static let ukey: [Samples] = {
        let id: JSONValue = .string(wallet)
        let badID: [(JSONValue, Verdict)] = [
            (["uuid": "x"], .refused("invalid_id")), (["uuid": 7], .refused("wrong_type")),
        ]
        return [
            call("enumerate", [:], .null),
            call("connect", ["uuid": id], malformed: badID + [([:], .refused("missing_field"))]),
            call("disconnect", ["uuid": id], [:], malformed: badID),
            call(
                "send", ["uuid": id, "data": "0aFF", "withoutResponse": true], ["uuid": id, "data": "00"],
                malformed: badID + [
                    (["uuid": id, "data": "abc"], .refused("odd_length")),
                    (["uuid": id, "data": "zz"], .refused("bad_digit")), (["uuid": id], .refused("missing_field")),
                    (["uuid": id, "data": "00", "withoutResponse": "no"], .refused("wrong_type")),
                ]),
            call("requestPinInput", [:], .null), call("requestPassphraseInput", [:], .null),
            call(
                "requestButtonConfirmation", ["message": "Sign?"], [:],
                malformed: [(["message": 7], .refused("wrong_type")), (["message": ["a"]], .refused("wrong_type"))]),
            call("closeUIWindow", [:], .null),
        ]
    }()

    private static func call(
        _ name: String, _ good: JSONValue, _ minimal: JSONValue? = nil, malformed: [(JSONValue, Verdict)] = []
    ) -> Samples {
        var extended: [String: JSONValue] = ["later": [1, ["a": .null]]]
        if case .object(let members) = good { extended.merge(members) { _, own in own } }
        return Samples(
            message: name, event: "ukey." + name, good: good, minimal: minimal ?? good, extended: .object(extended),
            malformed: malformed)
    }

    /// Calls whose body the vendor's SDK leaves open, so that no body of theirs is malformed.
    private static let takesAnything = ["enumerate", "requestPinInput", "requestPassphraseInput", "closeUIWindow"]

    // MARK: - Decoding

    private func decoder(_ name: String) throws -> (Samples, JSONValue) -> Decoding {
        let integration: any Integration =
            switch name {
            case "hubble": try HubbleIntegration(IntegrationOptions())
            case "googlepay": try GooglePayIntegration(IntegrationOptions())
            case "xcover": try XCoverIntegration(IntegrationOptions())
            case "volley": try VolleyIntegration(IntegrationOptions())
            default: try UKeyIntegration(IntegrationOptions())
            }
        let handlers = integration.declaration.handlers
        return { samples, body in
            let handler = name == "ukey" ? samples.message : handlers.first?.name ?? ""
            let origin = handlers.first { $0.name == handler }?.origins.rules.first?.origin
            return integration.decode(
                GatedMessage(
                    handler: handler, speaker: Speaker(origin: origin, isMainFrame: true), body: body,
                    documentURL: integration.startURL.reveal()))
        }
    }

    private static let all: [(name: String, samples: [Samples])] = [
        ("hubble", hubble), ("googlepay", googlepay), ("xcover", xcover), ("volley", volley), ("ukey", ukey),
    ]

    private func draft(_ decoding: Decoding) -> EventDraft? {
        switch decoding {
        case .event(let draft, _), .once(_, let draft, _): draft
        default: nil
        }
    }

    func testGoodMinimalAndExtendedMessagesAreTheEventTheyMean() throws {
        for (name, samples) in Self.all {
            let decode = try decoder(name)
            let integration = try XCTUnwrap(IntegrationRegistry.all.first { $0.name == name })
            let catalogue = EventCatalogue(integration)
            for each in samples {
                for (kind, body) in [("good", each.good), ("minimal", each.minimal), ("extended", each.extended)] {
                    let draft = draft(decode(each, body))
                    XCTAssertEqual(draft?.type, each.event, "\(name) \(each.message) \(kind)")
                    // The host adds to a wallet's event what came of the call.
                    guard let draft, name != "ukey" else { continue }
                    XCTAssertEqual(
                        catalogue.mismatches(type: draft.type, data: draft.data), [], "\(name) \(each.message) \(kind)")
                    XCTAssertNil(draft.data["malformed"], "\(name) \(each.message) \(kind)")
                    XCTAssertNil(draft.data["mismatches"], "\(name) \(each.message) \(kind)")
                }
            }
        }
    }

    func testMalformedMessagesAreRefusedOrMarked() throws {
        for (name, samples) in Self.all {
            let decode = try decoder(name)
            for each in samples {
                XCTAssertEqual(
                    each.malformed.isEmpty, Self.takesAnything.contains(each.message), "\(name) \(each.message)")
                for (body, verdict) in each.malformed {
                    switch (decode(each, body), verdict) {
                    case (.rejected(let reason), .refused(let expected)):
                        XCTAssertEqual(reason.rawValue, expected, "\(name) \(each.message) \(body)")
                    case (.event(let draft, let reactions), .marked(let member)):
                        XCTAssertNotNil(draft.data[member], "\(name) \(each.message) \(body)")
                        XCTAssertEqual(reactions, [], "what is malformed has no effect")
                    case (let decoding, _):
                        XCTFail("\(name) \(each.message) \(body): \(decoding)")
                    }
                }
            }
        }
    }

    // MARK: - Nothing is left out

    func testEveryEventOfEveryVendorHasSamples() {
        // These are the host's own words about a device, and about a message that names no event in plain letters.
        let ofTheHost: Set<String> = ["ukey.device", "hubble.analytics"]
        XCTAssertEqual(Set(Self.all.map(\.name)), Set(IntegrationRegistry.vendors.map { $0.name }))
        for integration in IntegrationRegistry.vendors {
            let events = Self.all.first { $0.name == integration.name }?.samples.map(\.event) ?? []
            for declared in integration.events.map(\.type) where !ofTheHost.contains(declared) {
                let pattern = declared.hasSuffix("*") ? String(declared.dropLast()) : nil
                XCTAssertTrue(
                    events.contains { event in pattern.map { event.hasPrefix($0) } ?? (event == declared) },
                    "\(declared) has no samples")
            }
        }
    }

    func testEveryAnalyticsEventWhosePropertiesAreKnownHasSamples() throws {
        let decode = try decoder("hubble")
        let sampled = Set(Self.hubble.map(\.message))
        XCTAssertFalse(HubbleAnalytics.schemas.isEmpty)
        for event in HubbleAnalytics.schemas.keys {
            XCTAssertTrue(sampled.contains(event), "\(event) has no samples")
        }
        // A word that is no plain one is passed on under the common type.
        let body: JSONValue = ["type": "analytics", "event": "two words"]
        XCTAssertEqual(draft(decode(Self.hubble[0], body))?.type, "hubble.analytics")
    }
}
