// A UUID of Bluetooth, short or long.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A UUID of Bluetooth: 16 or 32 bits within the Bluetooth base UUID, or 128 bits.
///
/// Two of them are equal when their 128 bits are: `0001` is `00000001-0000-1000-8000-00805F9B34FB`. It never changes, so
/// any thread may use it.
open class CBUUID: NSObject, NSCopying, @unchecked Sendable {
    // It holds sixteen bytes that never change.

    /// The sixteen bytes, most significant first.
    private let bytes: [UInt8]

    /// Bytes 4 to 15 of the Bluetooth base UUID, 00000000-0000-1000-8000-00805F9B34FB.
    private static let base: [UInt8] = [0, 0, 0x10, 0, 0x80, 0, 0, 0x80, 0x5f, 0x9b, 0x34, 0xfb]

    /// Takes a text of 4, 8 or 36 characters: `180D`, `0000180D` or `0000180D-0000-1000-8000-00805F9B34FB`, in any case.
    ///
    /// Any other text stops the process, as on iOS; `init(data:)` is for what comes from outside.
    public init(string theString: String) {
        guard let bytes = Self.bytes(theString) else {
            preconditionFailure(
                "\"\(theString)\" is no UUID; 4 or 8 hexadecimal digits or the long form with dashes are")
        }
        self.bytes = bytes
    }

    /// Takes 2, 4 or 16 bytes, most significant first; any other count stops the process, as on iOS.
    public init(data theData: Data) {
        precondition(
            [2, 4, 16].contains(theData.count), "\(theData.count) bytes are no UUID; 2, 4 or 16 bytes are")
        bytes = Self.extended(Array(theData))
    }

    /// Takes Foundation's UUID.
    public init(nsuuid theUUID: UUID) {
        bytes = withUnsafeBytes(of: theUUID.uuid) { Array($0) }
    }

    /// Takes a text that BlueZ sent; nil when it is none.
    init?(untrusted text: String) {
        guard let bytes = Self.bytes(text) else { return nil }
        self.bytes = bytes
    }

    /// The shortest form: 2, 4 or 16 bytes, most significant first.
    open var data: Data {
        guard Array(bytes[4...]) == Self.base else { return Data(bytes) }
        return Data(bytes[0] == 0 && bytes[1] == 0 ? bytes[2..<4] : bytes[0..<4])
    }

    /// The shortest form as text in upper case: `180D`, or 36 characters for a UUID outside the base.
    open var uuidString: String {
        let data = data
        return data.count == 16 ? longText.uppercased() : Self.hex(data).uppercased()
    }

    /// The long form in lower case, as BlueZ spells it.
    var longText: String {
        [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { Self.hex(bytes[$0]) }.joined(separator: "-")
    }

    /// Equal when the 128 bits are.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? CBUUID)?.bytes == bytes
    }

    /// A hash of the 128 bits.
    open override var hash: Int { bytes.hashValue }

    /// The shortest form as text.
    open override var description: String { uuidString }

    /// Itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    private static func extended(_ short: [UInt8]) -> [UInt8] {
        switch short.count {
        case 2: [0, 0] + short + base
        case 4: short + base
        default: short
        }
    }

    private static func hex(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        var units = Array(text.utf8)
        if units.count == 36 {
            for index in [23, 18, 13, 8] {
                guard units[index] == UInt8(ascii: "-") else { return nil }
                units.remove(at: index)
            }
        } else if units.count != 4, units.count != 8 {
            return nil
        }
        let nibbles = units.compactMap { unit -> UInt8? in
            switch unit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): unit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): unit - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): unit - UInt8(ascii: "A") + 10
            default: nil
            }
        }
        guard nibbles.count == units.count else { return nil }
        return extended(stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] })
    }
}
