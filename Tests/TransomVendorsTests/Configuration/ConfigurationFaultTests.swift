// The rows CF of the fault cases, by id.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomVendors
import XCTest

final class ConfigurationFaultTests: ConfigurationTestCase {
    func testCF02WhatIsNoConfiguration() {
        let cases: [(String, String)] = [
            ("", "kiosk.json5:1:1: the file is empty; transom config init INTEGRATION writes one to begin with"),
            (
                " // only this\n",
                "kiosk.json5:2:1: the file is empty; transom config init INTEGRATION writes one to begin with"
            ),
            ("[]", "kiosk.json5:1:1: the file is an array; an object { … } is possible"),
            ("null", "kiosk.json5:1:1: the file is null; an object { … } is possible"),
            ("\"x\"", "kiosk.json5:1:1: the file is \"x\"; an object { … } is possible"),
            (
                "kiosk: 1",
                "kiosk.json5:1:1: this is not JSON5; a finite number, a text in quotation marks, true, false, "
                    + "null, [ or { is possible here"
            ),
            ("{\n  a: 1\n  b: 2 }", "kiosk.json5:3:3: this is not JSON5; a comma or } is possible here"),
            ("{é: 1, a 2}", "kiosk.json5:1:10: this is not JSON5; a colon after the key is possible here"),
            (
                "{a: 'b}",
                "kiosk.json5:1:5: this is not JSON5; a text that ends with the quotation mark that it begins with "
                    + "is possible here"
            ),
            ("{a: 1} {", "kiosk.json5:1:8: this is not JSON5; nothing more is possible here"),
            ("{a: 1,, b: 2}", "kiosk.json5:1:7: this is not JSON5; a key or } is possible here"),
            ("{ /* a: 1 }", "kiosk.json5:1:3: this is not JSON5; a comment that ends with */ is possible here"),
            (
                String(repeating: "[", count: 100_000),
                "kiosk.json5:1:18: this is not JSON5; a value that is nested less deep is possible here"
            ),
        ]
        for (text, line) in cases { XCTAssertEqual(mistakes(text), [line], String(text.prefix(20))) }
    }

