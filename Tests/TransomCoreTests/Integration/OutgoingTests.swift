// What the host sends to a page: passed as values, checked, and kept until the page listens.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import XCTest

final class OutgoingTests: XCTestCase {
    private let channel = OutgoingChannel(
        source: "shop", targetOrigin: .literal("https://shop.example"), readyEvent: "shop.ready")

    private func message(_ type: String) throws -> OutgoingMessage { try OutgoingMessage(type: type) }

    func testAMessageIsAnEnvelopeAndAnExactOrigin() throws {
        let hostile = #"x'); alert(1); //"#
        let sent = try OutgoingMessage(type: hostile, payload: ["a": ["b": nil], "n": 1])
        XCTAssertEqual(
            channel.arguments(for: sent),
            [
                "envelope": ["source": "shop", "type": .string(hostile), "payload": ["a": ["b": nil], "n": 1]],
                "targetOrigin": "https://shop.example",
            ])
        XCTAssertEqual(
            channel.arguments(for: try message("HIDE"))["envelope"], ["source": "shop", "type": "HIDE"])
        XCTAssertEqual(try OutgoingMessage(type: "HIDE", payload: .null), try message("HIDE"))
    }

    func testWhatCannotBeSentIsSaid() {
        func problem(_ type: String, _ payload: JSONValue? = nil) -> String {
            do {
                _ = try OutgoingMessage(type: type, payload: payload, limits: ChannelLimits(textBytes: 64, depth: 3))
                return ""
            } catch {
                return "\(error)"
            }
        }
        XCTAssertEqual(problem(""), "a type of 0 bytes cannot be sent; 1 to 256 are possible")
        XCTAssertEqual(
            problem(String(repeating: "é", count: 129)), "a type of 258 bytes cannot be sent; 1 to 256 are possible")
        XCTAssertEqual(problem("X", "text"), "a payload of kind string cannot be sent; an object is possible")
        XCTAssertEqual(problem("X", []), "a payload of kind array cannot be sent; an object is possible")
        XCTAssertEqual(
            problem("X", ["a": .string(String(repeating: "a", count: 64))]),
            "the payload cannot be sent: The value is longer than 64 bytes of JSON.")
        XCTAssertEqual(
            problem("X", ["a": ["b": ["c": ["d": 1]]]]),
            "the payload cannot be sent: The value is nested deeper than 3 levels.")
        XCTAssertEqual(problem("X", ["a": ["b": 1]]), "")
    }

    func testMessagesWaitInOrderUntilThePageListens() throws {
        var queue = OutgoingQueue(channel)
        XCTAssertEqual(try queue.send(message("ONE")), [])
        XCTAssertEqual(try queue.send(message("TWO")), [])
        XCTAssertEqual(queue.told("shop.other"), [])
        XCTAssertEqual(queue.told("shop.ready"), [try message("ONE"), try message("TWO")])
        XCTAssertEqual(try queue.send(message("THREE")), [try message("THREE")])
        XCTAssertEqual(queue.told("shop.ready"), [])
    }

    func testANewDocumentListensOnlyWhenItSaysSo() throws {
        var queue = OutgoingQueue(channel)
        _ = queue.told("shop.ready")
        queue.documentChanged()
        XCTAssertEqual(try queue.send(message("ONE")), [])
        XCTAssertEqual(queue.told("shop.ready"), [try message("ONE")])
    }

    func testAPageThatAlwaysListensIsNeverWaitedFor() throws {
        var queue = OutgoingQueue(
            OutgoingChannel(source: "shop", targetOrigin: .literal("https://shop.example"), readyEvent: nil))
        XCTAssertEqual(try queue.send(message("ONE")), [try message("ONE")])
        queue.documentChanged()
        XCTAssertEqual(try queue.send(message("TWO")), [try message("TWO")])
        XCTAssertEqual(queue.told("shop.ready"), [])
    }

    func testTheQueueIsBounded() throws {
        var queue = OutgoingQueue(channel)
        for index in 0..<OutgoingQueue.capacity { XCTAssertEqual(try queue.send(message("M\(index)")), []) }
        XCTAssertThrowsError(try queue.send(message("ONE MORE"))) {
            XCTAssertEqual($0 as? OutgoingProblem, .queueFull(capacity: 64))
            XCTAssertEqual("\($0)", "the page is not ready and 64 messages wait already")
        }
        XCTAssertEqual(queue.told("shop.ready").count, 64)
        XCTAssertEqual(queue.count, 0)
    }
}
