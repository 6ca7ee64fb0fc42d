// Finds the places of values, keys and mistakes in JSON5.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Finds the places of values, keys and mistakes in JSON5.
///
/// Foundation reads JSON5 and gives no places, stops at the first mistake and lets the last of two equal keys win. So the
/// structure is read here, and Foundation is given each number and each string alone.
struct ConfigurationScanner {
    private let bytes: [UInt8]
    private let file: String
    private var position = 0
    private var counted = (offset: 0, line: 1, column: 1)
    /// What is wrong besides the grammar: keys that are there twice.
    private(set) var mistakes: [ConfigurationMistake] = []
    private let decoder: JSONDecoder

    /// The deepest nesting.
    private static let depth = 16

    /// Takes a text.
    ///
    /// - Parameters:
    ///   - bytes: the text in UTF-8.
    ///   - file: the name of the file in places.
    init(_ bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
        decoder = JSONDecoder()
        decoder.allowsJSON5 = true
    }

    /// Reads the one value of the file.
    ///
    /// - Throws: the first mistake of grammar, after which nothing can be said of the rest.
    mutating func document() throws(ConfigurationMistake) -> ConfigurationNode {
        try skipSpace()
        guard position < bytes.count else {
            throw ConfigurationMistake(
                .file("the file is empty; transom config init INTEGRATION writes one to begin with"), at: place())
        }
        let node = try value(depth: 0, path: "")
        try skipSpace()
        guard position == bytes.count else { throw syntax("nothing more") }
        return node
    }

    // MARK: - Places

    /// The place of the present byte.
    ///
    /// Places are asked for in the order of the text, so each goes on from the one before.
    private mutating func place() -> ConfigurationPlace {
        if position < counted.offset { counted = (0, 1, 1) }
        while counted.offset < position {
            let byte = bytes[counted.offset]
            counted.offset += 1
            if byte == UInt8(ascii: "\n") {
                counted.line += 1
                counted.column = 1
            } else if counted.offset == bytes.count || bytes[counted.offset] & 0xC0 != 0x80 {
                // Bytes that go on with a character begin none.
                counted.column += 1
            }
        }
        return ConfigurationPlace(file: file, line: counted.line, column: counted.column)
    }

    private mutating func syntax(_ expected: String) -> ConfigurationMistake {
        ConfigurationMistake(.syntax(expected: expected), at: place())
    }

    // MARK: - Tokens

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func starts(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard position + count <= bytes.count else { return false }
        return (0..<count).allSatisfy { bytes[position + $0] == text.utf8Start[$0] }
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        position += 1
        return true
    }

    /// Goes past white space and comments.
    private mutating func skipSpace() throws(ConfigurationMistake) {
        while let byte = current {
            if byte == 0x20 || (0x09...0x0D).contains(byte) {
                position += 1
            } else if starts("\u{A0}") {
                position += 2
            } else if starts("\u{FEFF}") || starts("\u{2028}") || starts("\u{2029}") {
                position += 3
            } else if starts("//") {
                while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
            } else if starts("/*") {
                let start = position
                position += 2
                while !starts("*/") {
                    guard position < bytes.count else {
                        position = start
                        throw syntax("a comment that ends with */")
                    }
                    position += 1
                }
                position += 2
            } else {
                return
            }
        }
    }

    // MARK: - Values

    private mutating func value(depth: Int, path: String) throws(ConfigurationMistake) -> ConfigurationNode {
        guard depth <= Self.depth else { throw syntax("a value that is nested less deep") }
        let start = place()
        switch current {
        case UInt8(ascii: "{"):
            return ConfigurationNode(content: .object(try object(depth: depth, path: path)), place: start)
        case UInt8(ascii: "["):
            return ConfigurationNode(content: .array(try array(depth: depth, path: path)), place: start)
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            return ConfigurationNode(content: .scalar(.string(try string())), place: start)
        default:
            return ConfigurationNode(content: .scalar(try word()), place: start)
        }
    }

