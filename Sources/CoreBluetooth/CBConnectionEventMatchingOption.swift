// Which connections an app wants to hear of.
// SPDX-License-Identifier: Apache-2.0

/// A key of `registerForConnectionEvents(options:)`.
public struct CBConnectionEventMatchingOption: RawRepresentable, Hashable, Sendable {
    /// Apple's text.
    public let rawValue: String

    /// Takes a text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The value is an array of `UUID`, the peripherals' identifiers.
    public static let peripheralUUIDs = CBConnectionEventMatchingOption(
        rawValue: "kCBConnectionEventMatchingOptionPeripheralUUIDs")
    /// The value is an array of `CBUUID`, the services that a peripheral has.
    public static let serviceUUIDs = CBConnectionEventMatchingOption(
        rawValue: "kCBConnectionEventMatchingOptionServiceUUIDs")
}
