// Events as CloudEvents, in sequence, without secrets.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import XCTest

final class EventTests: XCTestCase {
    private let clock = ManualHostClock(wall: 1_796_052_180)

    private func factory(_ redaction: Redaction = Redaction()) -> EventFactory {
        EventFactory(host: "kiosk-1", integration: "hubble", clock: clock, redaction: redaction)
    }

    func testAnEventIsOneCloudEventsObject() throws {
        let factory = factory()
        let speaker = Speaker(origin: try Origin("https://vouchers.myhubble.money"), isMainFrame: true)
        let event = factory.event(EventDraft("hubble.app_ready", ["x": 1]), speaker: speaker, replyto: "7")
        XCTAssertEqual(
            event.json,
            #"{"specversion":"1.0","id":"\#(event.id)","source":"urn:transom:kiosk-1:hubble","type":"hubble.app_ready","#
                + #""time":"2026-11-30T15:23:00.000Z","subject":"\#(factory.session)","sequence":"0000000001","#
                + #""datacontenttype":"application/json","origin":"https://vouchers.myhubble.money","mainframe":true,"#
                + #""replyto":"7","data":{"x":1}}"#)
        XCTAssertFalse(event.json.contains("\n"))
    }

    func testWhatDoesNotApplyIsLeftOut() throws {
        let json = factory().event(EventDraft("transom.session.ended")).json
        for name in ["\"origin\"", "\"mainframe\"", "\"replyto\""] { XCTAssertFalse(json.contains(name), json) }
        XCTAssertTrue(json.hasSuffix(",\"data\":{}}"), json)
    }

    func testAnOpaqueOriginIsWrittenAsNull() {
        let event = factory().event(EventDraft("x.y"), speaker: Speaker(origin: nil, isMainFrame: false))
        XCTAssertEqual(event.origin, "null")
        XCTAssertTrue(event.json.contains(#""origin":"null","mainframe":false"#))
    }

    func testSequencesGrowByOneAndIdsAreUniqueFromAnyThread() {
        let factory = factory()
        let found = Collector<Event>()
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<500 { found.add(factory.event(EventDraft("x.y"))) }
        }
        XCTAssertEqual(found.all.map(\.sequence).sorted(), Array(1...2_000))
        XCTAssertEqual(Set(found.all.map(\.id)).count, 2_000)
        XCTAssertEqual(found.all.first?.sequenceText.count, 10)
    }

    func testANewSessionHasANameOfItsOwnAndTheSequenceGoesOn() {
        let factory = factory()
        let first = factory.event(EventDraft("x.y"))
        let name = factory.beginSession()
        let second = factory.event(EventDraft("x.y"))
        XCTAssertNotEqual(first.subject, second.subject)
        XCTAssertEqual(second.subject, name)
        XCTAssertEqual(second.sequence, 2)
    }

    func testNoSecretPassesWhereverItStands() {
        let redaction = Redaction()
        redaction.add(secret: "CANARY-7f3a&x")
        let event = factory(redaction).event(
            EventDraft(
                "page.CANARY-7f3a&x",
                ["CANARY-7f3a&x": "a", "list": ["see CANARY-7f3a&x!", ["deep": "https://h/?t=CANARY-7f3a%26x"]]]),
            replyto: "CANARY-7f3a&x")
        XCTAssertFalse(event.json.contains("CANARY"), event.json)
    }

    func testAHostNameThatAURNDoesNotHaveIsEncoded() {
        let factory = EventFactory(host: "a:b ü", integration: "page", clock: clock, redaction: Redaction())
        XCTAssertEqual(factory.source, "urn:transom:a%3Ab%20%C3%BC:page")
    }

    func testOnlyPlainWordsStandInTypes() {
        for word in ["a", "visit_home", "A-Z.0_9", String(repeating: "x", count: 64)] {
            XCTAssertTrue(EventWord.isPlain(word), word)
        }
        for word in ["", "a b", "a/b", "é", "a\n", "ａ", "a\0", String(repeating: "x", count: 65), "\u{212A}", "<b>"] {
            XCTAssertFalse(EventWord.isPlain(word), word)
        }
    }

    func testATimeThatIsSpeltInAnotherWayIsNone() {
        XCTAssertNotNil(WallTime(rfc3339: "2026-01-01T00:00:00.123456789Z"))
        for text in [
            "2026-01-01T00:00:00.99999999999999999999Z", "2026-01-01T00:00:00.99999999999999999999999999999999Z",
            "2026/01/01T00:00:00Z", "2026-01-01 00:00:00Z", "2026-01-01T00.00.00Z", "2026-13-01T00:00:00Z", "Z",
        ] {
            XCTAssertNil(WallTime(rfc3339: text), text)
        }
    }

    func testABodyAsDeepAsAPagesMayBeIsReadBack() throws {
        let depth = ChannelLimits.ceiling.depth
        let body = (1..<depth).reduce(JSONValue.integer(1)) { value, _ in .array([value]) }
        let factory = EventFactory(host: "h", integration: "i", clock: ManualHostClock(), redaction: Redaction())
        let event = factory.event(EventDraft("page.x", ["result": ["value": body]]))
        XCTAssertEqual(Event(json: event.json)?.data, event.data)
    }

    func testASecretThatIsANumberIsTakenOutOfNumbers() {
        let redaction = Redaction()
        redaction.add(secret: "8273645190")
        let factory = EventFactory(host: "h", integration: "i", clock: ManualHostClock(), redaction: redaction)
        let event = factory.event(EventDraft("page.x", ["ref": 8_273_645_190, "other": 500]))
        XCTAssertFalse(event.json.contains("8273645190"), event.json)
        XCTAssertEqual(event.data["other"], 500)
    }
}