    private mutating func object(
        depth: Int, path: String
    ) throws(ConfigurationMistake) -> [ConfigurationNode.Member] {
        var members: [ConfigurationNode.Member] = []
        var lines: [String: Int] = [:]
        position += 1
        try skipSpace()
        while !skip(UInt8(ascii: "}")) {
            let keyPlace = place()
            let name = try key()
            let keyPath = path.isEmpty ? name : path + "." + name
            try skipSpace()
            guard skip(UInt8(ascii: ":")) else { throw syntax("a colon after the key") }
            try skipSpace()
            let value = try value(depth: depth + 1, path: keyPath)
            if let line = lines[name] {
                mistakes.append(
                    ConfigurationMistake(
                        .duplicateKey(line: line), at: keyPlace, path: ConfigurationPath.shown(keyPath)))
            } else {
                lines[name] = keyPlace.line
                members.append(.init(name: name, place: keyPlace, value: value))
            }
            try skipSpace()
            if skip(UInt8(ascii: ",")) {
                try skipSpace()
            } else if current != UInt8(ascii: "}") {
                throw syntax("a comma or }")
            }
        }
        return members
    }

    private mutating func array(depth: Int, path: String) throws(ConfigurationMistake) -> [ConfigurationNode] {
        var elements: [ConfigurationNode] = []
        position += 1
        try skipSpace()
        while !skip(UInt8(ascii: "]")) {
            elements.append(try value(depth: depth + 1, path: "\(path)[\(elements.count)]"))
            try skipSpace()
            if skip(UInt8(ascii: ",")) {
                try skipSpace()
            } else if current != UInt8(ascii: "]") {
                throw syntax("a comma or ]")
            }
        }
        return elements
    }

    /// A key: an identifier, or a string.
    private mutating func key() throws(ConfigurationMistake) -> String {
        if current == UInt8(ascii: "\"") || current == UInt8(ascii: "'") { return try string() }
        let start = position
        while let byte = current, Self.isWord(byte) { position += 1 }
        guard position > start, !(0x30...0x39).contains(bytes[start]) else { throw syntax("a key or }") }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// A string in quotation marks of either kind; Foundation reads its escapes.
    private mutating func string() throws(ConfigurationMistake) -> String {
        let (start, mark) = (position, bytes[position])
        position += 1
        var token = [mark]
        while let byte = current, byte != mark, byte != UInt8(ascii: "\n") {
            // A backslash at the end of a line goes on with the text; Foundation would keep the line's end in it.
            if starts("\\\r\n") {
                position += 3
            } else if starts("\\\n") {
                position += 2
            } else {
                let end = min(position + (byte == UInt8(ascii: "\\") ? 2 : 1), bytes.count)
                token += bytes[position..<end]
                position = end
            }
        }
        guard position < bytes.count, bytes[position] == mark else {
            position = start
            throw syntax("a text that ends with the quotation mark that it begins with")
        }
        position += 1
        token.append(mark)
        guard let text = decode(String.self, token[...]) else {
            position = start
            throw syntax("a text without control characters and unknown escapes")
        }
        return text
    }

    /// `true`, `false`, `null` or a number.
    private mutating func word() throws(ConfigurationMistake) -> JSONValue {
        let start = position
        while let byte = current, Self.isWord(byte) || "+-.".utf8.contains(byte) { position += 1 }
        let token = bytes[start..<position]
        switch String(decoding: token, as: UTF8.self) {
        case "true": return true
        case "false": return false
        case "null": return nil
        default: break
        }
        if let integer = decode(Int64.self, token) { return .integer(integer) }
        if let double = decode(Double.self, token), let value = JSONValue(double: double) { return value }
        position = start
        throw syntax("a finite number, a text in quotation marks, true, false, null, [ or {")
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ token: ArraySlice<UInt8>) -> Value? {
        guard !token.isEmpty else { return nil }
        return try? decoder.decode([Value].self, from: Data("[".utf8 + token + "]".utf8)).first
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
    }
}
