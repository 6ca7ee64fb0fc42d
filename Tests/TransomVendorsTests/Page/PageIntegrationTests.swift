// Any page with handlers of the user's own.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomVendors
import XCTest

final class PageIntegrationTests: XCTestCase {
    private func lines(_ options: IntegrationOptions) -> [String] {
        do throws(IntegrationProblems) {
            _ = try PageIntegration(options)
            return []
        } catch {
            return error.lines(integration: "page")
        }
    }

    private func page(_ parameters: [String: [String]] = [:], allow: [OriginRule] = []) throws -> PageIntegration {
        var all = parameters
        all["url"] = all["url"] ?? ["https://shop.example/start?a=b"]
        return try PageIntegration(IntegrationOptions(environment: .development, parameters: all, allow: allow))
    }

    func testEachHandlerIsForTheOriginOfTheURL() throws {
        let page = try page(
            ["handler": ["any", "words:text", "things:object"]], allow: [.literal("https://pay.example")])
        XCTAssertEqual(page.startURL.reveal(), "https://shop.example/start?a=b")
        XCTAssertEqual(page.declaration.handlers.map(\.name), ["any", "words", "things"])
        XCTAssertEqual(page.declaration.handlers.map(\.form), [.any, .text, .object])
        for handler in page.declaration.handlers {
            XCTAssertEqual(handler.origins.description, "https://shop.example")
            XCTAssertFalse(handler.parsesText)
        }
        XCTAssertEqual(page.declaration.policy.inside.description, "https://shop.example https://pay.example")
    }

    func testAMessageIsPassedOnAsItIs() throws {
        let page = try page(["handler": ["bridge"]])
        let speaker = Speaker(origin: .literal("https://shop.example"), isMainFrame: true)
        for body: JSONValue in [["a": [1, true]], "text", nil, 5, []] {
            XCTAssertEqual(
                page.decode(GatedMessage(handler: "bridge", speaker: speaker, body: body)),
                .event(EventDraft("page.bridge", body), reactions: []))
        }
    }

    func testAForwarderGetsSourceAndHandlerAsArguments() throws {
        let page = try page([
            "handler": ["cgJourneyBridge:object"],
            "forward": ["xcover-journeys:cgJourneyBridge", "a:b:cgJourneyBridge"],
        ])
        let script = try XCTUnwrap(page.declaration.scripts.first)
        XCTAssertEqual(script.source, .resource("web_dist/bridge/forwarder.js"))
        XCTAssertEqual(script.injectionTime, .documentStart)
        XCTAssertTrue(script.mainFrameOnly)
        XCTAssertEqual(script.origins.description, "https://shop.example")
        XCTAssertEqual(
            script.arguments,
            ["TRANSOM_FORWARD_SOURCE": "xcover-journeys", "TRANSOM_FORWARD_HANDLER": "cgJourneyBridge"])
        XCTAssertEqual(page.declaration.scripts.last?.arguments["TRANSOM_FORWARD_SOURCE"], "a:b")
    }

    func testAnInjectedFileIsForTheOriginOfTheURL() throws {
        let page = try page(["inject": ["/a/b.js", "c.js"]])
        XCTAssertEqual(page.declaration.scripts.map(\.source), [.file("/a/b.js"), .file("c.js")])
        for script in page.declaration.scripts { XCTAssertEqual(script.origins.description, "https://shop.example") }
    }

    func testLoopbackIsForDevelopmentAndTheSandbox() throws {
        let parameters = ["url": ["http://127.0.0.1:8080/"], "handler": ["h"]]
        for environment in PageIntegration.environments {
            let lines = lines(IntegrationOptions(environment: environment, parameters: parameters))
            XCTAssertEqual(lines.isEmpty, environment != .production, "\(environment)")
        }
    }

    func testWhatIsWrongIsToldAtOnce() {
        XCTAssertEqual(
            lines(IntegrationOptions(environment: .development)),
            ["transom: run page: missing for development: url.  url: --url …"])
        let lines = lines(
            IntegrationOptions(
                environment: .development,
                parameters: [
                    "url": ["https://shop.example/?token=CANARY-7f3a"],
                    "handler": ["1a", "a b", "a:json", "", "transom", "ok", "ok", "a-b", "_x", "é"],
                    "forward": ["source", "source:none", ":ok"],
                ]))
        XCTAssertFalse(lines.joined().contains("CANARY"))
        XCTAssertEqual(lines.count, 1 + 1 + 9 + 3 - 1, lines.joined(separator: "\n"))
        XCTAssertTrue(lines.contains { $0.hasPrefix("transom: run page: --handler \"a:json\" is not ") })
        XCTAssertTrue(lines.contains { $0.hasPrefix("transom: run page: --forward \"source:none\" is not ") })
        XCTAssertTrue(
            lines.contains(
                "transom: run page: --url: its parameter \"token\" has the name of a secret, and other users can read a "
                    + "command line; leave it out of the URL"))
    }

    func testAURLThatIsNoneIsRefused() {
        for url in [
            "", "shop.example", "javascript:1", "https://u:CANARY@shop.example/", "file:///etc/passwd", "data:,x",
        ] {
            let lines = lines(IntegrationOptions(environment: .development, parameters: ["url": [url]]))
            XCTAssertEqual(lines.count, 1, url)
            XCTAssertFalse(lines.joined().contains("CANARY"), url)
        }
    }
}
