// Reads JSON text from a page, within limits.
// SPDX-License-Identifier: Apache-2.0

/// Reads JSON text from a page, within limits.
///
/// Foundation's reader has one fixed depth of 512, reads 1.0 as 1, lets the last of two equal names win and stops at no
/// size; what a page may send is this host's to say, so the grammar of RFC 8259 is read here. Names that
/// look alike in Unicode count as one name twice. The recursion is as deep as `limits.depth`, which is 64 at most.
public struct JSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let limits: ChannelLimits
    private var position = 0

    /// Reads a text that must hold one JSON value and nothing else but white space.
    ///
    /// - Parameters:
    ///   - text: the whole text; a NUL in it is a fault, never its end.
    ///   - limits: length, depth and keys.
    /// - Throws: the first fault found.
    public static func parse(_ text: String, limits: ChannelLimits = .ceiling) throws(JSONFault) -> JSONValue {
        var text = text
        let result = text.withUTF8 { bytes -> Result<JSONValue, JSONFault> in
            var parser = JSONParser(bytes: bytes, limits: limits)
            do throws(JSONFault) { return .success(try parser.document()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    private mutating func document() throws(JSONFault) -> JSONValue {
        guard bytes.count <= limits.textBytes else { throw .size(limit: limits.textBytes) }
        skipSpace()
        let value = try value(depth: 0)
        skipSpace()
        guard position == bytes.count else { throw .syntax(offset: position) }
        return value
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    /// Goes past the byte if it stands here.
    private mutating func skip(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONFault) -> JSONValue {
        switch current {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONFault) -> JSONValue {
        for index in 0..<word.utf8CodeUnitCount {
            guard skip(word.utf8Start[index]) else { throw .syntax(offset: position) }
        }
        return value
    }

    private mutating func object(depth: Int) throws(JSONFault) -> JSONValue {
        guard depth <= limits.depth else { throw .depth(limit: limits.depth) }
        var members: [String: JSONValue] = [:]
        position += 1
        skipSpace()
        if skip(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipSpace()
            let start = position
            guard current == UInt8(ascii: "\"") else { throw .syntax(offset: position) }
            let name = try string()
            guard members.count < limits.keys else { throw .keys(limit: limits.keys) }
            skipSpace()
            guard skip(UInt8(ascii: ":")) else { throw .syntax(offset: position) }
            skipSpace()
            guard members.updateValue(try value(depth: depth), forKey: name) == nil else {
                throw .duplicate(offset: start)
            }
            skipSpace()
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "}")) else { throw .syntax(offset: position) }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(JSONFault) -> JSONValue {
        guard depth <= limits.depth else { throw .depth(limit: limits.depth) }
        var elements: [JSONValue] = []
        position += 1
        skipSpace()
        if skip(UInt8(ascii: "]")) { return .array(elements) }
        repeat {
            skipSpace()
            elements.append(try value(depth: depth))
            skipSpace()
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "]")) else { throw .syntax(offset: position) }
        return .array(elements)
    }

    private mutating func string() throws(JSONFault) -> String {
        position += 1
        var scalars: [UInt8] = []
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: scalars, as: UTF8.self)
            case UInt8(ascii: "\\"):
                try escape(into: &scalars)
            case 0x00..<0x20:
                throw .syntax(offset: position)
            default:
                scalars.append(byte)
                position += 1
            }
        }
        throw .syntax(offset: position)
    }

    private mutating func escape(into scalars: inout [UInt8]) throws(JSONFault) {
        let start = position
        position += 1
        guard let letter = current else { throw .syntax(offset: position) }
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalars.append(letter)
        case UInt8(ascii: "b"): scalars.append(0x08)
        case UInt8(ascii: "f"): scalars.append(0x0C)
        case UInt8(ascii: "n"): scalars.append(0x0A)
        case UInt8(ascii: "r"): scalars.append(0x0D)
        case UInt8(ascii: "t"): scalars.append(0x09)
        case UInt8(ascii: "u"):
            var code = try unit()
            if (0xD800..<0xDC00).contains(code) {
                guard skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else { throw .surrogate(offset: start) }
                let low = try unit()
                guard (0xDC00..<0xE000).contains(low) else { throw .surrogate(offset: start) }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw .surrogate(offset: start) }
            scalars.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
        default: throw .syntax(offset: start)
        }
    }

    /// Four digits of base 16.
    private mutating func unit() throws(JSONFault) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            switch current {
            case .some(let byte) where (0x30...0x39).contains(byte): code = code << 4 + UInt32(byte - 0x30)
            case .some(let byte) where (0x41...0x46).contains(byte): code = code << 4 + UInt32(byte - 0x37)
            case .some(let byte) where (0x61...0x66).contains(byte): code = code << 4 + UInt32(byte - 0x57)
            default: throw .syntax(offset: position)
            }
            position += 1
        }
        return code
    }

    private mutating func number() throws(JSONFault) -> JSONValue {
        let start = position
        var isInteger = true
        _ = skip(UInt8(ascii: "-"))
        if !skip(UInt8(ascii: "0")) { try digits() }
        if skip(UInt8(ascii: ".")) {
            isInteger = false
            try digits()
        }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            isInteger = false
            if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
            try digits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isInteger, text != "-0", let integer = Int64(text) { return .integer(integer) }
        guard let double = Double(text), let value = JSONValue(double: double) else { throw .range(offset: start) }
        return value
    }

    /// One digit or more.
    private mutating func digits() throws(JSONFault) {
        let start = position
        while let byte = current, (0x30...0x39).contains(byte) { position += 1 }
        guard position > start else { throw .syntax(offset: position) }
    }
}
