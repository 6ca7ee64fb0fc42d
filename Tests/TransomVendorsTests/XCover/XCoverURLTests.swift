// The one URL of a journey, built from checked parts.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomVendors
import XCTest

final class XCoverURLTests: XCTestCase {
    private func url(
        _ parameters: [String: [String]], environment: RunEnvironment = .production
    ) throws -> String {
        try XCoverIntegration(IntegrationOptions(environment: environment, parameters: parameters)).startURL.reveal()
    }

    private func lines(
        _ parameters: [String: [String]], environment: RunEnvironment = .production
    ) -> [String] {
        do {
            _ = try url(parameters, environment: environment)
            return []
        } catch {
            return (error as? IntegrationProblems)?.lines(integration: "xcover") ?? ["\(error)"]
        }
    }

    func testTheVendorsExampleIsBuilt() throws {
        XCTAssertEqual(
            try url(["partner": ["acme-travel"], "language": ["en"], "country": ["AU"]]),
            "https://xcj.xcover.com/acme-travel/en/?country=AU")
        XCTAssertEqual(try url(["partner": ["acme"]]), "https://xcj.xcover.com/acme/en/")
        XCTAssertEqual(try url([:], environment: .sandbox), "https://xcj.xcover.com/acme-travel/en/")
    }

    func testTheContextIsEncodedComponentByComponentInItsOrder() throws {
        XCTAssertEqual(
            try url([
                "partner": ["acme"], "language": ["zh-Hans"], "country": ["NZ"], "booking_ref": ["A/1 &2"],
                "product": ["trip+"], "context": ["utm_campaign=spring?x=1#y", "session=é"],
            ]),
            "https://xcj.xcover.com/acme/zh-Hans/?country=NZ&booking_ref=A%2F1%20%262&product=trip%2B"
                + "&utm_campaign=spring%3Fx%3D1%23y&session=%C3%A9")
    }

    func testEveryPartIsChecked() {
        for partner in ["", "acme/en", "..", "acme?x", "a b", "é", String(repeating: "a", count: 65)] {
            XCTAssertEqual(lines(["partner": [partner]]).count, 1, partner)
        }
        for language in ["e", "en_AU", "en/", "english", "en-", "../en", "é"] {
            XCTAssertEqual(
                lines(["partner": ["a"], "language": [language]]),
                ["transom: run xcover: language \"\(language)\" is not a language tag such as en, en-AU or zh-Hans"])
        }
        for country in ["au", "AUS", "ZZ", "UK", "A", "ＡＵ"] {
            XCTAssertEqual(
                lines(["partner": ["a"], "country": [country]]),
                [
                    "transom: run xcover: country \"\(country)\" is not a country code of ISO 3166-1 alpha-2 in "
                        + "capitals, such as AU"
                ], country)
        }
        XCTAssertEqual(lines(["partner": ["a"], "country": ["GB"]]), [])
    }

    func testEveryAssignedCountryIsAccepted() {
        let codes = ["AD", "AX", "BQ", "CW", "GG", "SS", "SX", "TL", "US", "XX", "ZW"]
        XCTAssertEqual(codes.filter { lines(["partner": ["a"], "country": [$0]]) != [] }, ["XX"])
    }

    func testPersonalDataIsRefusedWithOneSentenceThatDoesNotRepeatIt() {
        let cases: [(String, String)] = [
            ("email=ann@mail.example", "context email looks like an e-mail address"),
            ("ref=ann@mail.example", "context ref looks like an e-mail address"),
            ("ref=ann%40mail.example", "context ref looks like an e-mail address"),
            ("ref=ann%2540mail.example", "context ref looks like an e-mail address"),
            ("contact_mail=none", "context contact_mail looks like an e-mail address"),
            ("firstName=Ann", "context firstName looks like a name of a person"),
            ("first_name=Ann", "context first_name looks like a name of a person"),
            ("passengerName=Ann", "context passengerName looks like a name of a person"),
            ("surname=Smith", "context surname looks like a name of a person"),
            ("mobile=1", "context mobile looks like a telephone number"),
            ("ref=+64 21 555 0199", "context ref looks like a telephone number"),
            ("dob=1990-01-02", "context dob looks like a date of birth or a gender"),
            ("passport=LA0000001", "context passport looks like an identity document"),
            ("ref=4111 1111 1111 1111", "context ref looks like the number of a payment card"),
            ("street=x", "context street looks like an address"),
        ]
        for (context, sentence) in cases {
            let told = lines(["partner": ["a"], "context": [context]])
            XCTAssertEqual(
                told,
                [
                    "transom: run xcover: \(sentence), and personal data must not stand in a URL; "
                        + "give it to the vendor from your server"
                ], context)
        }
        XCTAssertEqual(
            lines(["partner": ["a"], "booking_ref": ["ann@mail.example"]]),
            [
                "transom: run xcover: booking_ref looks like an e-mail address, and personal data must not stand in a "
                    + "URL; give it to the vendor from your server"
            ])
    }

