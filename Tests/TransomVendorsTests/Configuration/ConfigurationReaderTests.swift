// What a configuration says, and everything that can be wrong with one.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomVendors
import XCTest

final class ConfigurationReaderTests: ConfigurationTestCase {
    private static var example: String {
        get throws {
            try String(contentsOf: repository.appending(path: "Resources/examples/kiosk.json5"), encoding: .utf8)
        }
    }

    func testTheShippedExampleIsReadAsItIsMeant() throws {
        let configuration = try read(Self.example)
        XCTAssertEqual(configuration.kiosk, "wellington-017")
        XCTAssertEqual(configuration.environment, .production)
        XCTAssertEqual(configuration.home, .folder("/usr/share/acme/home"))
        XCTAssertEqual(configuration.integrationName, "home")
        XCTAssertEqual(configuration.integrations.keys.sorted(), ["hubble", "volley", "xcover"])
        XCTAssertEqual(configuration.integrations["hubble"]?.parameters, ["clientId": ["acme"]])
        XCTAssertEqual(
            configuration.integrations["hubble"]?.secrets,
            ["appSecret": .credential("hubble"), "token": .command(["/usr/bin/mint-token"])])
        XCTAssertEqual(
            configuration.integrations["xcover"]?.parameters,
            ["partner": ["acme-travel"], "language": ["en"], "documents": ["view"]])
        XCTAssertEqual(configuration.integrations["volley"]?.outside, .qr)
        XCTAssertEqual(configuration.window.mode, .kiosk)
        XCTAssertEqual(configuration.window.monitor, "HDMI-1")
        XCTAssertEqual(configuration.window.rotation, 90)
        XCTAssertEqual(configuration.window.keyboard, .auto)
        XCTAssertEqual(configuration.session.idleResetAfter, .seconds(60))
        XCTAssertEqual(configuration.session.warnFor, .seconds(15))
        XCTAssertEqual(configuration.session.duringPayment, .seconds(300))
        XCTAssertEqual(configuration.policy.allow.map(\.description), ["https://checkout.razorpay.com"])
        XCTAssertEqual(configuration.policy.excursions.map(\.description), ["https://api.razorpay.com"])
        XCTAssertEqual(configuration.network.proxy, "http://10.0.0.1:3128")
        XCTAssertEqual(configuration.network.noProxy, ["*.acme.example"])
        XCTAssertEqual(configuration.network.extraCA, "/etc/ssl/acme.pem")
        XCTAssertEqual(configuration.languages, ["en-NZ", "mi"])
        XCTAssertEqual(configuration.events, [.journal, .file("/var/log/transom/events.jsonl")])
        XCTAssertEqual(configuration.staff?.pin, .file("/etc/transom/staff.pin"))
    }

    func testTheShortFormAndTheStandards() throws {
        let configuration = try read("{integration: 'hubble'}")
        XCTAssertEqual(configuration.integrationName, "hubble")
        var expected = Configuration()
        expected.integrations = ["hubble": .init()]
        XCTAssertEqual(configuration, expected)
    }

    func testJSON5IsRead() throws {
        let text = """
            // comment
            { /* another */ "integration": 'hub\\
            ble', session: { idleResetAfter: 0x1E, warnFor: +1.5, }, window: { mode: "\\u006biosk" }, environment: 'sandbox', }
            """
        let configuration = try read(text)
        XCTAssertEqual(configuration.integrationName, "hubble")
        XCTAssertEqual(configuration.session.idleResetAfter, .seconds(30))
        XCTAssertEqual(configuration.session.warnFor, .milliseconds(1_500))
        XCTAssertEqual(configuration.window.mode, .kiosk)
    }

    func testObjectsMergeAndArraysReplace() throws {
        let files = [
            (
                "kiosk.json5",
                "{integration: 'hubble', session: {idleResetAfter: 90, warnFor: 10}, languages: ['en', 'mi']}"
            ),
            ("kiosk.d/10.json5", "{session: {warnFor: 20}, languages: ['fr']}"),
            ("kiosk.d/20.json5", "{kiosk: 'a', session: {warnFor: 30}}"),
        ].map { ConfigurationFile(name: $0, bytes: Array($1.utf8)) }
        let document = try reader.read(files)
        XCTAssertEqual(document.configuration.session.idleResetAfter, .seconds(90))
        XCTAssertEqual(document.configuration.session.warnFor, .seconds(30))
        XCTAssertEqual(document.configuration.languages, ["fr"])
        XCTAssertEqual(document.configuration.kiosk, "a")
        XCTAssertEqual(document.place(of: "session.warnFor").description, "kiosk.d/20.json5:1:24")
        XCTAssertEqual(document.place(of: "languages").description, "kiosk.d/10.json5:1:26")
        XCTAssertEqual(document.place(of: "session.idleResetAfter").description, "kiosk.json5:1:35")
    }

