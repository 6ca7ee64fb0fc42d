// Foundation values as text that a script turns back into values.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// JSON in which a value that JSON has no word for is an object with a member `$`.
///
/// Values go to pages as data in this form and never as script text: a quote, a line separator or a closing script tag in
/// one means nothing to it.
enum TaggedJSON {
    /// How deep a value may be.
    static let maximumDepth = 512

    /// The text of a value, or nil when something in it has no JavaScript counterpart.
    ///
    /// What has one is what Apple accepts: NSNumber, String, Date, Array, Dictionary and NSNull; nil is `undefined`.
    static func text(_ value: Any?) -> Text? {
        var writer = Writer()
        guard writer.write(value, depth: 0) else { return nil }
        return Text(bytes: writer.bytes, isPlain: !writer.hasTags)
    }

    /// The text of a value.
    struct Text {
        /// UTF-8, without NUL.
        let bytes: [UInt8]
        /// Whether it is JSON that needs no reviver.
        let isPlain: Bool

        var string: String { String(decoding: bytes, as: UTF8.self) }
    }

    /// The script of a function that turns the text back into the value.
    static let reviver = """
        (text) => { const walk = (value) => { \
        if (value === null || typeof value !== 'object') return value; \
        switch (Array.isArray(value) ? '' : value.$) { \
        case 'undefined': return undefined; \
        case 'number': return Number(value.v); \
        case 'date': return new Date(value.v === null ? NaN : value.v); \
        case 'object': for (const pair of value.v) pair[1] = walk(pair[1]); return Object.fromEntries(value.v); } \
        for (const name of Object.keys(value)) value[name] = walk(value[name]); \
        return value; }; return walk(JSON.parse(text)); }
        """

    /// Whether a number was made from a boolean: only then it is `true` or `false` in JavaScript.
    ///
    /// Foundation on Linux has exactly two objects for booleans; their Objective-C type is that of a character.
    static func isBoolean(_ number: NSNumber) -> Bool {
        number === NSNumber(value: true) || number === NSNumber(value: false)
    }

    private struct Writer {
        var bytes: [UInt8] = []
        /// Whether something was written that JSON has no word for.
        var hasTags = false

        /// False when the value cannot be written.
        mutating func write(_ value: Any?, depth: Int) -> Bool {
            guard depth <= TaggedJSON.maximumDepth else { return false }
            guard let value else { return tag("undefined", nil) }
            switch value {
            case let text as String: write(text)
            case let number as NSNumber: return write(number)
            case let number as CGFloat: return write(NSNumber(value: Double(number)))
            case is NSNull: raw("null")
            case let date as Date:
                let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
                return tag("date", milliseconds.isFinite ? "\(milliseconds)" : "null")
            case let items as [Any]: return write(items, depth: depth)
            case let members as [String: Any]: return write(members, depth: depth)
            case let optional as any OptionalValue: return write(optional.wrappedValue, depth: depth)
            default: return false
            }
            return true
        }

        private mutating func raw(_ text: StaticString) {
            text.withUTF8Buffer { bytes.append(contentsOf: $0) }
        }

        private mutating func tag(_ name: StaticString, _ value: String?) -> Bool {
            hasTags = true
            raw("{\"$\":\"")
            raw(name)
            raw("\"")
            if let value {
                raw(",\"v\":")
                bytes.append(contentsOf: value.utf8)
            }
            raw("}")
            return true
        }

        private mutating func write(_ number: NSNumber) -> Bool {
            if TaggedJSON.isBoolean(number) {
                raw(number.boolValue ? "true" : "false")
                return true
            }
            let double = number.doubleValue
            if double.isNaN { return tag("number", "\"NaN\"") }
            if double.isInfinite { return tag("number", double < 0 ? "\"-Infinity\"" : "\"Infinity\"") }
            bytes.append(contentsOf: double.description.utf8)
            return true
        }

        private mutating func write(_ text: String) {
            raw("\"")
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: "\""): raw("\\\"")
                case UInt8(ascii: "\\"): raw("\\\\")
                case 0..<0x20:
                    raw("\\u00")
                    bytes.append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
                    bytes.append(Array("0123456789abcdef".utf8)[Int(byte & 0xF)])
                default: bytes.append(byte)
                }
            }
            raw("\"")
        }

        private mutating func write(_ items: [Any], depth: Int) -> Bool {
            raw("[")
            for (index, item) in items.enumerated() {
                if index > 0 { raw(",") }
                guard write(item, depth: depth + 1) else { return false }
            }
            raw("]")
            return true
        }

        private mutating func write(_ members: [String: Any], depth: Int) -> Bool {
            // Names that would be taken for a tag, or that set a prototype when they are assigned.
            let isTagged = members["$"] != nil || members["__proto__"] != nil
            if isTagged { hasTags = true }
            raw(isTagged ? "{\"$\":\"object\",\"v\":[" : "{")
            var isFirst = true
            for (name, item) in members {
                if !isFirst { raw(",") }
                isFirst = false
                if isTagged { raw("[") }
                write(name)
                raw(isTagged ? "," : ":")
                guard write(item, depth: depth + 1) else { return false }
                if isTagged { raw("]") }
            }
            raw(isTagged ? "]}" : "}")
            return true
        }
    }
}

/// An optional inside an `Any`.
private protocol OptionalValue {
    var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrappedValue: Any? { self.map { $0 as Any } }
}
