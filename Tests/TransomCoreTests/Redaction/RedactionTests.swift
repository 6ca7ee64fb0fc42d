// Secrets do not survive redaction, and ordinary text does.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import XCTest

final class RedactionTests: XCTestCase {
    private static let canary = "Kn4ry+/=&%? \"\\ü€😀<end>"

    private func redaction(_ secrets: String...) -> Redaction {
        let redaction = Redaction()
        for secret in secrets { redaction.add(secret: secret) }
        return redaction
    }

    /// Every byte escaped that a component of a URL need not hold as it is.
    private func percentEncoded(_ text: String, lowerCase: Bool = false) -> String {
        text.utf8.map { byte in
            let isPlain =
                byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber)
            if isPlain { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16, uppercase: !lowerCase)
            return "%" + (digits.count == 1 ? "0" : "") + digits
        }.joined()
    }

    private func jsonEscaped(_ text: String) throws -> String {
        let data = try JSONSerialization.data(withJSONObject: [text])
        return String(String(decoding: data, as: UTF8.self).dropFirst(2).dropLast(2))
    }

    func testASecretIsReplacedInEveryEncoding() throws {
        let canary = Self.canary
        let redaction = redaction(canary)
        let unicodeEscaped = canary.utf16.map { unit in
            "\\u" + String(repeating: "0", count: 4 - String(unit, radix: 16).count) + String(unit, radix: 16)
        }.joined()
        let forms = [
            canary, percentEncoded(canary), percentEncoded(canary, lowerCase: true),
            percentEncoded(percentEncoded(canary)), percentEncoded(percentEncoded(percentEncoded(canary))),
            percentEncoded(canary).replacing("%20", with: "+"), try jsonEscaped(canary),
            try jsonEscaped(try jsonEscaped(canary)), unicodeEscaped,
            unicodeEscaped.uppercased().replacing("\\U", with: "\\u"),
            try jsonEscaped(percentEncoded(canary)), percentEncoded(try jsonEscaped(canary)),
            canary.utf8.map { "%" + String($0, radix: 16).leftPadded }.joined(),
        ]
        for form in forms {
            let result = redaction.redact("before " + form + "|" + form + " after")
            XCTAssertTrue(result.hasPrefix("before "), form)
            XCTAssertTrue(result.hasSuffix("‹redacted› after"), "\(form) became \(result)")
            XCTAssertFalse(result.contains("Kn4ry"), form)
            XCTAssertEqual(result.components(separatedBy: "‹redacted›").count, 3, form)
        }
    }

    func testOfTheValuesThatPassTheLastOnesAreKept() {
        let redaction = self.redaction("configured-0000")
        for number in 1000..<1512 { redaction.add(secret: "passing-\(number)", isPassing: true) }
        // Whoever is met again is not the oldest any more, and what is configured never passes.
        redaction.add(secret: "passing-1000", isPassing: true)
        redaction.add(secret: "configured-0000", isPassing: true)
        redaction.add(secret: "passing-1512", isPassing: true)
        XCTAssertEqual(redaction.count, 513)
        XCTAssertEqual(
            redaction.redact("configured-0000 passing-1000 passing-1001 passing-1002 passing-1512"),
            "‹redacted› ‹redacted› passing-1001 ‹redacted› ‹redacted›")
    }

    func testASecretIsReplacedAtBothEndsAndManyTimes() {
        let redaction = redaction("S3CRET-value")
        XCTAssertEqual(redaction.redact("S3CRET-value"), "‹redacted›")
        XCTAssertEqual(redaction.redact("S3CRET-valueS3CRET-value"), "‹redacted›‹redacted›")
        XCTAssertEqual(redaction.redact("xS3CRET-value"), "x‹redacted›")
        XCTAssertEqual(redaction.redact("SS3CRET-value"), "S‹redacted›")
        XCTAssertEqual(redaction.redact("S3CRET-valu"), "S3CRET-valu")
    }

    func testASecretWithinAnotherLeavesNothingOfTheOther() {
        let redaction = redaction("abcdefgh", "abcdefgh-ijklmnop")
        XCTAssertEqual(redaction.redact("1 abcdefgh-ijklmnop 2 abcdefgh 3"), "1 ‹redacted› 2 ‹redacted› 3")
    }

    func testEscapesThatAreNoneAreKept() {
        let redaction = redaction("percent%sign\\slash")
        for text in [
            "100 % of it", "%", "%2", "%zz", "\\", "\\u12", "\\x", "+++", "%25%25", "\\\\\\", "\\ud83d", "50%",
        ] {
            XCTAssertEqual(redaction.redact(text), text)
        }
        XCTAssertEqual(redaction.redact("percent%25sign%5Cslash"), "‹redacted›")
        XCTAssertEqual(redaction.redact("percent%sign\\\\slash"), "‹redacted›")
    }

    func testAShortSecretIsReplacedOnlyWhereItStandsAlone() {
        let redaction = redaction("4711")
        XCTAssertEqual(redaction.redact("pin=4711&x"), "pin=‹redacted›&x")
        XCTAssertEqual(
            redaction.redact("\"pin\":4711,\"sequence\":\"0000004711\""),
            "\"pin\":‹redacted›,\"sequence\":\"0000004711\"")
    }

    func testAValueThatIsTooShortIsNotRegistered() {
        let redaction = Redaction()
        XCTAssertFalse(redaction.add(secret: ""))
        XCTAssertFalse(redaction.add(secret: "abc"))
        XCTAssertTrue(redaction.add(secret: "abcd"))
        XCTAssertTrue(redaction.add(secret: "abcd"))
        XCTAssertEqual(redaction.count, 1)
        XCTAssertEqual(redaction.redact("abc"), "abc")
    }

    func testATextWithoutASecretComesBackAsItWas() {
        let redaction = redaction(Self.canary)
        let text = "Grüße, 100 % \\ \"x\" 😀 \u{0} Kn4ry"
        XCTAssertEqual(redaction.redact(text), text)
        XCTAssertEqual(Redaction().redact(Self.canary), Self.canary)
    }

    func testSecretsAreRegisteredAndReplacedFromManyThreads() {
        let redaction = Redaction()
        DispatchQueue.concurrentPerform(iterations: 64) { index in
            let secret = "secret-number-\(index)-of-many"
            redaction.add(secret: secret)
            XCTAssertEqual(redaction.redact("<\(secret)>"), "<‹redacted›>")
        }
        XCTAssertEqual(redaction.count, 64)
    }

    func testAURLIsCutToItsOrigin() {
        let expected = [
            "https://bank.example/pay/CANARY?x=CANARY#CANARY": "https://bank.example",
            "https://CANARY:CANARY@bank.example:8443/": "https://bank.example",
            "https://bank.example:8443/CANARY": "https://bank.example:8443",
            "app://wallet/index.html?CANARY": "app://wallet",
            "tel:CANARY": "tel:", "data:text/html,CANARY": "data:", "phonepe://pay?pa=CANARY": "phonepe:",
            "blob:https://bank.example/CANARY": "blob:", "https://bank.example\\CANARY": "https:",
            "CANARY": "‹redacted›",
            "https://bank.example?CANARY": "https://bank.example", "": "‹redacted›", "https://%43CANARY/": "https:",
        ]
        for (url, shown) in expected { XCTAssertEqual(Redaction.origin(of: url), shown, url) }
    }

    func testAURLIsCutToItsOriginAndPath() {
        let long = "https://bank.example/" + String(repeating: "a", count: 300)
        let expected = [
            "https://bank.example/pay/1?x=CANARY#CANARY": "https://bank.example/pay/1",
            "https://CANARY:CANARY@bank.example/pay": "https://bank.example/pay",
            "app://wallet/a.html#CANARY": "app://wallet/a.html",
            "https://bank.example": "https://bank.example", "about:blank": "about:blank",
            "about:srcdoc": "about:srcdoc",
            "about:blank#CANARY": "about:", "mailto:CANARY@x": "mailto:", "data:,CANARY": "data:",
            "https://bank.example/\nCANARY": "https://bank.example/…", "/pay/CANARY": "‹redacted›",
            long: "https://bank.example/" + String(repeating: "a", count: 255) + "…",
        ]
        for (url, shown) in expected { XCTAssertEqual(Redaction.url(url), shown, url) }
    }

    func testNamesOfSecretsAreKnownByTheirWords() {
        for name in [
            "token", "appSecret", "access_token", "API-Key", "APIKey", "apikey", "clientSecret", "PIN", "userPin",
            "password",
            "x-partner-secret", "idToken2", "accesstoken", "appsecret", "signature", "auth", "authToken", "cvv",
            "tokens",
            "api.keys", "Password1", "otp", "bearer", "passphrase", "PARTNER_SECRET", "sessionJWT",
        ] {
            XCTAssertTrue(Redaction.isSecretName(name), name)
        }
        for name in [
            "", "clientId", "shipping", "keyboard", "monkey", "turkey", "pinned", "spin", "country", "wrap-plt",
            "author",
            "authorName", "secretary", "tokenize", "passenger", "compass", "hotkeys", "opinion", "amount",
        ] {
            XCTAssertFalse(Redaction.isSecretName(name), name)
        }
    }

    func testASecretNamedParameterIsFoundInQueryAndFragmentHoweverItIsSpelled() {
        let found = [
            "https://a.example/?clientId=c&appSecret=x": "appSecret",
            "https://a.example/#access_token=x": "access_token",
            "https://a.example/?to%6ben=x": "token", "https://a.example/?%2574oken=x": "token",
            "https://a.example/?token": "token",
            "https://a.example/#/route?pin=1": "pin", "https://a.example/?a=1;token=2": "token",
            "/sdk?token=1": "token",
        ]
        for (url, name) in found { XCTAssertEqual(Redaction.secretNamedParameter(inURL: url), name, url) }
        for url in ["https://a.example/token?x=token", "https://a.example/?clientId=secret", "", "https://a.example/"] {
            XCTAssertNil(Redaction.secretNamedParameter(inURL: url), url)
        }
    }
}

extension String {
    fileprivate var leftPadded: String { count == 1 ? "0" + self : self }
}
