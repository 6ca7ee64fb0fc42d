// As much of the protocol buffers' encoding as the wallet's messages need.
// SPDX-License-Identifier: Apache-2.0

/// The fields of one message of a wallet.
struct WalletFields {
    /// A message that ends in the middle of a field, or has a field of an unknown kind.
    struct Malformed: Error {}

    private(set) var encoded: [UInt8] = []
    private var numbers: [UInt64: UInt64] = [:]
    private var byteFields: [UInt64: [UInt8]] = [:]

    /// A message without fields.
    init() {}

    /// Reads a message; of a field that comes several times the first counts.
    init(_ bytes: [UInt8]) throws(Malformed) {
        encoded = bytes
        var rest = bytes[...]
        while !rest.isEmpty {
            let key = try Self.number(&rest)
            let id = key >> 3
            switch key & 7 {
            case 0:
                let value = try Self.number(&rest)
                numbers[id] = numbers[id] ?? value
            case 1: _ = try Self.take(8, &rest)
            case 2:
                let count = try Self.number(&rest)
                let value = try Self.take(count, &rest)
                byteFields[id] = byteFields[id] ?? value
            case 5: _ = try Self.take(4, &rest)
            default: throw Malformed()
            }
        }
    }

    /// The number of a field, 0 where it is missing.
    func number(_ id: UInt64) -> UInt64 { numbers[id] ?? 0 }

    /// The bytes of a field; empty where it is missing.
    func bytes(_ id: UInt64) -> [UInt8] { byteFields[id] ?? [] }

    /// Adds a number.
    mutating func add(_ id: UInt64, _ value: UInt64) {
        encoded += Self.varint(id << 3) + Self.varint(value)
    }

    /// Adds bytes.
    mutating func add(_ id: UInt64, _ value: [UInt8]) {
        encoded += Self.varint(id << 3 | 2) + Self.varint(UInt64(value.count)) + value
    }

    /// Adds a text.
    mutating func add(_ id: UInt64, _ value: String) { add(id, Array(value.utf8)) }

    private static func varint(_ value: UInt64) -> [UInt8] {
        var (rest, bytes) = (value, [UInt8]())
        while rest > 0x7F {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) throws(Malformed) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard let byte = rest.popFirst() else { throw Malformed() }
            if shift < 64 { value |= UInt64(byte & 0x7F) << shift }
            if byte & 0x80 == 0 { return value }
        }
        throw Malformed()
    }

    private static func take(_ count: UInt64, _ rest: inout ArraySlice<UInt8>) throws(Malformed) -> [UInt8] {
        guard let count = Int(exactly: count), count <= rest.count else { throw Malformed() }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }
}
