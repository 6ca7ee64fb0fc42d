// The frames of a wallet: packets that are written to it, and the stream that it notifies.
// SPDX-License-Identifier: Apache-2.0

/// Puts written packets together to messages, and writes a message as the stream that a wallet notifies.
///
/// A packet has 64 bytes: `3f`, and in the first one `23 23`, type and length; one write may carry several. The stream has the
/// `3f` once, at its beginning, and no padding.
struct WalletFrames {
    /// A packet that is none; its first bytes, in hex.
    struct NoPacket: Error { let start: String }

    /// A message.
    struct Message: Equatable {
        let type: UInt16
        let payload: [UInt8]
    }

    /// Longest message that a wallet takes, in bytes.
    private static let longestMessage = 1 << 16
    private var type: UInt16?
    private var need = 0
    private var have: [UInt8] = []

    /// Forgets what has come of a message.
    mutating func reset() { self = WalletFrames() }

    /// Takes one write.
    mutating func feed(_ data: [UInt8]) throws(NoPacket) -> [Message] {
        var messages: [Message] = []
        for start in stride(from: 0, to: data.count, by: 64) {
            let packet = data[start..<min(start + 64, data.count)]
            if packet.starts(with: [0x3F, 0x23, 0x23]), packet.count >= 9 {
                let header = Array(packet.dropFirst(3).prefix(6))
                type = UInt16(header[0]) << 8 | UInt16(header[1])
                need = header[2...].reduce(0) { $0 << 8 | Int($1) }
                have = Array(packet.dropFirst(9))
                guard need <= Self.longestMessage else {
                    reset()
                    throw NoPacket(start: Self.start(of: packet))
                }
            } else if packet.first == 0x3F, type != nil {
                have += packet.dropFirst()
            } else {
                throw NoPacket(start: Self.start(of: packet))
            }
            if let type, have.count >= need {
                messages.append(Message(type: type, payload: Array(have.prefix(need))))
                reset()
            }
        }
        return messages
    }

    /// The stream of a message.
    static func stream(type: UInt16, payload: [UInt8]) -> [UInt8] {
        let count = UInt32(payload.count)
        return [0x3F, 0x23, 0x23, UInt8(type >> 8), UInt8(type & 0xFF)]
            + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + payload
    }

    private static func start(of packet: ArraySlice<UInt8>) -> String {
        let digits = Array("0123456789abcdef")
        return String(packet.prefix(4).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
