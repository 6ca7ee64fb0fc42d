// References to secrets, and that no secret is ever shown.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import XCTest

final class SecretReferenceTests: XCTestCase {
    func testEveryKindOfReferenceIsReadAndWrittenAgain() throws {
        let cases: [(String, SecretReference)] = [
            ("env:HUBBLE_SECRET", .environment("HUBBLE_SECRET")), ("env:_a1", .environment("_a1")),
            ("file:/run/secrets/a b", .file("/run/secrets/a b")), ("file:secret.txt", .file("secret.txt")),
            ("credential:hubble", .credential("hubble")), ("credential:a.b-c_d@e", .credential("a.b-c_d@e")),
            ("command:/usr/bin/mint-token --for hubble", .command(["/usr/bin/mint-token", "--for", "hubble"])),
            ("https://mint.example/token?for=hubble", .https("https://mint.example/token?for=hubble")),
        ]
        for (text, reference) in cases {
            XCTAssertEqual(try SecretReference(text), reference, text)
            XCTAssertEqual(reference.description, text)
        }
    }

    func testWhatIsNoReferenceIsNamed() {
        let cases: [(String, SecretReferenceError)] = [
            ("", .literal), ("hunter2", .literal), ("ENV:X", .literal), ("http://mint.example/", .literal),
            ("sk_live:abc", .literal), ("env:", .variable), ("env:1A", .variable), ("env:A-B", .variable),
            ("env:A=B", .variable), ("env:Ä", .variable), ("file:", .path), ("file:a\0b", .path),
            ("credential:", .credential), ("credential:../etc/passwd", .credential), ("credential:a/b", .credential),
            ("credential:.x", .credential), ("command:", .program), ("command:mint", .program),
            ("command: ./mint", .program), ("command:/bin/sh -c 'echo x'", .shell), ("command:/bin/echo $HOME", .shell),
            ("command:/bin/echo `id`", .shell), ("command:/bin/a\nb", .shell), ("https:", .url), ("https://", .url),
            ("https://user@mint.example/", .url), ("https://mint.example/#a", .url),
            ("https://mint.example/?token=abc", .url), ("https://MINT.example:0443/", .url),
        ]
        for (text, error) in cases {
            XCTAssertThrowsError(try SecretReference(text), text) {
                XCTAssertEqual($0 as? SecretReferenceError, error, text)
            }
        }
    }

    func testALiteralSecretIsRefusedWithTheWayToWriteItAndNotRepeated() {
        XCTAssertThrowsError(try SecretReference("CANARY-7f3a")) { error in
            guard let error = error as? SecretReferenceError else { return XCTFail("\(error)") }
            XCTAssertFalse(
                "\(error) \(error.message(name: "appSecret")) \(String(reflecting: error))".contains("CANARY"))
            XCTAssertTrue(error.message(name: "appSecret").hasPrefix("appSecret is not a reference"))
            XCTAssertTrue(error.message(name: "appSecret").contains("env:NAME"))
        }
    }

    func testASecretShowsItselfToNobody() {
        let secret = SecretValue("CANARY-7f3a")
        var dumped = ""
        dump(secret, to: &dumped)
        dump(["a": [secret]], to: &dumped)
        let options = IntegrationOptions(secrets: ["token": secret])
        dump(options, to: &dumped)
        dumped += "\(secret) \(String(reflecting: secret)) \(options) \([secret]) \(Optional(secret) as Any)"
        XCTAssertFalse(dumped.contains("CANARY"), dumped)
        XCTAssertEqual("\(secret)", "‹set›")
        XCTAssertEqual(secret.reveal(), "CANARY-7f3a")
    }

    func testAStartURLShowsItselfWithoutItsQuery() {
        let url = StartURL("https://shop.example/sdk/?token=CANARY-7f3a#CANARY-7f3a")
        var dumped = "\(url) \(String(reflecting: url)) \([url])"
        dump(url, to: &dumped)
        XCTAssertFalse(dumped.contains("CANARY"), dumped)
        XCTAssertEqual("\(url)", "https://shop.example/sdk/?…")
        XCTAssertEqual("\(StartURL("https://shop.example/#a"))", "https://shop.example/?…")
        XCTAssertEqual("\(StartURL("https://shop.example/"))", "https://shop.example/")
    }
}
