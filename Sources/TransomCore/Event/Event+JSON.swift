// Reads events back that a host has written.
// SPDX-License-Identifier: Apache-2.0

extension Event {
    /// Reads one line of a host's events.
    ///
    /// - Parameter line: A CloudEvents 1.0 object in JSON; members that are not a host's are passed over.
    /// - Returns: nil where it is none of a host's.
    public init?(json line: String) {
        // A host's own lines may be longer than a page's: a picture is in one.
        var limits = ChannelLimits.ceiling
        limits.textBytes = 1 << 26
        // A body that is as deep as a page's may be stands some levels down in its event.
        limits.depth += 8
        guard let value = try? JSONParser.parse(line, limits: limits), case .object(let members) = value else {
            return nil
        }
        func text(_ name: String) -> String? {
            if case .string(let text)? = members[name] { text } else { nil }
        }
        guard text("specversion") == "1.0", let id = text("id"), let source = text("source"),
            let type = text("type"), let time = text("time").flatMap(WallTime.init(rfc3339:))
        else { return nil }
        let mainframe: Bool? = if case .bool(let flag)? = members["mainframe"] { flag } else { nil }
        self.init(
            id: id, source: source, type: type, time: time, subject: text("subject") ?? "",
            sequence: text("sequence").flatMap { UInt64($0) } ?? 0, origin: text("origin"),
            mainframe: mainframe, replyto: text("replyto"), data: members["data"] ?? [:])
    }
}

extension WallTime {
    /// Reads a time in UTC as ``rfc3339`` writes it.
    ///
    /// - Returns: nil where it is spelt in another way.
    public init?(rfc3339 text: String) {
        let bytes = Array(text.utf8)
        guard (20...30).contains(bytes.count), bytes.last == UInt8(ascii: "Z"),
            [4, 7, 10, 13, 16].map({ bytes[$0] }) == Array("--T::".utf8)
        else { return nil }
        func number(_ range: Range<Int>) -> Int64? {
            var value: Int64 = 0
            for byte in bytes[range] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                value = value * 10 + Int64(byte - UInt8(ascii: "0"))
            }
            return value
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
            let minute = number(14..<16), let second = number(17..<19),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
        else { return nil }
        var nanoseconds: Int64 = 0
        if bytes.count > 20 {
            guard bytes[19] == UInt8(ascii: "."), let fraction = number(20..<(bytes.count - 1)) else { return nil }
            nanoseconds = fraction
            for _ in 0..<(9 - (bytes.count - 21)) { nanoseconds *= 10 }
        }
        // Days since 1970, counted in eras of 400 years that begin on 1 March.
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        self.init(seconds: days * 86_400 + hour * 3_600 + minute * 60 + second, nanoseconds: Int32(nanoseconds))
    }
}
