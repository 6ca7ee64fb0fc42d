// What the store asks of the host, and where it may navigate.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomVendors
import XCTest

final class HubbleDeclarationTests: XCTestCase {
    private func declaration(_ environment: RunEnvironment = .sandbox) throws -> IntegrationDeclaration {
        try HubbleIntegration(
            IntegrationOptions(
                environment: environment, parameters: ["clientId": ["acme"]],
                secrets: ["appSecret": SecretValue("s3cret")])
        ).declaration
    }

    func testTheHandlerIsForTheStoreAlone() throws {
        let handler = try XCTUnwrap(declaration().handlers.first)
        XCTAssertEqual(try declaration().handlers.count, 1)
        XCTAssertEqual(handler.name, "bridge")
        XCTAssertEqual(handler.form, .textOrObject)
        XCTAssertTrue(handler.parsesText)
        XCTAssertTrue(handler.mainFrameOnly)
        XCTAssertTrue(handler.origins.contains(.literal("https://vouchers.myhubble.money")))
        XCTAssertTrue(handler.origins.contains(.literal("https://sdk.myhubble.money")))
        for other in [
            "https://api.razorpay.com", "https://vouchers.dev.myhubble.money", "https://myhubble.money",
            "https://vouchers.myhubble.money.evil.example", "https://vouchers.myhubble.money:8443",
        ] {
            XCTAssertFalse(handler.origins.contains(try Origin(other)), other)
        }
    }

    func testTheSandboxHasTheOriginsOfProduction() throws {
        XCTAssertEqual(try declaration(.sandbox), try declaration(.production))
        XCTAssertNotEqual(try declaration(.sandbox), try declaration(.development))
    }

    func testStoreAndGatewayStayInsideAndTheRestGoesOutOrNowhere() throws {
        let policy = try declaration().policy.navigationPolicy()
        let cases: [(String, NavigationTarget, NavigationOutcome)] = [
            ("https://vouchers.myhubble.money/sdk/gc/buy/uber", .main, .inside),
            ("https://sdk.myhubble.money/", .main, .inside), ("https://api.razorpay.com/v1/checkout", .main, .inside),
            ("https://api.razorpay.com/v1/frame", .iframe, .inside),
            ("https://vouchers.myhubble.money.evil.test.com/", .main, .outside),
            ("https://vouchers.myhubble.money@evil.com/", .main, .blocked),
            ("https://vouchers.myhubble.money:8443/", .main, .blocked),
            ("http://vouchers.myhubble.money/", .main, .blocked), ("https://www.uber.com/", .main, .outside),
            ("https://checkout.razorpay.com/", .iframe, .blocked), ("upi://pay?pa=a@b", .main, .outside),
            ("phonepe://pay", .main, .outside), ("tez://upi/pay", .main, .outside), ("paytmmp://pay", .main, .outside),
            ("cred://pay", .main, .outside), ("credpay://pay", .main, .outside), ("bhim://pay", .main, .outside),
            ("mailto:help@myhubble.money", .main, .outside), ("tel:+6441234567", .main, .outside),
            ("upi://pay?pa=a@b", .iframe, .blocked), ("file:///etc/passwd", .main, .blocked),
            ("javascript:alert(1)", .main, .blocked), ("intent://x", .main, .blocked),
            ("https://192.168.0.1/", .main, .blocked),
        ]
        for (url, from, outcome) in cases {
            let decision = policy.decide(NavigationRequest(url: url, from: from, spelling: .canonical))
            XCTAssertEqual(decision.outcome, outcome, "\(url) from \(from): \(decision.rule), \(decision.why)")
        }
    }

    func testWindowsFoldAndTheVeilWaitsForTheStore() throws {
        let declaration = try declaration()
        XCTAssertEqual(declaration.popups, PopupDeclaration(.foldIntoSameView))
        XCTAssertEqual(declaration.readiness, ReadinessDeclaration(event: "hubble.app_ready"))
        XCTAssertEqual(declaration.permissions, [.clipboardWrite])
        XCTAssertEqual(declaration.scripts, [])
    }

    func testOnlyThePlaysThatThereAreAreListed() {
        XCTAssertEqual(
            HubbleIntegration.plays.map(\.name),
            ["purchase", "fail", "upi", "bad-client", "stuck", "bank", "logout"])
        for play in HubbleIntegration.plays { XCTAssertFalse(play.events.isEmpty, play.name) }
    }
}
