// What can be done with a characteristic.
// SPDX-License-Identifier: Apache-2.0

/// What can be done with a characteristic; the bits are those of the Bluetooth specification and Apple's.
public struct CBCharacteristicProperties: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Takes bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// It can be broadcast.
    public static let broadcast = CBCharacteristicProperties(rawValue: 0x01)
    /// It can be read.
    public static let read = CBCharacteristicProperties(rawValue: 0x02)
    /// It can be written without an answer.
    public static let writeWithoutResponse = CBCharacteristicProperties(rawValue: 0x04)
    /// It can be written with an answer.
    public static let write = CBCharacteristicProperties(rawValue: 0x08)
    /// It notifies.
    public static let notify = CBCharacteristicProperties(rawValue: 0x10)
    /// It indicates.
    public static let indicate = CBCharacteristicProperties(rawValue: 0x20)
    /// It can be written with a signature.
    public static let authenticatedSignedWrites = CBCharacteristicProperties(rawValue: 0x40)
    /// It has more properties, in a descriptor.
    public static let extendedProperties = CBCharacteristicProperties(rawValue: 0x80)
    /// Only a trusted device may turn its notifications on.
    public static let notifyEncryptionRequired = CBCharacteristicProperties(rawValue: 0x100)
    /// Only a trusted device may turn its indications on.
    public static let indicateEncryptionRequired = CBCharacteristicProperties(rawValue: 0x200)

    /// BlueZ's words for the bits.
    private static let words: [String: CBCharacteristicProperties] = [
        "broadcast": .broadcast, "read": .read, "write-without-response": .writeWithoutResponse, "write": .write,
        "notify": .notify, "indicate": .indicate, "authenticated-signed-writes": .authenticatedSignedWrites,
        "extended-properties": .extendedProperties,
    ]

    /// Reads BlueZ's `Flags`; words that have no bit are passed over.
    init(flags: [String]) {
        self = flags.reduce(into: []) { $0.formUnion(Self.words[$1] ?? []) }
    }
}
