// Origins: one spelling each, every other refused.
// SPDX-License-Identifier: Apache-2.0

import XCTest

@testable import TransomCore

final class OriginTests: XCTestCase {
    func testCanonicalSerialisationsAreReadAndWrittenBack() throws {
        let texts = [
            "https://shop.example", "https://shop.example:8443", "http://127.0.0.1:8080", "http://[::1]",
            "app://wallet",
            "https://[2001:db8::1]:8443", "https://xn--bcher-kva.example", "http://localhost:1", "https://a",
            "https://1.2.3.4", "https://[::]", "https://[1:2:3:4:5:6:7:8]", "https://[1:0:0:2::3]",
            "https://1a.example",
            "https://0x7g.example",
        ]
        for text in texts {
            XCTAssertEqual(try Origin(text).description, text)
            XCTAssertEqual(Origin(engineSerialization: text)?.description, text)
        }
    }

    func testThePartsAreThoseOfTheText() throws {
        let origin = try Origin("https://shop.example:8443")
        XCTAssertEqual(origin.scheme, "https")
        XCTAssertEqual(origin.host, "shop.example")
        XCTAssertEqual(origin.port, 8443)
        XCTAssertNil(try Origin("https://shop.example").port)
        XCTAssertEqual(try Origin("https://shop.example").effectivePort, 443)
        XCTAssertEqual(try Origin("http://shop.example").effectivePort, 80)
        XCTAssertNil(try Origin("app://wallet").effectivePort)
    }

    func testTwoOriginsAreOneOnlyWhereEveryPartIs() throws {
        let origin = try Origin("https://shop.example")
        XCTAssertEqual(origin, try Origin("https://shop.example"))
        for other in [
            "http://shop.example", "https://shop.example:8443", "https://shop.example.evil", "app://shop.example",
        ] {
            XCTAssertNotEqual(origin, try Origin(other), other)
        }
    }