    func testWhatIsNotPersonalPasses() {
        for context in [
            "campaign=spring", "session=8f2c-77", "booking=1234567890123", "page=2", "hotel_name=Harbour", "at=6@home",
            "language_name=x", "pax=4", "total=100.50",
        ] {
            XCTAssertEqual(lines(["partner": ["a"], "context": [context]]), [], context)
        }
    }

    func testAContextThatIsNoneIsRefusedWithoutBeingShown() {
        for context in ["ann@mail.example", "=x", "a=", "a b=c"] {
            XCTAssertEqual(
                lines(["partner": ["a"], "context": [context]]),
                [
                    "transom: run xcover: context \"…\" is not NAME=VALUE with a NAME of its own, 1 to 64 of "
                        + "A-Z a-z 0-9 - _, and a VALUE"
                ])
        }
        XCTAssertEqual(
            lines(["partner": ["a"], "context": ["x=1", "x=2"]]),
            ["transom: run xcover: context x is given twice; once is possible"])
        XCTAssertEqual(lines(["partner": ["a"], "context": ["access_token=1"]]).count, 1)
        XCTAssertEqual(lines(["partner": ["a"], "context": ["country=AU"]]).count, 1)
    }

    func testAStagingOriginIsNamedExactly() throws {
        let integration = try XCoverIntegration(
            IntegrationOptions(
                environment: .custom,
                parameters: ["partner": ["acme"], "origin": ["https://staging.partner.example"]]))
        XCTAssertEqual(integration.startURL.reveal(), "https://staging.partner.example/acme/en/")
        let declaration = integration.declaration
        XCTAssertEqual(declaration.handlers.map(\.origins.description), ["https://staging.partner.example"])
        XCTAssertEqual(declaration.scripts.map(\.origins.description), ["https://staging.partner.example"])
        XCTAssertEqual(declaration.policy.inside.description, "https://staging.partner.example")
        XCTAssertEqual(declaration.outgoing?.targetOrigin, .literal("https://staging.partner.example"))
        for origin in [
            "http://staging.partner.example", "https://*.partner.example", "https://staging.partner.example/",
            "https://STAGING.partner.example", "staging.partner.example", "https://localhost",
        ] {
            XCTAssertEqual(
                lines(["partner": ["a"], "origin": [origin]], environment: .custom).count, 1, origin)
        }
        XCTAssertEqual(
            lines(["partner": ["a"]], environment: .custom),
            ["transom: run xcover: missing for custom: origin.  origin: --param origin=…"])
        XCTAssertEqual(
            lines(["partner": ["a"], "origin": ["https://x.example"]]),
            ["transom: run xcover: origin belongs to --environment custom"])
    }

    func testProductionNamesWhatItNeedsAndHasNoDevelopment() {
        XCTAssertEqual(
            lines([:]), ["transom: run xcover: missing for production: partner.  partner: --param partner=…"])
        XCTAssertEqual(
            lines(["partner": ["a"]], environment: .development),
            ["transom: run xcover: environment development is not one of sandbox, production, custom"])
    }

    func testTheForwarderGetsItsWordsAsArguments() throws {
        let script = try XCTUnwrap(try XCoverIntegration(IntegrationOptions()).declaration.scripts.first)
        XCTAssertEqual(script.source, .resource("web_dist/bridge/forwarder.js"))
        XCTAssertEqual(script.injectionTime, .documentStart)
        XCTAssertTrue(script.mainFrameOnly)
        XCTAssertEqual(
            script.arguments,
            ["TRANSOM_FORWARD_SOURCE": "xcover-journeys", "TRANSOM_FORWARD_HANDLER": "cgJourneyBridge"])
    }

    func testDocumentsOpenOutsideUnlessAViewIsAskedFor() throws {
        XCTAssertNil(try XCoverIntegration(IntegrationOptions()).declaration.documents)
        let options = IntegrationOptions(parameters: [
            "documents": ["view"], "documentOrigin": ["https://documents.insurer.example"],
        ])
        let documents = try XCTUnwrap(try XCoverIntegration(options).declaration.documents)
        XCTAssertEqual(documents.origins.description, "https://xcj.xcover.com https://documents.insurer.example")
        // What a document's view may show does not become a page of the journey.
        XCTAssertEqual(
            try XCoverIntegration(options).declaration.policy.inside.description, "https://xcj.xcover.com")
    }
}
