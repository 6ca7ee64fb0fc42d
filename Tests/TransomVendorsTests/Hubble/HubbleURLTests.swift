// The store's addresses, its routes and what is asked of its user.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomVendors
import XCTest

final class HubbleURLTests: XCTestCase {
    private func store(
        _ environment: RunEnvironment = .production, _ parameters: [String: String] = [:],
        secrets: [String: String] = ["appSecret": "s3cret"], route: String? = nil
    ) throws -> HubbleIntegration {
        var all = environment == .sandbox ? [:] : ["clientId": ["acme"]]
        for (name, value) in parameters { all[name] = [value] }
        return try HubbleIntegration(
            IntegrationOptions(
                environment: environment, parameters: all, secrets: secrets.mapValues(SecretValue.init), route: route))
    }

    private func lines(_ options: IntegrationOptions) -> [String] {
        do throws(IntegrationProblems) {
            _ = try HubbleIntegration(options)
            return []
        } catch {
            return error.lines(integration: "hubble")
        }
    }

    func testEachEnvironmentAndBaseHasItsAddress() throws {
        let query = "?clientId=acme&appSecret=s3cret&wrap-plt=ios&appVersion=10000"
        let cases: [(RunEnvironment, String?, String)] = [
            (.production, nil, "https://vouchers.myhubble.money/sdk/gc/"),
            (.production, "vouchers", "https://vouchers.myhubble.money/sdk/gc/"),
            (.production, "sdk", "https://sdk.myhubble.money/"),
            (.development, nil, "https://vouchers.dev.myhubble.money/sdk/gc/"),
            (.development, "sdk", "https://sdk.dev.myhubble.money/"),
        ]
        for (environment, base, address) in cases {
            let store = try store(environment, base.map { ["base": $0] } ?? [:])
            XCTAssertEqual(store.startURL.reveal(), address + query)
        }
        XCTAssertEqual(
            try store(.sandbox, secrets: [:]).startURL.reveal(),
            "https://vouchers.myhubble.money/sdk/gc/?clientId=transom-sandbox&wrap-plt=ios&appVersion=10000")
    }

    func testThePaymentAppsOfTheMachineStandInTheParameterThatTheUserNames() throws {
        var options = IntegrationOptions(parameters: ["clientId": ["acme"]])
        XCTAssertEqual(HubbleIntegration.schemesToLookUp(options), [], "nobody asked")
        options.handledSchemes = ["phonepe", "cred", "credpay", "tez", "mailto"]
        XCTAssertFalse(try HubbleIntegration(options).startURL.reveal().contains("phonepe"))
        options.parameters["appsParameter"] = ["upiApps"]
        XCTAssertEqual(HubbleIntegration.schemesToLookUp(options).prefix(3), ["tez", "phonepe", "paytmmp"])
        XCTAssertTrue(
            try HubbleIntegration(options).startURL.reveal().hasSuffix("&upiApps=google_pay%2Cphonepe%2Ccred"))
        options.handledSchemes = []
        XCTAssertTrue(try HubbleIntegration(options).startURL.reveal().hasSuffix("&upiApps="))
        for name in ["clientId", "token", "amount", "a b"] {
            options.parameters["appsParameter"] = [name]
            XCTAssertEqual(
                lines(options),
                [
                    "transom: run hubble: appsParameter \"\(name)\" is not the name of a query parameter that the store "
                        + "has no other use for"
                ])
        }
    }

    func testEveryParameterStandsInTheQuery() throws {
        let url = try store(
            parameters: [
                "appVersion": "2.1", "deviceId": "d-1", "theme": "dark", "coins": "true", "coinsEnabled": "false",
            ], secrets: ["appSecret": "a", "clientSecret": "b", "token": "c"]
        ).startURL.reveal()
        XCTAssertEqual(
            url,
            "https://vouchers.myhubble.money/sdk/gc/?clientId=acme&appSecret=a&clientSecret=b&token=c&wrap-plt=ios"
                + "&appVersion=2.1&deviceId=d-1&theme=dark&coins=true&coinsEnabled=false")
    }

    private func store(parameters: [String: String], secrets: [String: String]) throws -> HubbleIntegration {
        try store(.production, parameters, secrets: secrets)
    }

    func testEveryRouteStandsBeforeTheQueryWithItsOwnParameters() throws {
        let cases: [(String, [String: String], String, String)] = [
            ("/", [:], "", ""),
            (
                "/buy/uber", ["amount": "500", "coupon": "X 10%", "skipToPayment": "true", "consumeCoins": "false"],
                "buy/uber", "&amount=500&coupon=X%2010%25&skipToPayment=true&consumeCoins=false"
            ),
            ("/search", ["category": "FOOD & DRINK"], "search", "&category=FOOD%20%26%20DRINK"),
            ("/transactions", ["showBackButton": "true"], "transactions", "&showBackButton=true"),
            (
                "/transactions/t-1", ["showBackButton": "false", "exitOnBack": "true"], "transactions/t-1",
                "&showBackButton=false&exitOnBack=true"
            ),
            ("/coin-transactions", ["showBackButton": "true"], "coin-transactions", "&showBackButton=true"),
            ("/help", [:], "help", ""),
        ]
        XCTAssertEqual(HubbleIntegration.routes.count, cases.count)
        for (route, parameters, path, extra) in cases {
            XCTAssertEqual(
                try store(.production, parameters, route: route).startURL.reveal(),
                "https://vouchers.myhubble.money/sdk/gc/\(path)?clientId=acme&appSecret=s3cret&wrap-plt=ios"
                    + "&appVersion=10000" + extra)
            XCTAssertEqual(
                try store(.production, parameters.merging(["base": "sdk"]) { $1 }, route: route).startURL.reveal(),
                "https://sdk.myhubble.money/\(path)?clientId=acme&appSecret=s3cret&wrap-plt=ios&appVersion=10000"
                    + extra)
        }
    }

