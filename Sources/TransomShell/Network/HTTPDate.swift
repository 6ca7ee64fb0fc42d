// Reads the date of an HTTP answer.
// SPDX-License-Identifier: Apache-2.0

/// Reads the date of an HTTP answer: `Mon, 30 Nov 2026 22:15:00 GMT`, the one form that servers send (RFC 9110).
nonisolated enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The value of the `Date` field of an answer whose head is there, or of so much of it as holds the field.
    static func header(in answer: [UInt8]) -> String? {
        let lines = String(decoding: answer, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        for line in lines.dropLast() where line.lowercased().hasPrefix("date:") {
            return String(line.dropFirst(5).drop { $0 == " " })
        }
        return nil
    }

    /// The seconds since 1970, or nothing where the text is no date.
    static func seconds(_ text: String) -> Int64? {
        let parts = text.split(whereSeparator: { " :".contains($0) })
        guard parts.count == 8, parts[7] == "GMT", let day = Int64(parts[1]), let year = Int64(parts[3]),
            let month = months.firstIndex(of: String(parts[2])), let hour = Int64(parts[4]),
            let minute = Int64(parts[5]), let second = Int64(parts[6]), (1970...9999).contains(year)
        else { return nil }
        // Days from a civil date, with the year beginning in March.
        let shifted = year - (month < 2 ? 1 : 0)
        let era = shifted / 400
        let ofEra = shifted - era * 400
        let ofYear = (153 * ((Int64(month) + 10) % 12) + 2) / 5 + day - 1
        let days = era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
        return days * 86_400 + hour * 3_600 + minute * 60 + second
    }
}
