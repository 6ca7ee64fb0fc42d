// Takes the body of a script message over from Foundation's classes.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension JSONValue {
    /// The value in Foundation's classes, as WebKit takes arguments.
    public var foundation: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .number(let value): NSNumber(value: value.value)
        case .string(let value): value
        case .array(let values): values.map(\.foundation)
        case .object(let members): members.mapValues(\.foundation)
        }
    }

    /// Takes the body of a script message over: `NSNull`, `NSNumber`, `String`, Swift arrays and dictionaries, or a value
    /// that is a ``JSONValue`` already.
    ///
    /// Booleans and numbers are told apart by the type that `NSNumber` names (`c` is a boolean on Linux: an 8-bit number
    /// cannot come from a script). A date is refused: JSON has none, and the page's own `JSON.stringify` would have sent a
    /// string. Length, depth and keys are counted on the way, so that a body costs no more than its limits allow.
    ///
    /// An `NSArray` or `NSDictionary` is refused. The engine's bridge makes one for a cycle only, and Foundation on Linux
    /// turns all that is in it into Swift values at the first look, without end where there is a cycle.
    ///
    /// - Parameters:
    ///   - body: what `WKScriptMessage.body` holds.
    ///   - limits: the length is that of the JSON text the body would have.
    /// - Throws: the first fault found.
    public init(body: Any, limits: ChannelLimits) throws(JSONFault) {
        var converter = BodyConverter(limits: limits)
        self = try converter.convert(body, depth: 0)
    }
}

/// Walks a body and counts what it costs.
private struct BodyConverter {
    let limits: ChannelLimits
    private var length = 0

    init(limits: ChannelLimits) { self.limits = limits }

    /// Takes one value over.
    ///
    /// The type is looked at before the casts, since a cast that fails goes through every bridge that Foundation has.
    mutating func convert(_ body: Any, depth: Int) throws(JSONFault) -> JSONValue {
        let type = type(of: body)
        if type == String.self, let text = body as? String { return try convert(text, depth: depth) }
        if type == [String: Any].self, let members = body as? [String: Any] {
            return try object(members, depth: depth + 1)
        }
        if type == [Any].self, let elements = body as? [Any] { return try array(elements, depth: depth + 1) }
        if type == [String: AnyHashable].self, let members = body as? [String: AnyHashable] {
            return try object(members, depth: depth + 1)
        }
        if type == [AnyHashable].self, let elements = body as? [AnyHashable] {
            return try array(elements, depth: depth + 1)
        }
        // A member of the engine's containers is a hashable box, which a cast looks through and a type does not.
        if type == AnyHashable.self, let box = body as? AnyHashable { return try convert(box.base, depth: depth) }
        if type == JSONValue.self, let value = body as? JSONValue { return try check(value, depth: depth) }
        if type is AnyClass { return try convert(object: body as AnyObject, depth: depth) }
        return try convertOther(body, depth: depth)
    }

    private mutating func convert(object: AnyObject, depth: Int) throws(JSONFault) -> JSONValue {
        switch object {
        case let number as NSNumber: return try convert(number)
        case is NSNull:
            try spend(4)
            return .null
        case let text as NSString: return try convert(String(describing: text), depth: depth)
        default: throw .kind
        }
    }

    /// Takes a Swift number, or a container of some other type of elements, over.
    private mutating func convertOther(_ body: Any, depth: Int) throws(JSONFault) -> JSONValue {
        switch body {
        case let number as NSNumber: return try convert(number)
        case let elements as [Any]: return try array(elements, depth: depth + 1)
        case let members as [String: Any]: return try object(members, depth: depth + 1)
        default: throw .kind
        }
    }

    /// A text that stands alone is measured as it is; only inside an object does it have quotes and escapes.
    private mutating func convert(_ text: String, depth: Int) throws(JSONFault) -> JSONValue {
        try spend(depth == 0 ? text.utf8.count : JSONText.length(text))
        return .string(text)
    }

    private mutating func array(_ elements: [Any], depth: Int) throws(JSONFault) -> JSONValue {
        guard depth <= limits.depth else { throw .depth(limit: limits.depth) }
        try spend(1 + max(elements.count, 1))
        var values: [JSONValue] = []
        values.reserveCapacity(elements.count)
        for element in elements { values.append(try convert(element, depth: depth)) }
        return .array(values)
    }

    private mutating func object(_ members: [String: Any], depth: Int) throws(JSONFault) -> JSONValue {
        guard depth <= limits.depth else { throw .depth(limit: limits.depth) }
        guard members.count <= limits.keys else { throw .keys(limit: limits.keys) }
        try spend(1 + max(members.count, 1))
        var values: [String: JSONValue] = [:]
        for (name, member) in members {
            try spend(JSONText.length(name) + 1)
            values[name] = try convert(member, depth: depth)
        }
        return .object(values)
    }

    private mutating func convert(_ number: NSNumber) throws(JSONFault) -> JSONValue {
        let value: JSONValue
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "c"), UInt8(ascii: "B"):
            value = .bool(number.boolValue)
        case UInt8(ascii: "d"), UInt8(ascii: "f"):
            guard let double = JSONValue(double: number.doubleValue) else { throw .kind }
            value = double
        default:
            if let integer = Int64(exactly: number) {
                value = .integer(integer)
            } else if let double = JSONValue(double: number.doubleValue) {
                value = double
            } else {
                throw .kind
            }
        }
        try spend(JSONText.encode(value).utf8.count)
        return value
    }

    /// Measures a value that is JSON already.
    private mutating func check(_ value: JSONValue, depth: Int) throws(JSONFault) -> JSONValue {
        switch value {
        case .null, .bool, .integer, .number: try spend(JSONText.encode(value).utf8.count)
        case .string(let text): return try convert(text, depth: depth)
        case .array(let elements): return try array(elements, depth: depth + 1)
        case .object(let members): return try object(members, depth: depth + 1)
        }
        return value
    }

    private mutating func spend(_ bytes: Int) throws(JSONFault) {
        length += bytes
        guard length <= limits.textBytes else { throw .size(limit: limits.textBytes) }
    }
}
