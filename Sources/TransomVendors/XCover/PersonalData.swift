// Tells what looks like personal data, which must not stand in a URL.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// Tells what looks like personal data: the vendor takes it from a server only, never in the journey's URL.
///
/// <https://partner-docs.covergenius.com/home/xcover-journeys/integration/data-exchange>. It is a net for mistakes, not
/// a proof of their absence: names and values are looked at by their shape.
enum PersonalData {
    /// What the name or the value of a query parameter looks like, in words that stand after "looks like"; nil for
    /// nothing.
    static func kind(name: String, value: String) -> String? {
        let words = words(of: name)
        if let kind = kinds.first(where: { !$0.words.isDisjoint(with: words) })?.kind { return kind }
        if pairs.contains(where: { words.isSuperset(of: $0) }) { return "a name of a person" }
        return kind(of: value)
    }

    /// What a value looks like by itself.
    static func kind(of value: String) -> String? {
        let texts = [value, decoded(value), decoded(decoded(value))]
        if texts.contains(where: isMailAddress) { return "an e-mail address" }
        if isTelephoneNumber(value) { return "a telephone number" }
        if isCardNumber(value) { return "the number of a payment card" }
        return nil
    }

    private static let kinds: [(words: Set<String>, kind: String)] = [
        (["email", "mail", "e-mail"], "an e-mail address"),
        (["phone", "telephone", "tel", "mobile", "msisdn", "fax"], "a telephone number"),
        (["surname", "firstname", "lastname", "fullname", "givenname", "familyname"], "a name of a person"),
        (["dob", "birth", "birthday", "birthdate", "dateofbirth", "age", "gender"], "a date of birth or a gender"),
        (["address", "street", "postcode", "zip", "zipcode"], "an address"),
        (["passport", "ssn", "nationality", "licence", "license"], "an identity document"),
        (["card", "pan", "iban"], "the number of a payment card or account"),
    ]

    private static let pairs: [Set<String>] = [
        ["first", "name"], ["last", "name"], ["full", "name"], ["given", "name"], ["family", "name"],
        ["customer", "name"], ["traveller", "name"], ["traveler", "name"], ["passenger", "name"], ["holder", "name"],
    ]

    /// The parts of a name in lower case: split at everything that is no letter, and before a capital after a small
    /// letter.
    private static func words(of name: String) -> Set<String> {
        var words: [String] = [""]
        var previousIsLower = false
        for scalar in name.unicodeScalars {
            let isUpper = ("A"..."Z").contains(scalar)
            let isLetter = isUpper || ("a"..."z").contains(scalar)
            if !isLetter || isUpper && previousIsLower { words.append("") }
            if isLetter { words[words.count - 1].unicodeScalars.append(scalar) }
            previousIsLower = isLetter && !isUpper
        }
        return Set(words.map { $0.lowercased() }.filter { !$0.isEmpty })
    }

    /// The value with its percent escapes decoded, so that an escaped `@` does not pass.
    private static func decoded(_ value: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(value.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Something, an `@`, and something with a dot in it, anywhere in the text.
    private static func isMailAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return zip(parts, parts.dropFirst()).contains { local, domain in
            guard let last = local.last, last.isLetter || last.isNumber else { return false }
            let host = domain.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." }
            return host.contains(".") && host.first != "."
        }
    }

    /// A plus sign or a trunk zero and 8 to 15 digits, with the marks that people put between them.
    private static func isTelephoneNumber(_ text: String) -> Bool {
        guard let first = text.first, first == "+" || first == "(" || text.utf8.starts(with: "00".utf8) else {
            return false
        }
        let digits = text.filter { ("0"..."9").contains($0) }
        return (8...15).contains(digits.count) && text.allSatisfy { "+0123456789 ()-./".contains($0) }
    }

    /// 13 to 19 digits, in groups or not, with a right check digit.
    private static func isCardNumber(_ text: String) -> Bool {
        guard text.allSatisfy({ "0123456789 -".contains($0) }) else { return false }
        let digits = text.compactMap(\.wholeNumberValue)
        guard (13...19).contains(digits.count) else { return false }
        let sum = digits.reversed().enumerated().reduce(0) { sum, place in
            let doubled = place.offset.isMultiple(of: 2) ? place.element : place.element * 2
            return sum + (doubled > 9 ? doubled - 9 : doubled)
        }
        return sum.isMultiple(of: 10)
    }
}
