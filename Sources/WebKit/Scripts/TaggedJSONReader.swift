// Tagged JSON as Foundation values.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads what `ValueText` wrote.
///
/// Not JSONSerialization: that refuses half a surrogate pair, which a page's text may hold, and is slower by far.
struct TaggedJSONReader {
    /// How deep the reader goes; deeper values are asked for member by member.
    private static let maximumDepth = 512

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// The value, or nil where the text is not one or is too deep.
    static func value(_ bytes: UnsafeBufferPointer<UInt8>) -> AnyHashable? {
        var reader = TaggedJSONReader(bytes)
        guard let value = reader.value(depth: 0), reader.position == bytes.count else { return nil }
        return value
    }

    /// The parts of an array of a token, a URL or null, and a body where there is one; nil where the text is no such array.
    static func message(_ bytes: UnsafeBufferPointer<UInt8>) -> (token: String, url: String?, body: Any?)? {
        var reader = TaggedJSONReader(bytes)
        guard reader.take(UInt8(ascii: "[")), let token = reader.string(), reader.take(UInt8(ascii: ",")) else {
            return nil
        }
        var url: String?
        if !reader.take("null") {
            guard let text = reader.string() else { return nil }
            url = text
        }
        var body: Any?
        if reader.take(UInt8(ascii: ",")) {
            guard let value = reader.unboxedValue(depth: 1) else { return nil }
            body = value
        }
        guard reader.take(UInt8(ascii: "]")), reader.position == bytes.count else { return nil }
        return (token, url, body)
    }

    /// The value, a container as itself: a dictionary in an `AnyHashable` is a second one, made for comparisons.
    private mutating func unboxedValue(depth: Int) -> Any? {
        if take(UInt8(ascii: "{")) {
            switch members(depth: depth) {
            case .members(let members): return members
            case .tagged(let value): return value.base
            case nil: return nil
            }
        }
        if take(UInt8(ascii: "[")) { return items(depth: depth) }
        return value(depth: depth)?.base
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func take(_ word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard position + length <= bytes.count, let start = bytes.baseAddress,
            memcmp(start + position, word.utf8Start, length) == 0
        else { return false }
        position += length
        return true
    }

    private mutating func value(depth: Int) -> AnyHashable? {
        guard position < bytes.count, depth <= Self.maximumDepth else { return nil }
        switch bytes[position] {
        case UInt8(ascii: "\""): return string().map { AnyHashable($0) }
        case UInt8(ascii: "{"):
            position += 1
            return object(depth: depth)
        case UInt8(ascii: "["):
            position += 1
            return items(depth: depth).map { AnyHashable($0) }
        case UInt8(ascii: "t"): return take("true") ? AnyHashable(NSNumber(value: true)) : nil
        case UInt8(ascii: "f"): return take("false") ? AnyHashable(NSNumber(value: false)) : nil
        case UInt8(ascii: "n"): return take("null") ? AnyHashable(NSNull()) : nil
        default: return number().map { AnyHashable(JavaScriptValue.number($0)) }
        }
    }

    private mutating func items(depth: Int) -> [AnyHashable]? {
        var items: [AnyHashable] = []
        if take(UInt8(ascii: "]")) { return items }
        repeat {
            guard let item = value(depth: depth + 1) else { return nil }
            items.append(item)
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "]")) ? items : nil
    }

    private mutating func object(depth: Int) -> AnyHashable? {
        switch members(depth: depth) {
        case .members(let members): AnyHashable(members)
        case .tagged(let value): value
        case nil: nil
        }
    }

    private enum Object {
        case members([String: AnyHashable])
        case tagged(AnyHashable)
    }

    private mutating func members(depth: Int) -> Object? {
        var members: [String: AnyHashable] = [:]
        if take(UInt8(ascii: "}")) { return .members(members) }
        repeat {
            guard let name = string(), take(UInt8(ascii: ":")) else { return nil }
            if name == "$" { return tagged(depth: depth).map { .tagged($0) } }
            guard let member = value(depth: depth + 1) else { return nil }
            members[name] = member
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "}")) ? .members(members) : nil
    }

    /// The rest of an object that begins with `{"$":`.
    private mutating func tagged(depth: Int) -> AnyHashable? {
        guard let tag = string(), take(",\"v\":"), let value = value(depth: depth + 1), take(UInt8(ascii: "}")) else {
            return nil
        }
        switch tag {
        case "number":
            return (value.base as? String).flatMap(Double.init).map { AnyHashable(JavaScriptValue.number($0)) }
        case "date":
            return (value.base as? String).flatMap(Double.init).map {
                AnyHashable(Date(timeIntervalSince1970: $0 / 1000))
            }
        case "object":
            guard let entries = value.base as? [AnyHashable] else { return nil }
            var members: [String: AnyHashable] = [:]
            for entry in entries {
                guard let pair = entry.base as? [AnyHashable], let name = pair.first?.base as? String else {
                    return nil
                }
                guard pair.count == 2 else { return nil }
                members[name] = pair[1]
            }
            return AnyHashable(members)
        default: return nil
        }
    }

    private mutating func number() -> Double? {
        let start = position
        // Short whole numbers, which most are, without a pass through text.
        var whole = 0
        var isWhole = true
        scan: while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                whole = whole &* 10 &+ Int(bytes[position] - UInt8(ascii: "0"))
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
                isWhole = false
            default: break scan
            }
            position += 1
        }
        guard position > start else { return nil }
        if isWhole, position - start <= 15 { return Double(whole) }
        return Double(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func string() -> String? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        let start = position
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: bytes[start..<(position - 1)], as: UTF8.self)
            case UInt8(ascii: "\\"): return escapedString(from: start)
            default: position += 1
            }
        }
        return nil
    }

    private mutating func escapedString(from start: Int) -> String? {
        var text = Array(bytes[start..<position])
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            guard position < bytes.count else { return nil }
            let escape = bytes[position]
            position += 1
            switch escape {
            case UInt8(ascii: "n"): text.append(0x0A)
            case UInt8(ascii: "r"): text.append(0x0D)
            case UInt8(ascii: "t"): text.append(0x09)
            case UInt8(ascii: "b"): text.append(0x08)
            case UInt8(ascii: "f"): text.append(0x0C)
            case UInt8(ascii: "u"):
                guard let scalar = escapedScalar() else { return nil }
                text.append(contentsOf: Array(Character(scalar).utf8))
            default: text.append(escape)
            }
        }
        return nil
    }

    /// The character behind `\u`; half a surrogate pair becomes the replacement character, as in a Swift text on iOS.
    private mutating func escapedScalar() -> UnicodeScalar? {
        guard let first = unit() else { return nil }
        guard (0xD800..<0xDC00).contains(first) else { return UnicodeScalar(first) ?? "\u{FFFD}" }
        let before = position
        guard take("\\u"), let second = unit(), (0xDC00..<0xE000).contains(second) else {
            position = before
            return "\u{FFFD}"
        }
        return UnicodeScalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
    }

    private mutating func unit() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        defer { position += 4 }
        return UInt32(String(decoding: bytes[position..<(position + 4)], as: UTF8.self), radix: 16)
    }
}