    func testEveryMistakeIsToldAtOnceWithItsPlace() {
        let lines = mistakes(
            """
            {
              kiosk: "a b",
              environment: "prod",
              integrations: { hubbel: {}, hubble: { secrets: { appSecret: "CANARY-7f3a" } } },
              session: {
                warnFor: 20,
              idleResetAfter: -5,
              },
              policy: { allowed: [], allow: ["https://ok.example", "*"] },
              languages: "en",
            }
            """)
        XCTAssertEqual(
            lines,
            [
                "kiosk.json5:2:3: kiosk is \"a b\"; a name of 1 to 64 letters, digits, dots, hyphens and underscores is "
                    + "possible, such as \"till-3\"",
                "kiosk.json5:3:3: environment is \"prod\"; \"sandbox\", \"development\", \"production\" and \"custom\" "
                    + "are possible",
                "kiosk.json5:4:19: integrations.hubbel is no key that there is; did you mean \"hubble\"? (possible: "
                    + "hubble, googlepay, xcover, volley, ukey, page)",
                "kiosk.json5:4:52: integrations.hubble.secrets.appSecret is not a reference, and a secret is not written "
                    + "where others can read it; write env:NAME, file:PATH, credential:NAME or "
                    + "command:/PROGRAM",
                "kiosk.json5:7:3: session.idleResetAfter is -5; seconds from 5 to 86400 are possible",
                "kiosk.json5:9:13: policy.allowed is no key that there is; did you mean \"allow\"? (possible: allow, "
                    + "excursions)",
                "kiosk.json5:9:56: policy.allow[1]: rule \"*\" would match everything; name each origin",
                "kiosk.json5:10:3: languages is \"en\"; an array [ … ] is possible",
                "kiosk.json5:1:1: home is missing; with several integrations a home page is needed that opens them",
            ])
        XCTAssertFalse(lines.joined().contains("CANARY"))
    }

    func testWhatIsWrongInADropInIsToldOfTheDropIn() {
        XCTAssertEqual(
            mistakes("{integration: 'hubble'}", "{session: {warnFor: 0}}", "{"),
            [
                "2.json5:1:2: this is not JSON5; a key or } is possible here",
                "1.json5:1:12: session.warnFor is 0; seconds from 1 to 300 are possible",
            ])
    }

    func testAKioskNeedsAnEnvironment() {
        XCTAssertEqual(
            mistakes("{integration: 'hubble', window: {mode: 'kiosk'}}"),
            [
                "kiosk.json5:1:1: environment is missing; a kiosk needs one of \"sandbox\", \"development\", "
                    + "\"production\" or \"custom\""
            ])
    }

    func testWhatAnIntegrationNeedsIsToldWithItsPath() {
        XCTAssertEqual(
            mistakes("{environment: 'production', integrations: {hubble: {parameters: {base: 'sdk'}}}}"),
            [
                "kiosk.json5:1:53: integrations.hubble.parameters.clientId is missing; hubble needs it in production",
                "kiosk.json5:1:44: integrations.hubble.secrets.appSecret is missing; hubble needs it in production, as in "
                    + "\"credential:NAME\"",
            ])
        // A home page may give a parameter later, and never a secret.
        XCTAssertEqual(
            mistakes("{environment: 'production', home: {folder: '/srv/home'}, integrations: {hubble: {}}}"),
            [
                "kiosk.json5:1:73: integrations.hubble.secrets.appSecret is missing; hubble needs it in production, as in "
                    + "\"credential:NAME\""
            ])
        XCTAssertEqual(
            mistakes("{environment: 'development', integration: 'volley'}").first,
            "kiosk.json5:1:2: environment is \"development\"; volley has sandbox, production")
    }

    func testASecretAmongTheParametersIsNamedAndNotRepeated() {
        let lines = mistakes("{integrations: {hubble: {parameters: {appSecret: 'CANARY-7f3a'}}}}")
        XCTAssertEqual(
            lines,
            [
                "kiosk.json5:1:39: integrations.hubble.parameters.appSecret: this is a secret, which is not written where "
                    + "others can read it; write integrations.hubble.secrets.appSecret: \"credential:NAME\" or "
                    + "\"file:/PATH\""
            ])
    }

    func testWhatThereIsToOpen() {
        XCTAssertEqual(
            mistakes("{}"), ["kiosk.json5:1:1: integration is missing; name one, as in integration: \"hubble\""])
        XCTAssertEqual(
            mistakes("{integration: 'hubble', integrations: {hubble: {}}}"),
            ["kiosk.json5:1:2: integration: this is the short form of integrations; leave one of them out"])
        XCTAssertEqual(
            mistakes("{home: {}}"), ["kiosk.json5:1:2: home: one of folder and url is possible"])
        XCTAssertEqual(
            mistakes("{integration: 'hubble', session: {idleResetAfter: 10, warnFor: 10}}"),
            [
                "kiosk.json5:1:55: session.warnFor is 10; less than session.idleResetAfter is possible, which is 10"
            ])
    }
}
