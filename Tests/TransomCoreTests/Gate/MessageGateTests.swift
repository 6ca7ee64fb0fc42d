// What passes the gate, and what is told of the rest.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import XCTest

final class MessageGateTests: XCTestCase {
    private let clock = ManualHostClock()
    private let store = Origin.literal("https://vouchers.myhubble.money")
    private let evil = Origin.literal("https://evil.example")

    private func gate(
        _ form: MessageForm = .textOrObject, parsesText: Bool = true, mainFrameOnly: Bool = true,
        limits: ChannelLimits? = nil, host: Limits = .standard
    ) -> MessageGate {
        MessageGate(
            handlers: [
                HandlerDeclaration(
                    "bridge", form: form, parsesText: parsesText, origins: OriginSet(OriginRule(exactly: store)),
                    mainFrameOnly: mainFrameOnly, limits: limits)
            ], limits: host, clock: clock)
    }

    private func input(
        _ body: Any, origin: Origin?, main: Bool = true, stamped: Bool = true, handler: String = "bridge"
    ) -> GatedInput {
        GatedInput(
            handler: handler, speaker: Speaker(origin: origin, isMainFrame: main), isStamped: stamped, body: body)
    }

    private func decide(_ gate: inout MessageGate, _ body: Any) -> GateDecision {
        gate.admit(input(body, origin: store)).decision
    }

    private func reason(_ gate: inout MessageGate, _ body: Any) -> RejectionReason? {
        guard case .refused(let reason) = decide(&gate, body) else { return nil }
        return reason
    }

