// A session of the wallet's page, with the host's own dialogs.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomSandbox
import TransomShellTestSupport
import TransomTestSupport
import TransomVendors
import WebKit
import XCTest

@testable import TransomShell
@testable import TransomWallet

/// Runs the packaged page in a session of this process; everything is real but the radio, where a test gives another one.
@MainActor
final class WalletFixture {
    let session: HostSession
    let wallet: WalletCapability
    private let sink = RecordingSink()

    /// - Parameters:
    ///   - radio: What the wallet is reached by; nil for Bluetooth on the bus.
    ///   - bus: The address of a bus with a simulated device.
    ///   - parameters: What the user gives.
    ///   - play: What the sandbox plays.
    ///   - limits: The figures of the host.
    init(
        radio: (any WalletRadio)? = nil, bus: String? = nil, parameters: [String: [String]] = [:], play: String? = nil,
        limits: Limits = .standard
    ) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let resources = try ResourceFolder.find(
            variable: root.appending(path: "Resources").path(percentEncoded: false), executable: nil)
        var options = IntegrationOptions(parameters: parameters)
        if let play = UKeyIntegration.plays.first(where: { $0.name == play }) {
            for (name, value) in play.parameters { options.parameters[name] = [value] }
        }
        let integration = try UKeyIntegration(options)
        var configuration = HostConfiguration(
            integration: UKeyIntegration.self, options: options, hostName: "test", version: "0")
        configuration.presentation = .headless
        configuration.play = play
        configuration.limits = limits
        let store = WKWebsiteDataStore.nonPersistent()
        let assets = try XCTUnwrap(integration.declaration.assets)
        let clock = SystemHostClock()
        let redaction = Redaction()
        session = HostSession(
            integration, configuration: configuration, store: store, resources: resources, hasWebSandbox: false,
            assets: try AssetHandler([assets], resources: resources, store: store),
            surroundings: HostSession.Surroundings(
                stream: EventStream(
                    factory: EventFactory(host: "test", integration: "ukey", clock: clock, redaction: redaction),
                    dispatcher: EventDispatcher([sink]) { _ in }),
                clock: clock, scheduler: MainLoopScheduler(), opener: RefusingOpener(), redaction: redaction,
                say: { _ in }))
        let settings = try XCTUnwrap(integration.declaration.capabilities.first?.settings)
        if let radio {
            wallet = WalletCapability(settings: try XCTUnwrap(WalletSettings(settings))) { _ in radio }
        } else {
            wallet = try XCTUnwrap(WalletCapability.make(settings))
        }
        session.capabilities = [wallet]
        session.systemBus = bus
        try session.start { stage in
            HostWindow(title: "Test", width: 420, height: 820, content: stage.widget)
        }
    }

    /// What was told until now: events reach a sink on a queue of its own, which is waited for.
    var events: [Event] {
        session.surroundings.stream.dispatcher.flush(deadline: .seconds(20))
        return sink.events
    }

    /// The outcomes of a handler's events, with their codes.
    func outcomes(of handler: String) -> [String] {
        events.filter { $0.type == "ukey." + handler }.map { event in
            guard case .object(let data) = event.data else { return "" }
            let words = [data["outcome"], data["code"]].compactMap { value in
                if case .string(let text)? = value { text } else { nil }
            }
            return words.joined(separator: " ")
        }
    }

    /// Waits until the outcomes of a handler are these: they reach the sink by another way than the page's own state.
    func expect(
        _ handler: String, _ wanted: [String], file: StaticString = #filePath, line: UInt = #line
    ) async throws {
        do {
            try await eventually("the outcomes of \(handler)") { self.outcomes(of: handler) == wanted }
        } catch {
            XCTAssertEqual(outcomes(of: handler), wanted, "\(error)", file: file, line: line)
        }
    }

    /// Waits until there are as many outcomes of a handler.
    @discardableResult
    func wait(for handler: String, count: Int = 1) async throws -> [String] {
        do {
            try await eventually("\(count) of \(handler)") { self.outcomes(of: handler).count >= count }
        } catch {
            let types = events.map(\.type)
            let state = try? await text("document.body.dataset.page + ' ' + document.body.innerText")
            XCTFail("\(handler) did not come; seen: \(types); page: \(state ?? "")")
            throw error
        }
        return outcomes(of: handler)
    }

    /// The text of a script's value.
    func text(_ script: String) async throws -> String {
        try await session.view?.evaluateJavaScript(script) as? String ?? ""
    }

    /// Waits until the page is in a state.
    func page(is state: String) async throws {
        do {
            try await eventually("the page's state \(state)") {
                try await self.text("document.body ? document.body.dataset.page : ''") == state
            }
        } catch {
            let page = try? await text("document.body.dataset.page + ' ' + document.body.innerText")
            XCTFail("the page is not \(state) but \(page ?? ""); events: \(events.map(\.type))")
            throw error
        }
    }

    /// Presses a button of the page.
    func click(_ testid: String) async throws {
        try await eventually("the button \(testid)") {
            try await self.text(
                "String(!!document.querySelector('[data-testid=\"\(testid)\"]:not([disabled])'))") == "true"
        }
        _ = try await session.view?.evaluateJavaScript(
            "document.querySelector('[data-testid=\"\(testid)\"]').click(); ''")
    }

    /// Waits for a dialog of the host and gives it.
    func dialog() async throws -> WalletDialog {
        try await eventually("a dialog") { self.wallet.stageDialogs?.current != nil }
        return try XCTUnwrap(wallet.stageDialogs?.current)
    }

    /// Calls a native handler as the page does, and gives its answer as JSON.
    func call(_ handler: String, _ data: String = "{}") async throws -> String {
        let body = """
            const bridge = await new Promise((done) => {
                const look = () => window.WKWebViewJavascriptBridge ? done(window.WKWebViewJavascriptBridge) : setTimeout(look, 5);
                look();
            });
            return JSON.stringify(await new Promise((done) => bridge.callHandler(handler, JSON.parse(data), done)));
            """
        let answer = try await session.view?.callAsyncJavaScript(
            body, arguments: ["handler": handler, "data": data], contentWorld: .page)
        return answer as? String ?? ""
    }

    /// Runs the body of a function in the page, and gives the text that it returns.
    func run(_ body: String) async throws -> String {
        try await session.view?.callAsyncJavaScript(body, contentWorld: .page) as? String ?? ""
    }

    /// Goes through search and connection with the page's buttons.
    func connect() async throws {
        try await page(is: "idle")
        try await click("search")
        if wallet.stageDialogs?.current == nil { _ = try await dialog() }
        wallet.stageDialogs?.current?.press(.yes)
        try await click("connect-0")
        try await page(is: "connected")
    }

    func tearDown() { session.tearDown() }
}
