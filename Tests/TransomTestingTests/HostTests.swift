// Tests that hosts are driven from Swift, in this process and in their own.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomTesting
import TransomVendors
import XCTest

/// A host in its own process: its tests need no main thread.
final class HostProcessTests: XCTestCase {
    private let page = """
        <!doctype html><iframe src="https://pay.example/" width=300 height=100></iframe>
        <button onclick="document.title = prompt('Name?') + confirm('Sure?')">Ask</button>
        <button onclick="fetch('https://api.example/v1').then((r) => r.text()).then(
            (text) => webkit.messageHandlers.bridge.postMessage({text}))">Fetch</button>
        <button onclick="window.open('/', '_blank')">Open</button>
        <input type=file onchange="webkit.messageHandlers.bridge.postMessage({file: this.files[0].name})">
        """
    private var folder = ""

    override func setUp() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "transom-\(UUID().uuidString)").path
        for name in ["shop", "pay"] {
            try FileManager.default.createDirectory(atPath: folder + "/" + name, withIntermediateDirectories: true)
        }
        try page.write(toFile: folder + "/shop/index.html", atomically: true, encoding: .utf8)
        try "<!doctype html><button onclick=\"console.log('paid', event.isTrusted)\">Pay</button>".write(
            toFile: folder + "/pay/index.html", atomically: true, encoding: .utf8)
    }

    override func tearDown() async throws { try? FileManager.default.removeItem(atPath: folder) }

    private func launch(_ more: String...) async throws -> TransomHost {
        let host = try await TransomHost.launch(
            arguments: [
                "page", "--serve", "https://shop.example=\(folder)/shop", "--serve",
                "https://pay.example=\(folder)/pay",
                "--url", "https://shop.example/", "--handler", "bridge", "--allow", "https://pay.example",
            ] + more)
        try await host.event("transom.page.loaded")
        return host
    }

    func testAHostIsDrivenFromItsOwnProcess() async throws {
        let host = try await launch()
        try await host.page.frame("https://pay.example/*").click("text=Pay")
        let line = try await host.event("transom.page.console", ["text": "paid true", "frame": "iframe"])
        XCTAssertEqual(line.origin, "https://pay.example")
        try await host.page.answerNextDialog(accept: true, text: "Zoe")
        try await host.page.answerNextDialog(accept: true)
        try await host.page.click("text=Ask")
        try await host.event("transom.dialog.shown", ["kind": "prompt", "message": "Name?", "accepted": true])
        let title = try await host.page.evaluate("return document.title")
        XCTAssertEqual(title, "Zoetrue")
        try await host.stub("https://api.example/*", headers: ["Access-Control-Allow-Origin": "*"], body: "stubbed")
        try await host.page.click("text=Fetch")
        try await host.event("page.bridge", ["text": "stubbed"])
        try await host.page.upload([folder + "/shop/index.html"], to: "input")
        try await host.event("page.bridge", ["file": "index.html"])
        try await host.page.popup(.refuse)
        try await host.page.click("text=Open")
        try await host.event("transom.navigation.blocked", ["rule": "popups"])
        let status = await host.quit()
        XCTAssertEqual(status, 0)
        XCTAssertEqual(host.events.last?.type, "transom.session.ended")
    }

    func testTheNetworkIsTakenAway() async throws {
        let host = try await launch()
        try await host.offline(true)
        try await host.page.reload()
        try await host.event("transom.load.failed", ["kind": "connect"])
        await host.quit()
    }

    func testSheetsAreValues() async throws {
        let host = try await TransomHost.launch("home", environment: ["TRANSOM_RESULTS": folder])
        try await host.event("transom.page.loaded")
        let payment = Task {
            try await host.open("volley", parameters: ["requestId": ["request_Sheet0Canary1"]], within: .seconds(120))
        }
        let sheet = try await host.nextSheet().within(.seconds(30))
        try await sheet.click("testid=bank-aoraki")
        try await sheet.click("testid=continue")
        try await sheet.click("testid=phone-approve")
        guard case .completed(let data) = try await payment.value else { return XCTFail("it was not completed") }
        XCTAssertEqual(data["status"], "success")
        let journey = Task { try await host.open("volley", parameters: ["requestId": ["request_Sheet0Canary2"]]) }
        try await host.nextSheet().within(.seconds(30)).close()
        let outcome = try await journey.value
        XCTAssertEqual(outcome, .closed)
        let status = await host.quit()
        XCTAssertEqual(status, 0)
    }

    func testAHostThatCannotStartSaysWhy() async throws {
        do {
            _ = try await TransomHost.launch("hubbel")
            XCTFail("there is no such integration")
        } catch {
            XCTAssertTrue("\(error)".contains("did you mean \"hubble\"?"), "\(error)")
        }
    }
}

@MainActor
final class EmbeddedHostTests: XCTestCase {
    func testAVendorIsDrivenInThisProcess() async throws {
        let host = try await TransomHost.open(
            HubbleIntegration.self, IntegrationOptions(parameters: ["clientId": ["demo"]]))
        try await host.event("hubble.app_ready")
        let status = try await host.status()
        XCTAssertTrue("\(status)".contains("hubble"))
        XCTAssertEqual(host.events.first?.type, "transom.session.started")
        await host.quit()
        try await eventually { host.events.last?.type == "transom.session.ended" }
    }

    func testTimePassesWhenTheTestSaysSo() async throws {
        let clock = TestClock()
        let host = try await TransomHost.open(
            VolleyIntegration.self,
            IntegrationOptions(parameters: ["requestURL": ["https://app.volley.nz/pay/demo"], "expiresAfter": ["600"]]),
            clock: clock)
        try await host.event("transom.page.loaded")
        clock.advance(by: .seconds(3_600))
        let failed = try await host.event("transom.page.failed")
        XCTAssertTrue("\(failed.data)".contains("expired"), "\(failed.data)")
        await host.quit()
    }
}
