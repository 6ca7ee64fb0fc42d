// Writes JSON values as one line of text, always the same for the same value.
// SPDX-License-Identifier: Apache-2.0

/// Writes JSON values as one line of text, always the same for the same value.
///
/// Foundation's encoder escapes slashes, writes 1.0 as 1 and leaves U+0085, U+009B and U+2028 as they are; an event line
/// goes to terminals and line readers, so here every control character and both line separators are escaped.
public enum JSONText {
    /// The text of a value: no spaces, members in the order of their bytes, one line.
    public static func encode(_ value: JSONValue) -> String {
        var text = ""
        write(value, to: &text)
        return text
    }

    /// The text of a value for people: as ``encode(_:)-(JSONValue)`` with a space after each comma and colon.
    public static func spaced(_ value: JSONValue) -> String {
        switch value {
        case .array(let elements): return "[" + elements.map(spaced).joined(separator: ", ") + "]"
        case .object(let members):
            let names = members.keys.sorted(by: precedes)
            return "{" + names.map { encode($0) + ": " + spaced(members[$0] ?? .null) }.joined(separator: ", ") + "}"
        default: return encode(value)
        }
    }

    /// The text of a string with its quotes.
    public static func encode(_ string: String) -> String {
        var text = ""
        write(string, to: &text)
        return text
    }

    /// Whether a name is written before another one: by the bytes of UTF-8, so that no locale has a say.
    static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    /// Appends the text of a value.
    static func write(_ value: JSONValue, to text: inout String) {
        switch value {
        case .null: text += "null"
        case .bool(let flag): text += flag ? "true" : "false"
        case .integer(let number): text += String(number)
        case .number(let number): text += number.value.description
        case .string(let string): write(string, to: &text)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                write(element, to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, name) in members.keys.sorted(by: precedes).enumerated() {
                if index > 0 { text += "," }
                write(name, to: &text)
                text += ":"
                write(members[name] ?? .null, to: &text)
            }
            text += "}"
        }
    }

    /// Appends the text of a string with its quotes.
    static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar.value {
            case 0x22: text += "\\\""
            case 0x5C: text += "\\\\"
            case 0x0A: text += "\\n"
            case 0x0D: text += "\\r"
            case 0x09: text += "\\t"
            case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029: text += escape(scalar.value)
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    /// How many bytes a string has when it is written with its quotes.
    static func length(_ string: String) -> Int {
        var length = 2
        for scalar in string.unicodeScalars {
            switch scalar.value {
            case 0x22, 0x5C, 0x0A, 0x0D, 0x09: length += 2
            case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029: length += 6
            default: length += UTF8.width(scalar)
            }
        }
        return length
    }

    /// A code unit as `\uXXXX`.
    private static func escape(_ unit: UInt32) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}