    func testTextAndObjectGiveTheSameMessage() {
        var gate = gate()
        let object: [String: Any] = ["type": "action", "action": "app_ready"]
        let asObject = decide(&gate, object)
        let asText = decide(&gate, #"{"type":"action","action":"app_ready"}"#)
        XCTAssertEqual(asObject, asText)
        XCTAssertEqual(
            asText,
            .accepted(
                GatedMessage(
                    handler: "bridge", speaker: Speaker(origin: store, isMainFrame: true),
                    body: ["type": "action", "action": "app_ready"])))
    }

    func testWhoSpokeIsJudgedBeforeWhatIsSaid() {
        var gate = gate()
        let body: [String: Any] = [:]
        let cases: [(GatedInput, RejectionReason)] = [
            (input(body, origin: store, handler: "other"), .handler),
            (input(body, origin: store, stamped: false), .unstamped),
            (input(body, origin: evil), .origin), (input(body, origin: nil), .origin),
            (input(body, origin: .literal("http://vouchers.myhubble.money")), .origin),
            (input(body, origin: .literal("https://vouchers.myhubble.money:8443")), .origin),
            (input(body, origin: .literal("https://vouchers.myhubble.money.evil.example")), .origin),
            (input(body, origin: store, main: false), .frame), (input(Date(), origin: evil), .origin),
        ]
        for (input, reason) in cases { XCTAssertEqual(gate.admit(input).decision, .refused(reason)) }
    }

    func testAFrameMayPostWhereTheHandlerSaysSo() {
        var gate = gate(mainFrameOnly: false)
        guard case .accepted = gate.admit(input([String: Any](), origin: store, main: false)).decision else {
            return XCTFail("refused")
        }
    }

    func testAWholeBodyThatIsNoObjectIsRefused() {
        var gate = gate()
        let bodies: [Any] = [
            [Any](), NSNumber(value: 0), NSNumber(value: true), NSNull(), "[]", "0", "true", "null", "\"\"",
        ]
        for body in bodies { XCTAssertEqual(reason(&gate, body), .notObject, "\(body)") }
        XCTAssertEqual(reason(&gate, ""), .json)
        XCTAssertEqual(reason(&gate, "close"), .json)
    }

    func testEachFormTakesWhatItNames() {
        let bodies: [(Any, Set<MessageForm>)] = [
            ("x", [.text, .textOrObject, .any]), ([String: Any](), [.object, .textOrObject, .any]),
            ([1], [.any]), (NSNull(), [.any]), (true, [.any]), (1.5, [.any]),
        ]
        for form in MessageForm.allCases {
            for (body, forms) in bodies {
                var gate = gate(form, parsesText: false)
                XCTAssertEqual(reason(&gate, body) == nil, forms.contains(form), "\(form) \(body)")
            }
        }
    }

    func testTextIsParsedOnlyWhereTheHandlerSaysSo() {
        var plain = gate(.text, parsesText: false)
        guard case .accepted(let message) = decide(&plain, #"{"a":1}"#) else { return XCTFail("refused") }
        XCTAssertEqual(message.body, .string(#"{"a":1}"#))
        var parsing = gate(.text)
        guard case .accepted(let message) = decide(&parsing, #"{"a":1}"#) else { return XCTFail("refused") }
        XCTAssertEqual(message.body, ["a": 1])
    }

    func testANULIsPartOfATextAndDoesNotEndIt() {
        var plain = gate(.text, parsesText: false)
        guard case .accepted(let message) = decide(&plain, "close\0x") else { return XCTFail("refused") }
        XCTAssertEqual(message.body, .string("close\0x"))
        XCTAssertNotEqual(message.body, .string("close"))
        var parsing = gate()
        XCTAssertEqual(reason(&parsing, "{}\0x"), .json)
    }

    func testALoneSurrogateIsRefused() {
        var gate = gate()
        XCTAssertEqual(reason(&gate, #"{"type":"\ud800"}"#), .json)
    }

    func testDepthKeysSizeAndKindAreNamed() {
        var gate = gate()
        XCTAssertEqual(reason(&gate, "{\"a\":" + String(repeating: "[", count: 40_000)), .depth)
        XCTAssertEqual(reason(&gate, String(repeating: "x", count: 65_537)), .size)
        XCTAssertEqual(reason(&gate, ["a": String(repeating: "x", count: 65_537)]), .size)
        XCTAssertEqual(reason(&gate, Dictionary(uniqueKeysWithValues: (0..<65).map { ("\($0)", $0 as Any) })), .keys)
        XCTAssertEqual(reason(&gate, ["a": Date()]), .kind)
        XCTAssertEqual(reason(&gate, ["a": Double.nan]), .kind)
        var deep: Any = NSNull()
        for _ in 0..<33 { deep = [deep] }
        XCTAssertEqual(reason(&gate, ["a": deep]), .depth)
    }

    func testABurstPassesAndThenTheRateCounts() {
        var gate = gate(limits: ChannelLimits(rate: 200, burst: 1_000))
        let body: [String: Any] = [:]
        var accepted = (0..<1_500).count { _ in reason(&gate, body) == nil }
        XCTAssertEqual(accepted, 1_000)
        XCTAssertEqual(reason(&gate, body), .rate)
        clock.advance(by: .milliseconds(500))
        accepted = (0..<500).count { _ in reason(&gate, body) == nil }
        XCTAssertEqual(accepted, 100)
        clock.advance(by: .seconds(3_600))
        accepted = (0..<1_500).count { _ in reason(&gate, body) == nil }
        XCTAssertEqual(accepted, 1_000)
    }

    func testWhoMayNotSpeakCannotUseUpTheRate() {
        var gate = gate(limits: ChannelLimits(rate: 1, burst: 1))
        for _ in 0..<100 { _ = gate.admit(input([String: Any](), origin: evil)) }
        XCTAssertNil(reason(&gate, [String: Any]()))
    }

    func testFiveHundredMessagesAtOnceAreNoFlood() {
        var gate = gate()
        for number in 0..<500 {
            XCTAssertNil(reason(&gate, #"{"type":"analytics","event":"e\#(number)","properties":{}}"#))
        }
    }

    func testTheFirstRefusalIsToldAtOnceAndTheRestOnceASecond() {
        var gate = gate()
        let first = gate.admit(input(1, origin: evil)).report
        XCTAssertEqual(
            first,
            EventDraft(
                "transom.message.rejected",
                [
                    "handler": "bridge", "origin": "https://evil.example", "mainframe": true, "reason": "origin",
                    "count": 1,
                ]))
        XCTAssertNil(gate.reportsDue)
        for _ in 0..<41 { XCTAssertNil(gate.admit(input(1, origin: evil)).report) }
        XCTAssertEqual(gate.reportsDue, .seconds(1))
        clock.advance(by: .milliseconds(999))
        XCTAssertEqual(gate.takeReports(), [])
        clock.advance(by: .milliseconds(1))
        XCTAssertEqual(gate.takeReports().map { $0.data["count"] }, [41])
        XCTAssertEqual(gate.takeReports(), [])
        XCTAssertNil(gate.admit(input(1, origin: evil)).report, "the next window is open")
        XCTAssertEqual(gate.reportsDue, .seconds(2))
        clock.advance(by: .seconds(1))
        XCTAssertEqual(gate.takeReports().map { $0.data["count"] }, [1])
        clock.advance(by: .seconds(1))
        XCTAssertEqual(gate.takeReports(), [])
        XCTAssertNotNil(
            gate.admit(input(1, origin: evil)).report, "after a quiet second the first is told at once again")
    }

    func testKindsOfRefusalsAreToldApart() {
        var gate = gate()
        let reports = [
            gate.admit(input(1, origin: evil)).report, gate.admit(input(1, origin: nil)).report,
            gate.admit(input(1, origin: evil, main: false)).report, gate.admit(input(1, origin: store)).report,
            gate.admit(input(1, origin: store, stamped: false)).report,
        ]
        XCTAssertEqual(
            reports.compactMap { $0?.data["reason"]?.stringValue },
            ["origin", "origin", "origin", "not_object", "unstamped"])
        XCTAssertEqual(reports[1]?.data["origin"], "null")
        XCTAssertEqual(reports[2]?.data["mainframe"], false)
    }

    func testManyOriginsAreCountedTogether() throws {
        var host = Limits()
        host.rejectionKinds = 3
        var gate = gate(host: host)
        var reports: [EventDraft] = []
        for number in 0..<100 {
            let origin = try Origin("https://e\(number).example")
            if let report = gate.admit(input(1, origin: origin)).report { reports.append(report) }
        }
        XCTAssertEqual(reports.count, 4)
        XCTAssertEqual(reports.last?.data["origin"], "*")
        XCTAssertEqual(gate.finish().map { $0.data["count"] }, [96])
    }

    func testWhatTheIntegrationRejectsIsToldInTheSameWay() {
        var gate = gate()
        let message = GatedMessage(handler: "bridge", speaker: Speaker(origin: store, isMainFrame: true), body: [:])
        XCTAssertEqual(gate.reject(message, .unknownAction)?.data["reason"], "unknown_action")
        XCTAssertNil(gate.reject(message, .unknownAction))
        XCTAssertEqual(gate.finish().map { $0.data["count"] }, [1])
        XCTAssertEqual(gate.finish(), [])
    }

    func testNothingOfARefusedBodyIsTold() {
        var gate = gate()
        let bodies: [Any] = [
            "CANARY-7f3a", #"{"CANARY-7f3a":"#, ["CANARY-7f3a"], ["CANARY-7f3a": Date()] as [String: Any],
        ]
        for body in bodies {
            let (decision, report) = gate.admit(input(body, origin: store))
            XCTAssertFalse("\(decision) \(String(describing: report))".contains("CANARY"))
        }
    }

    func testAHandlerWithoutLimitsHasThoseOfTheHost() {
        var host = Limits()
        host.channel = ChannelLimits(textBytes: 10)
        var inherited = gate(.text, parsesText: false, host: host)
        XCTAssertEqual(reason(&inherited, "12345678901"), .size)
        var own = gate(.text, parsesText: false, limits: ChannelLimits(textBytes: 11), host: host)
        XCTAssertNil(reason(&own, "12345678901"))
    }

    func testLimitsAreCutToTheCeiling() {
        let limits = ChannelLimits(textBytes: .max, depth: .max, keys: .max, rate: .max, burst: .max)
        XCTAssertEqual(limits, .ceiling)
        let least = ChannelLimits(textBytes: -1, depth: -1, keys: -1, rate: -1, burst: -1)
        XCTAssertEqual(least, ChannelLimits(textBytes: 1, depth: 0, keys: 0, rate: 1, burst: 1))
        XCTAssertEqual(ChannelLimits(), .standard)
    }

    func testABucketNeitherRoundsNorOverflows() {
        var bucket = TokenBucket(count: 3, in: .seconds(60), burst: 3)
        XCTAssertEqual((0..<10).count { _ in bucket.take(at: .zero) }, 3)
        XCTAssertFalse(bucket.take(at: .milliseconds(19_999)))
        XCTAssertTrue(bucket.take(at: .seconds(20)))
        XCTAssertFalse(bucket.take(at: .seconds(20)))
        XCTAssertEqual((0..<10).count { _ in bucket.take(at: .seconds(100_000_000)) }, 3)
    }
}