    func testOddCharactersAreEncodedForTheirPlace() throws {
        let odd = "a b&c=d?e#f/g+h%20i\"<>é😀'"
        let url = try store(
            .production, ["clientId": odd, "coupon": odd], secrets: ["appSecret": odd, "token": odd],
            route: "/buy/a b&c=d+h\"<>é;'"
        ).startURL.reveal()
        let encoded = "a%20b%26c%3Dd%3Fe%23f%2Fg%2Bh%2520i%22%3C%3E%C3%A9%F0%9F%98%80%27"
        XCTAssertEqual(
            url,
            "https://vouchers.myhubble.money/sdk/gc/buy/a%20b%26c%3Dd%2Bh%22%3C%3E%C3%A9%3B%27?clientId=\(encoded)"
                + "&appSecret=\(encoded)&token=\(encoded)&wrap-plt=ios&appVersion=10000&coupon=\(encoded)")
        let items = URLComponents(string: url)?.queryItems ?? []
        XCTAssertEqual(
            items.filter { ["clientId", "appSecret", "token", "coupon"].contains($0.name) }.map(\.value),
            [odd, odd, odd, odd])
        XCTAssertEqual(ParsedURL(url).origin, .literal("https://vouchers.myhubble.money"))
    }

    func testARouteThatIsNoneIsRefused() {
        let routes = [
            "", "buy/uber", "/buy", "/buy/", "/buy/a/b", "/buy/..", "/buy/.", "/nope", "/search?category=x", "/help#x",
            "//evil.example", "/buy/a%2fb", "/buy/a\\b", "/buy/a\nb", "/Search", "/transactions/", "/\u{202E}",
            "/" + String(repeating: "x", count: 600),
        ]
        for route in routes {
            let lines = lines(IntegrationOptions(route: route))
            XCTAssertEqual(lines.count, 1, route.debugDescription)
            XCTAssertTrue(lines.first?.hasPrefix("transom: run hubble: route \"") == true, route.debugDescription)
        }
        XCTAssertEqual(
            lines(IntegrationOptions(route: "/nope")),
            [
                "transom: run hubble: route \"/nope\" is not one of /, /buy/{brandId}, /search, /transactions, "
                    + "/transactions/{transactionId}, /coin-transactions, /help"
            ])
    }

    func testAParameterOfAnotherRouteIsNotPassedOver() {
        XCTAssertEqual(
            lines(IntegrationOptions(parameters: ["amount": ["500"]])),
            ["transom: run hubble: amount belongs to the route /buy/{brandId}; write --route /buy/{brandId}"])
        XCTAssertEqual(
            lines(IntegrationOptions(parameters: ["showBackButton": ["true"]], route: "/help")),
            [
                "transom: run hubble: showBackButton belongs to the route /transactions or "
                    + "/transactions/{transactionId} or /coin-transactions; write --route /transactions or "
                    + "/transactions/{transactionId} or /coin-transactions"
            ])
    }

    func testWhatIsMissingForProductionIsToldAtOnce() {
        XCTAssertEqual(
            lines(IntegrationOptions(environment: .production)),
            [
                "transom: run hubble: missing for production: clientId, appSecret.  clientId: --param clientId=…   "
                    + "appSecret: --secret appSecret=env:NAME"
            ])
        XCTAssertEqual(
            lines(IntegrationOptions(environment: .development, parameters: ["clientId": ["a"]])),
            ["transom: run hubble: missing for development: appSecret.  appSecret: --secret appSecret=env:NAME"])
        XCTAssertEqual(lines(IntegrationOptions()), [])
    }

    func testTheSecretOf2024StandsInForTheNewOne() throws {
        let url = try store(.production, secrets: ["clientSecret": "old"]).startURL.reveal()
        XCTAssertTrue(url.contains("clientSecret=old"))
        XCTAssertFalse(url.contains("appSecret"))
    }

    func testASecretOnTheCommandLineIsRefusedAndNotRepeated() {
        let lines = lines(IntegrationOptions(parameters: ["appSecret": ["CANARY-7f3a"], "token": ["CANARY-7f3a"]]))
        XCTAssertEqual(
            lines,
            [
                "transom: run: --param appSecret: this is a secret, and other users can read a command line; "
                    + "write --secret appSecret=env:NAME or file:PATH",
                "transom: run: --param token: this is a secret, and other users can read a command line; "
                    + "write --secret token=env:NAME or file:PATH",
            ])
    }

    func testNoSecretIsShownByAnythingOfARun() throws {
        let store = try store(
            .production, ["clientId": "acme"], secrets: ["appSecret": "CANARY-7f3a", "token": "CANARY-7f3a"])
        var shown = "\(store) \(String(reflecting: store)) \(store.startURL) \(store.declaration)"
        dump(store, to: &shown)
        XCTAssertFalse(shown.contains("CANARY"), shown)
        XCTAssertTrue(store.startURL.reveal().contains("CANARY-7f3a"))
    }
}
