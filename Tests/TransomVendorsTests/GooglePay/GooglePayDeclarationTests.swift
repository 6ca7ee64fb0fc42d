// What a Google Pay run asks of the host, and where its pages may go.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomVendors
import XCTest

final class GooglePayDeclarationTests: XCTestCase {
    private func integration(
        url: String? = nil, allow: [OriginRule] = [], environment: RunEnvironment = .sandbox
    ) throws -> GooglePayIntegration {
        try GooglePayIntegration(
            IntegrationOptions(environment: environment, parameters: url.map { ["url": [$0]] } ?? [:], allow: allow))
    }

    private func lines(_ options: IntegrationOptions) -> [String] {
        do throws(IntegrationProblems) {
            _ = try GooglePayIntegration(options)
            return []
        } catch {
            return error.lines(integration: "googlepay")
        }
    }

    private func outcome(
        _ url: String, from: NavigationTarget, allow: [OriginRule] = []
    ) throws -> NavigationOutcome {
        let policy = try integration(allow: allow).declaration.policy.navigationPolicy(allow: allow)
        return policy.decide(NavigationRequest(url: url, from: from, spelling: .canonical)).outcome
    }

    func testTheSandboxHasAShopOfItsOwnAndElsewhereThePageMustBeGiven() throws {
        XCTAssertEqual(try integration().startURL.reveal(), "https://shop.merchant.example/")
        XCTAssertEqual(
            try integration(url: "https://acme.example/cart?id=7").startURL.reveal(), "https://acme.example/cart?id=7")
        for environment in [RunEnvironment.development, .production] {
            XCTAssertEqual(
                lines(IntegrationOptions(environment: environment)),
                ["transom: run googlepay: missing for \(environment): url.  url: --url …"])
            XCTAssertNoThrow(try integration(url: "https://acme.example/", environment: environment))
        }
    }

    func testThePageAndTheWindowHaveNoHandlerOfTheirOwn() throws {
        let declaration = try integration(url: "https://acme.example/", allow: [.literal("https://js.psp.example")])
            .declaration
        for handler in declaration.handlers {
            XCTAssertEqual(handler.world, .isolated("googlepay"))
            XCTAssertEqual(handler.origins.description, "https://acme.example https://js.psp.example")
            XCTAssertEqual(handler.form, .object)
        }
        let script = try XCTUnwrap(declaration.scripts.first)
        XCTAssertEqual(declaration.scripts.count, 1)
        XCTAssertEqual(script.world, .isolated("googlepay"))
        XCTAssertEqual(script.injectionTime, .documentStart)
        XCTAssertEqual(script.source, .resource("web_dist/bridge/googlepay-result.js"))
        XCTAssertEqual(script.arguments, ["TRANSOM_RESULT_HANDLER": .string(declaration.handlers[0].name)])
        XCTAssertEqual(script.origins.description, "https://acme.example https://js.psp.example")
    }

    func testWindowsAreOverlaysThreeDeepAndNothingOfThemLeaves() throws {
        let popups = try integration().declaration.popups
        XCTAssertEqual(popups.presentation, .overlay)
        XCTAssertEqual(popups.depth, 3)
        XCTAssertFalse(popups.mayLeave)
    }

    func testTheVendorsPagesLoadInWindowsAloneAndNothingLikeThemDoes() throws {
        for host in ["pay.google.com", "accounts.google.com", "gds.google.com"] {
            XCTAssertEqual(try outcome("https://\(host)/x", from: .popup), .inside, host)
            XCTAssertEqual(try outcome("https://\(host)/x", from: .main), .outside, host)
            XCTAssertNotEqual(try outcome("http://\(host)/x", from: .popup), .inside, host)
            XCTAssertNotEqual(try outcome("https://\(host):8443/x", from: .popup), .inside, host)
            XCTAssertNotEqual(try outcome("https://\(host).evil.example/x", from: .popup), .inside, host)
            XCTAssertNotEqual(try outcome("https://\(host)@evil.example/x", from: .popup), .inside, host)
        }
        for url in [
            "https://google.com/", "https://www.google.com/", "https://payments.google.com/", "https://evil.example/",
        ] {
            XCTAssertNotEqual(try outcome(url, from: .popup), .inside, url)
        }
        XCTAssertEqual(try outcome("about:blank", from: .popup), .inside)
    }

    func testFramesAreThoseOfTheVendorsScriptAndSheet() throws {
        XCTAssertEqual(try outcome("https://pay.google.com/gp/p/ui/payframe", from: .iframe), .inside)
        XCTAssertEqual(try outcome("https://payments.google.com/gp/w/u/0/buyflow2", from: .iframe), .inside)
        XCTAssertEqual(try outcome("https://accounts.google.com/", from: .iframe), .blocked)
        XCTAssertEqual(try outcome("https://evil.example/", from: .iframe), .blocked)
    }

    func testABankIsLetInByItsOriginAlone() throws {
        let bank = OriginRule.literal("https://acs.bank.example")
        for target in [NavigationTarget.popup, .iframe, .main] {
            XCTAssertEqual(try outcome("https://acs.bank.example/3ds", from: target, allow: [bank]), .inside)
        }
        XCTAssertNotEqual(try outcome("https://acs.bank.example/3ds", from: .popup), .inside)
    }

    func testWhatIsWrongIsToldAtOnceAndNoSecretIsRepeated() {
        XCTAssertEqual(
            lines(IntegrationOptions(parameters: ["url": ["https://acme.example/?token=CANARY-7f3a"]], route: "/cart")),
            [
                "transom: run googlepay: route \"/cart\" is not one of none; write it into --url",
                "transom: run googlepay: --url: its parameter \"token\" has the name of a secret, and other users can "
                    + "read a command line; leave it out of the URL",
            ])
        for url in [
            "", "acme.example", "http://acme.example/", "javascript:1", "https://u:CANARY@acme.example/", "data:,x",
        ] {
            let lines = lines(IntegrationOptions(environment: .production, parameters: ["url": [url]]))
            XCTAssertEqual(lines.count, 1, url)
            XCTAssertFalse(lines.joined().contains("CANARY"), url)
        }
    }
}
