// What is found in text.
// SPDX-License-Identifier: Apache-2.0

/// What iOS finds in the text of a page and makes a link of, with Apple's numbers.
public struct WKDataDetectorTypes: OptionSet, Sendable {
    /// Apple's number.
    public let rawValue: UInt

    /// Kinds of Apple's numbers.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Telephone numbers.
    public static let phoneNumber = WKDataDetectorTypes(rawValue: 1 << 0)
    /// URLs.
    public static let link = WKDataDetectorTypes(rawValue: 1 << 1)
    /// Addresses.
    public static let address = WKDataDetectorTypes(rawValue: 1 << 2)
    /// Dates and times.
    public static let calendarEvent = WKDataDetectorTypes(rawValue: 1 << 3)
    /// Numbers of parcels.
    public static let trackingNumber = WKDataDetectorTypes(rawValue: 1 << 4)
    /// Numbers of flights.
    public static let flightNumber = WKDataDetectorTypes(rawValue: 1 << 5)
    /// What may be looked up.
    public static let lookupSuggestion = WKDataDetectorTypes(rawValue: 1 << 6)
    /// Everything.
    public static let all = WKDataDetectorTypes(rawValue: UInt.max)
}
