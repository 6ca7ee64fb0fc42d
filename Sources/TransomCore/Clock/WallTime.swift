// A point in wall time and its RFC 3339 spelling, made without any formatter of Foundation.
// SPDX-License-Identifier: Apache-2.0

/// A point in wall time, in seconds and nanoseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct WallTime: Sendable, Equatable, Comparable {
    /// Whole seconds since 1970; negative before.
    public let seconds: Int64
    /// Nanoseconds within the second, 0 to 999,999,999.
    public let nanoseconds: Int32

    /// Makes a point in time.
    ///
    /// - Parameters:
    ///   - seconds: whole seconds since 1970, years 0000 to 9999 can be written.
    ///   - nanoseconds: 0 to 999,999,999; what lies outside is cut to the range.
    public init(seconds: Int64, nanoseconds: Int32 = 0) {
        self.seconds = seconds
        self.nanoseconds = min(max(nanoseconds, 0), 999_999_999)
    }

    /// Orders by time.
    public static func < (left: WallTime, right: WallTime) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }

    /// This time in UTC as RFC 3339 with milliseconds, such as `2026-11-30T15:23:00.042Z`.
    ///
    /// Written by hand: Foundation's formatters load 8 MiB of ICU tables into a host that runs for months. The date comes
    /// from the day number by counting in eras of 400 years that start on 1 March, so that the leap day is the last day of
    /// a year. A time outside the years 0000 to 9999 is cut to that range, because RFC 3339 has four digits.
    public var rfc3339: String {
        let clamped = min(max(seconds, -62_167_219_200), 253_402_300_799)
        let day = (clamped >= 0 ? clamped : clamped - 86_399) / 86_400
        let secondOfDay = clamped - day * 86_400
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return Self.digits(year, 4) + "-" + Self.digits(month, 2) + "-" + Self.digits(dayOfMonth, 2)
            + "T" + Self.digits(secondOfDay / 3_600, 2) + ":" + Self.digits(secondOfDay / 60 % 60, 2)
            + ":" + Self.digits(secondOfDay % 60, 2) + "." + Self.digits(Int64(nanoseconds / 1_000_000), 3) + "Z"
    }

    /// A number in decimal with leading zeros.
    private static func digits(_ value: Int64, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
}
