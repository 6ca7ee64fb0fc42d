// Bodies of Foundation's classes, as the engine hands them over.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import XCTest

final class JSONBodyTests: XCTestCase {
    private func fault(_ body: Any, _ limits: ChannelLimits = .standard) -> JSONFault? {
        do throws(JSONFault) {
            _ = try JSONValue(body: body, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    func testBooleansIntegersAndOtherNumbersStayApart() throws {
        let cases: [(Any, JSONValue)] = [
            (NSNumber(value: true), true), (NSNumber(value: false), false), (NSNumber(value: 1), 1),
            (NSNumber(value: 0), 0), (NSNumber(value: -42), -42), (NSNumber(value: Int64.max), .integer(.max)),
            (true, true), (1, 1), (NSNull(), nil), ("x", "x"), (JSONValue.integer(7), 7),
        ]
        for (body, value) in cases { XCTAssertEqual(try JSONValue(body: body, limits: .standard), value) }
        XCTAssertEqual(try JSONValue(body: NSNumber(value: 0.5), limits: .standard), JSONValue(double: 0.5))
        XCTAssertEqual(try JSONValue(body: NSNumber(value: 42.0), limits: .standard), JSONValue(double: 42))
        XCTAssertEqual(try JSONValue(body: 1.5, limits: .standard), JSONValue(double: 1.5))
        let large = NSNumber(value: UInt64.max)
        XCTAssertEqual(try JSONValue(body: large, limits: .standard), JSONValue(double: 18_446_744_073_709_551_616))
    }

    func testContainersAreTakenOver() throws {
        let body: [String: Any] = ["a": [1, NSNull(), ["b": true]] as [Any], "c": NSString(string: "d"), "e": [1, 2]]
        let expected: JSONValue = ["a": [1, nil, ["b": true]], "c": "d", "e": [1, 2]]
        XCTAssertEqual(try JSONValue(body: body, limits: .standard), expected)
    }

    func testWhatJSONDoesNotHaveIsRefused() {
        let bodies: [Any] = [
            Date(), Data([1]), NSNumber(value: Double.nan), NSNumber(value: Double.infinity), Optional<Any>.none as Any,
            ["a": Date()], [Data()], URL(fileURLWithPath: "/"), NSObject(), [1: "x"] as [Int: String],
        ]
        for body in bodies { XCTAssertEqual(fault(body), .kind, "\(type(of: body))") }
    }

    func testACycleIsRefusedWithoutBeingLookedInto() {
        let array = NSMutableArray()
        array.add(array)
        let dictionary = NSMutableDictionary()
        dictionary.setObject(dictionary, forKey: NSString(string: "self"))
        XCTAssertEqual(fault(array), .kind)
        XCTAssertEqual(fault(dictionary), .kind)
        XCTAssertEqual(fault(["a": [array]]), .kind)
        array.removeAllObjects()
        dictionary.removeAllObjects()
    }

    func testADeepBodyEndsAtTheDepth() {
        var body: Any = NSNull()
        for _ in 0..<32 { body = [body] }
        XCTAssertNil(fault(body))
        body = ["a": body]
        XCTAssertEqual(fault(body), .depth(limit: 32))
        for _ in 0..<1_000 { body = [body] }
        XCTAssertEqual(fault(body), .depth(limit: 32))
    }

    func testTheLengthIsThatOfTheTextTheBodyWouldHave() throws {
        let body: [String: Any] = [
            "key": "a\"\n\u{1}é", "list": [1, 2.5, true, NSNull()] as [Any], "none": [String: Any](),
        ]
        let length = JSONText.encode(try JSONValue(body: body, limits: .standard)).utf8.count
        XCTAssertNil(fault(body, ChannelLimits(textBytes: length)))
        XCTAssertEqual(fault(body, ChannelLimits(textBytes: length - 1)), .size(limit: length - 1))
        XCTAssertNil(fault("x\"", ChannelLimits(textBytes: 2)), "a text that stands alone is measured as it is")
        XCTAssertEqual(fault("xy\"", ChannelLimits(textBytes: 2)), .size(limit: 2))
    }

    func testOneObjectHasNoMoreKeysThanAllowed() {
        let object = { (keys: Int) in Dictionary(uniqueKeysWithValues: (0..<keys).map { ("k\($0)", $0 as Any) }) }
        XCTAssertNil(fault(object(64)))
        XCTAssertEqual(fault(object(65)), .keys(limit: 64))
        XCTAssertNil(fault([object(64), object(64)]), "the keys of two objects are not added up")
    }

    func testAValueThatIsJSONAlreadyIsHeldToTheSameLimits() {
        var value = JSONValue.null
        for _ in 0..<33 { value = .array([value]) }
        XCTAssertEqual(fault(value), .depth(limit: 32))
        XCTAssertEqual(fault(JSONValue.string(String(repeating: "x", count: 65_537))), .size(limit: 65_536))
    }

    func testTheEnginesContainersOfHashableBoxesAreTakenOver() throws {
        let body: [String: AnyHashable] = [
            "text": "a", "number": NSNumber(value: 42), "truth": NSNumber(value: true), "nothing": NSNull(),
            "list": [AnyHashable(NSNumber(value: 1.5)), AnyHashable("b"), AnyHashable(["c": AnyHashable("d")])],
        ]
        let half = try XCTUnwrap(JSONValue(double: 1.5))
        let expected: JSONValue = [
            "text": "a", "number": .integer(42), "truth": true, "nothing": .null, "list": [half, "b", ["c": "d"]],
        ]
        XCTAssertEqual(try JSONValue(body: body, limits: .standard), expected)
    }
}
