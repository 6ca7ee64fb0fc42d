// What a host writes to a wallet.
// SPDX-License-Identifier: Apache-2.0

/// What a host writes to a wallet, and how it reads what the wallet notifies.
enum TestPackets {
    /// A message's packets.
    static func packets(_ type: UInt16, _ payload: [UInt8]) -> [[UInt8]] {
        let count = UInt32(payload.count)
        var body: [UInt8] = [0x23, 0x23, UInt8(type >> 8), UInt8(type & 0xFF)]
        body += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + payload
        return stride(from: 0, to: body.count, by: 63).map { start in
            let piece = Array(body[start..<min(start + 63, body.count)])
            return [0x3F] + piece + Array(repeating: 0, count: 63 - piece.count)
        }
    }

    /// The field 1 with a text.
    static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        let length =
            bytes.count < 128 ? [UInt8(bytes.count)] : [UInt8(bytes.count & 0x7F) | 0x80, UInt8(bytes.count >> 7)]
        return [0x0A] + length + bytes
    }

    /// A `Ping` in one packet.
    static func ping(_ text: String) -> [UInt8] { packets(1, Self.text(text))[0] }
}