    func testCF02WhatIsNoFile() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "transom-cf-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func fault(_ name: String, _ bytes: [UInt8]?) throws -> String {
            let path = folder.appending(path: name).path
            if let bytes { try Data(bytes).write(to: URL(filePath: path)) }
            do throws(ConfigurationMistakes) {
                _ = try ConfigurationFile.load(path)
                return "none"
            } catch {
                return String(error.description.dropFirst(path.count))
            }
        }
        XCTAssertEqual(
            try fault("bom", [0xEF, 0xBB, 0xBF, 0x7B, 0x7D]),
            ":1:1: the file begins with a byte order mark; save it as UTF-8 without one")
        XCTAssertEqual(try fault("utf16", [0xFF, 0xFE, 0x7B, 0x00]), ":1:1: the file is UTF-16; save it as UTF-8")
        XCTAssertEqual(try fault("bytes", [0x7B, 0xFF]), ":1:1: the file is not UTF-8 text; save it as UTF-8")
        XCTAssertEqual(try fault("nul", [0x7B, 0x00]), ":1:1: the file is not UTF-8 text; save it as UTF-8")
        XCTAssertEqual(
            try fault("long", [UInt8](repeating: 0x20, count: 1_048_577)),
            ":1:1: the file is longer than 1048576 bytes, which no configuration needs")
        XCTAssertEqual(
            try fault("nothing", nil), ":1:1: the file cannot be read: No such file or directory")
        mkfifo(folder.appending(path: "fifo").path, 0o600)
        let noFile = ":1:1: this is no file; a regular file with JSON5 is possible"
        XCTAssertEqual(try fault("fifo", nil), noFile)
        try FileManager.default.createDirectory(
            at: folder.appending(path: "folder"), withIntermediateDirectories: false)
        XCTAssertEqual(try fault("folder", nil), noFile)
    }

    func testDropInsAreReadInTheOrderOfTheirNames() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "transom-cf-\(UUID().uuidString)")
        let dropIns = folder.appending(path: "kiosk.d")
        try FileManager.default.createDirectory(at: dropIns, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["20-b.json5", "10-a.json5", ".hidden.json5", "note.txt", "30.json5~"] {
            try Data("{}".utf8).write(to: dropIns.appending(path: name))
        }
        let path = folder.appending(path: "kiosk.json5").path
        try Data("{}".utf8).write(to: URL(filePath: path))
        let names = try ConfigurationFile.load(path).map { String($0.name.dropFirst(folder.path.count)) }
        XCTAssertEqual(names, ["/kiosk.json5", "/kiosk.d/10-a.json5", "/kiosk.d/20-b.json5"])
    }

    func testCF03AnUnknownKeyIsNeverIgnored() {
        XCTAssertEqual(
            mistakes("{integration: 'hubble', policy: {allowed: []}}"),
            [
                "kiosk.json5:1:34: policy.allowed is no key that there is; did you mean \"allow\"? (possible: allow, "
                    + "excursions)"
            ])
    }

    func testCF04ADuplicateKeyIsAMistake() {
        XCTAssertEqual(
            mistakes("{integration: 'hubble',\npolicy: {allow: [],\n 'allow': []}}"),
            ["kiosk.json5:3:2: policy.allow is there twice, first in line 2; once is possible"])
    }

    func testCF07ThereIsNoMatchAll() {
        XCTAssertEqual(
            mistakes("{integration: 'hubble', policy: {allow: ['*']}}"),
            ["kiosk.json5:1:42: policy.allow[0]: rule \"*\" would match everything; name each origin"])
    }

    func testCF08TooManyRules() {
        let rules = (0..<257).map { "'https://a\($0).example'" }.joined(separator: ",")
        XCTAssertEqual(
            mistakes("{integration: 'hubble', policy: {allow: [\(rules)]}}"),
            ["kiosk.json5:1:34: policy.allow has 257 elements; 256 at most are possible"])
    }

    func testCF10NothingWeakensTheEngine() {
        for key in ["tlsErrors", "sandbox", "developerExtras", "webSandbox", "automation", "unsafeDev"] {
            let lines = mistakes(
                "{integration: 'hubble', environment: 'sandbox', window: {mode: 'kiosk'}, \(key): false}")
            XCTAssertEqual(lines.count, 1, key)
            XCTAssertTrue(lines.first?.contains("\(key) is no key that there is") ?? false, "\(lines)")
        }
    }

    func testCF14WhatIsOutOfRange() {
        let possible = "seconds from 5 to 86400 are possible"
        for (text, shown) in [
            ("-1", "-1"), ("0", "0"), ("'60'", "\"60\""), ("86401", "86401"), ("true", "true"), ("null", "null"),
        ] {
            XCTAssertEqual(
                mistakes("{integration: 'hubble', session: {idleResetAfter: \(text)}}"),
                ["kiosk.json5:1:35: session.idleResetAfter is \(shown); \(possible)"])
        }
        for text in ["1e309", "Infinity", "NaN", "1_000", "0123"] {
            XCTAssertEqual(
                mistakes("{integration: 'hubble', session: {idleResetAfter: \(text)}}"),
                [
                    "kiosk.json5:1:51: this is not JSON5; a finite number, a text in quotation marks, true, false, null, [ "
                        + "or { is possible here"
                ], text)
        }
    }

    func testCF15PathsAreAbsoluteAndGoNowhereElse() {
        for path in ["ca.pem", "./ca.pem", "~/ca.pem", "/etc/../root/ca.pem", "/etc/\\u0001", ""] {
            let lines = mistakes("{integration: 'hubble', network: {extraCA: \"\(path)\"}}")
            XCTAssertEqual(lines.count, 1, path)
            XCTAssertTrue(
                lines.first?.hasSuffix("an absolute path without .. is possible, such as \"/etc/ssl/acme.pem\"")
                    ?? false, path)
        }
    }

    func testCF06EveryRuleOfTheGrammarCases() throws {
        struct Case: Decodable {
            let rule: String
            let profile: String
            let expect: String
        }
        let path = Self.repository.appending(path: "Tests/TransomCoreTests/Cases/rule-grammar.json")
        let cases = try JSONDecoder().decode([Case].self, from: Data(contentsOf: path))
        XCTAssertGreaterThan(cases.count, 40)
        for row in cases {
            let rule = JSONText.encode(.string(row.rule))
            let environment = row.profile == "test" ? "sandbox" : "production"
            let lines = mistakes("{integration: 'xcover', environment: '\(environment)', policy: {allow: [\(rule)]}}")
            let isRefused = lines.contains { $0.contains("policy.allow[0]") || $0.contains("this is not JSON5") }
            XCTAssertEqual(!isRefused, row.expect == "valid", "\(row.rule) \(lines)")
        }
    }

    func testNoBytesMakeTheReaderStop() {
        var seed: UInt64 = 42
        func next(_ bound: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % bound
        }
        let pieces = [
            "{", "}", "[", "]", ":", ",", "'", "\"", "\\", "/*", "*/", "//", "\n", "kiosk", "session", "1", "é",
            "policy",
        ]
        for _ in 0..<2_000 {
            let text = (0..<next(40)).map { _ in pieces[next(pieces.count)] }.joined()
            XCTAssertFalse(mistakes(text).isEmpty, text)
        }
    }

    func testAFolderOfDropInsThatCannotBeReadIsAMistake() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "transom-cf-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("{}".utf8).write(to: folder.appending(path: "kiosk.json5"))
        // Root may read every folder, so that the reason is another one here.
        try Data().write(to: folder.appending(path: "kiosk.d"))
        XCTAssertThrowsError(try ConfigurationFile.load(folder.appending(path: "kiosk.json5").path)) { error in
            let words = (error as? ConfigurationMistakes)?.all.map(\.description) ?? []
            XCTAssertEqual(
                words,
                ["\(folder.path)/kiosk.d:1:1: the folder of drop-ins cannot be read: Not a directory"])
        }
    }

    func testACredentialInAnOriginIsNotRepeated() {
        for text in [
            "https://bob:c4nary@x.example", "Https://bob:c4nary@x.example", "https://Shop.example/?token=c4nary",
            "https://bob:c4nary@*.x.example", "https://bob:c4n?ary@x.example", "https://b/ob:c4nary@x.example",
        ] {
            for key in ["allow", "excursions"] {
                let said = mistakes("{integration: 'hubble', policy: {\(key): ['\(text)']}}").joined()
                XCTAssertFalse(said.isEmpty, text)
                XCTAssertFalse(said.contains("c4n") || said.contains("bob:"), said)
            }
        }
    }
}