    func testWhatIsNotCanonicalIsRefusedWithItsReason() {
        let long = String(repeating: "a", count: 64)
        let expected: [(String, OriginError)] = [
            ("", .empty), ("null", .noScheme(given: "null")), ("shop.example", .noScheme(given: "shop.example")),
            ("//shop.example", .noScheme(given: "//shop.example")), ("https:", .noScheme(given: "https:")),
            ("https:/shop.example", .noScheme(given: "https:/shop.example")),
            ("data:text/html,x", .unsupportedScheme(given: "data:text/html,x", scheme: "data")),
            ("blob:https://shop.example", .unsupportedScheme(given: "blob:https://shop.example", scheme: "blob")),
            ("file://", .unsupportedScheme(given: "file://", scheme: "file")),
            ("HTTPS://shop.example", .upperCaseScheme(given: "HTTPS://shop.example")),
            ("https://u@shop.example", .credentials(given: "https://u@shop.example")),
            ("https://@shop.example", .credentials(given: "https://@shop.example")),
            ("https://shop.example/", .notOnlyOrigin(given: "https://shop.example/")),
            ("https://shop.example?", .notOnlyOrigin(given: "https://shop.example?")),
            ("https://shop.example#", .notOnlyOrigin(given: "https://shop.example#")),
            (
                "https://shop.example:443",
                .defaultPort(given: "https://shop.example:443", canonical: "https://shop.example")
            ),
            ("http://shop.example:80", .defaultPort(given: "http://shop.example:80", canonical: "http://shop.example")),
            ("https://shop.example:", .port(given: "https://shop.example:", port: "")),
            ("https://shop.example:0", .port(given: "https://shop.example:0", port: "0")),
            ("https://shop.example:65536", .port(given: "https://shop.example:65536", port: "65536")),
            ("https://shop.example:+1", .port(given: "https://shop.example:+1", port: "+1")),
            ("app://wallet:1", .packagedPort(given: "app://wallet:1")),
        ]
        for (text, error) in expected {
            XCTAssertThrowsError(try Origin(text), text) { XCTAssertEqual($0 as? OriginError, error) }
            XCTAssertNil(Origin(engineSerialization: text), text)
        }
        let hosts: [(String, HostProblem)] = [
            ("", .empty), ("bücher.example", .notASCII), ("shop%2eexample", .percent), ("Shop.example", .upperCase),
            ("sh_op.example", .badCharacter), ("shop\0.example", .badCharacter), ("sh op", .badCharacter),
            ("shop..example", .emptyLabel), (".shop", .emptyLabel), ("shop.example.", .trailingDot), ("-a.b", .hyphen),
            ("a-.b", .hyphen), (long + ".example", .tooLong), (String(repeating: "a.", count: 127) + "a", .tooLong),
            ("xn--", .badPunycode), ("xn--a.example", .badPunycode), ("xn--99999999.example", .badPunycode),
            ("127.1", .badIPv4), ("0x7f.1", .badIPv4), ("1.2.3.256", .badIPv4), ("1.2.3.04", .badIPv4),
            ("0x", .badIPv4),
            ("a.1", .badIPv4), ("1.2.3.4.5", .badIPv4), ("4294967296", .badIPv4), ("[::1", .badIPv6), ("[]", .badIPv6),
            ("[::1%25eth0]", .badIPv6), ("[::1]x", .badIPv6), ("[2001:DB8::1]", .badIPv6), ("[2001:0db8::1]", .badIPv6),
            ("[1:0:0:2:0:0:0:3]", .badIPv6), ("[1::2:0:0:0:3]", .badIPv6), ("[::1.2.3.4]", .badIPv6),
            ("[1:2]", .badIPv6),
            ("[1:2:3:4:5:6:7::8]", .badIPv6), ("[:::]", .badIPv6), ("[12345::]", .badIPv6),
            ("[1:2:3:4:5:6:7:8:9]", .badIPv6),
        ]
        for (host, problem) in hosts {
            let text = "https://" + host
            XCTAssertThrowsError(try Origin(text), host) {
                XCTAssertEqual($0 as? OriginError, .host(given: text, host: host, problem: problem))
            }
        }
        XCTAssertThrowsError(try Origin("https://" + String(repeating: "a", count: 400))) {
            XCTAssertEqual($0 as? OriginError, .tooLong(bytes: 408))
        }
    }

    func testAnOpaqueOriginOfTheEngineIsNone() {
        for text in [nil, "", "null", "file://", "about:blank", "data:", "https://SHOP.example"] {
            XCTAssertNil(Origin(engineSerialization: text))
        }
    }

    func testAnErrorIsOneSentenceThatNamesWhatWasGiven() {
        XCTAssertEqual(
            OriginError.host(given: "https://Shop.example", host: "Shop.example", problem: .upperCase).description,
            "origin \"https://Shop.example\": host \"Shop.example\" is not lower case")
        XCTAssertEqual(
            OriginError.noScheme(given: "a\u{1b}[31m\u{202e}\n").description,
            "origin \"a\\u{1b}[31m\\u{202e}\\u{a}\" does not begin with https://, http:// or app://")
    }

    func testPunycodeIsReadAsTheStandardSays() {
        func decode(_ text: String) -> String? {
            Punycode.decode(ArraySlice(text.utf8)).map { String(String.UnicodeScalarView($0)) }
        }
        XCTAssertEqual(decode("bcher-kva"), "bücher")
        XCTAssertEqual(decode("80ak6aa92e"), "аррӏе")
        XCTAssertEqual(decode("p1ai"), "рф")
        XCTAssertEqual(decode("ihqwcrb4cv8a8dqg056pqjye"), "他们为什么不说中文")
        XCTAssertEqual(decode("d9juau41awczczp"), "そのスピードで")
        for text in ["", "bcher-", "a!", "99999999", "999999999999", "é"] { XCTAssertNil(decode(text), text) }
    }
}
