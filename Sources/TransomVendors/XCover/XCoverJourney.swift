// The address of a journey: the one URL that is opened, built from checked parts.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// The address of a journey: the one URL that is opened, built from checked parts.
///
/// `https://xcj.xcover.com/{partner}/{language}/?{context}`. The context localises the journey and ties it to a booking;
/// it is agreed with the vendor and never personal.
struct XCoverJourney {
    /// What a partner's name may be, in words that stand after "is not".
    static let partnerExpectation = "a partner's name: 1 to 64 of A-Z a-z 0-9 - _, such as acme-travel"
    /// The same for a language.
    static let languageExpectation = "a language tag such as en, en-AU or zh-Hans"
    /// The same for a country.
    static let countryExpectation = "a country code of ISO 3166-1 alpha-2 in capitals, such as AU"
    /// The same for a value of the context.
    static let contextExpectation = "NAME=VALUE with a NAME of its own, 1 to 64 of A-Z a-z 0-9 - _, and a VALUE"

    let origin: Origin
    let partner: String
    let language: String
    /// The query, in the order in which it was given.
    let query: [(name: String, value: String)]

    /// Checks every part.
    ///
    /// - Parameters:
    ///   - origin: the vendor's, or the staging origin that the user named.
    ///   - parameters: what the user gave.
    ///   - problems: gets everything that is wrong.
    init(origin: Origin, parameters: ResolvedParameters, problems: inout [IntegrationProblem]) {
        self.origin = origin
        partner = parameters["partner"] ?? ""
        language = parameters["language"] ?? ""
        if let partner = parameters["partner"], !partner.isEmpty, !Self.isName(partner) {
            problems.append(.invalid(name: "partner", given: partner, expectation: Self.partnerExpectation))
        }
        if let language = parameters["language"], !language.isEmpty, !Self.isLanguage(language) {
            problems.append(.invalid(name: "language", given: language, expectation: Self.languageExpectation))
        }
        if let country = parameters["country"], !country.isEmpty, !CountryCode.isAssigned(country) {
            problems.append(.invalid(name: "country", given: country, expectation: Self.countryExpectation))
        }
        var query: [(name: String, value: String)] = []
        for name in ["country", "booking_ref", "product"] {
            guard let value = parameters[name] else { continue }
            if let kind = PersonalData.kind(of: value) { problems.append(.personalData(name: name, kind: kind)) }
            query.append((name, value))
        }
        for text in parameters.all("context") {
            guard let (name, value) = Self.split(text) else {
                if text.isEmpty { continue }
                // What cannot be read is not shown either: it may be personal.
                problems.append(.invalid(name: "context", given: "…", expectation: Self.contextExpectation))
                continue
            }
            let shown = "context \(name)"
            if Redaction.isSecretName(name) {
                problems.append(.secretInURL(name: "context", parameter: name))
            } else if let kind = PersonalData.kind(name: name, value: value) {
                problems.append(.personalData(name: shown, kind: kind))
            } else if ["country", "booking_ref", "product"].contains(name) {
                problems.append(
                    .invalid(name: shown, given: value, expectation: "possible there; write --param \(name)=…"))
            } else if query.contains(where: { $0.name == name }) {
                problems.append(.repeated(name: shown, count: 2))
            } else {
                query.append((name, value))
            }
        }
        self.query = query
    }

    /// The URL to open.
    var url: String {
        let path = "\(origin)/\(URLComponent.encode(partner))/\(URLComponent.encode(language))/"
        guard !query.isEmpty else { return path }
        return path + "?"
            + query.map { URLComponent.encode($0.name) + "=" + URLComponent.encode($0.value) }.joined(separator: "&")
    }

    /// One segment of a path: `acme-travel`.
    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(isNameByte)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    /// The language, script, region and variants of BCP 47, by their shape.
    private static func isLanguage(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let first = parts.first, (2...3).contains(first.count), first.allSatisfy(isLetter), parts.count <= 4
        else {
            return false
        }
        return parts.dropFirst().allSatisfy {
            (2...8).contains($0.count) && $0.allSatisfy { isLetter($0) || isDigit($0) }
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func split(_ text: String) -> (name: String, value: String)? {
        guard let equals = text.firstIndex(of: "=") else { return nil }
        let name = String(text[..<equals])
        let value = String(text[text.index(after: equals)...])
        return isName(name) && !value.isEmpty ? (name, value) : nil
    }
}
