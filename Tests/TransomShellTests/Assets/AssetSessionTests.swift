// A packaged page in a session of the host.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomSandbox
import TransomShellTestSupport
import TransomTestSupport
import TransomVendors
import XCTest

@testable import TransomShell
@testable import WebKit

@MainActor
final class AssetSessionTests: XCTestCase {
    private var session: HostSession?
    private var kept: [AssetFixture] = []
    private let sink = RecordingSink()
    private var said: [String] = []

    override func tearDown() async throws {
        session?.tearDown()
        session = nil
        kept = []
    }

    private func run(_ files: [String: String]) throws -> HostSession {
        let fixture = try AssetFixture(files)
        kept.append(fixture)
        let options = IntegrationOptions(
            environment: .development,
            parameters: ["assets": [fixture.path], "url": ["app://page/"], "handler": ["bridge"]])
        var configuration = HostConfiguration(
            integration: PageIntegration.self, options: options, hostName: "test", version: "0")
        configuration.presentation = .headless
        let clock = ManualHostClock()
        let redaction = Redaction()
        let stream = EventStream(
            factory: EventFactory(host: "test", integration: "page", clock: clock, redaction: redaction),
            dispatcher: EventDispatcher([sink]) { _ in })
        let integration = try PageIntegration(options)
        let store = WKWebsiteDataStore.nonPersistent()
        let resources = try SessionFixture.resources()
        let declaration = try XCTUnwrap(integration.declaration.assets)
        let session = HostSession(
            integration, configuration: configuration, store: store, resources: resources, hasWebSandbox: false,
            assets: try AssetHandler([declaration], resources: resources, store: store),
            surroundings: HostSession.Surroundings(
                stream: stream, clock: clock, scheduler: ManualScheduler(), opener: SpyOpener(), redaction: redaction,
                say: { [weak self] in self?.said.append($0) }))
        self.session = session
        try session.start { stage in
            HostWindow(title: "Test", width: 420, height: 820, content: stage.widget)
        }
        return session
    }

    private func events(_ type: String) -> [Event] {
        session?.surroundings.stream.dispatcher.flush(deadline: .seconds(20))
        return sink.events.filter { $0.type == type }
    }

    func testAPackagedPageSpeaksWithItsOwnOrigin() async throws {
        _ = try run([
            "index.html": "<script src=js/app.js></script>",
            "js/app.js": "webkit.messageHandlers.bridge.postMessage({ packaged: true })",
        ])
        try await eventually { !self.events("page.bridge").isEmpty }
        XCTAssertEqual(events("page.bridge").first?.origin, "app://page")
        XCTAssertEqual(events("page.bridge").first?.mainframe, true)
    }

    func testAWrongScriptIsToldWithThePathThatWasLookedFor() async throws {
        _ = try run(["index.html": "<script src=js/ap.js?v=1></script>", "js/app.js": ""])
        try await eventually { !self.events("transom.page.error").isEmpty }
        XCTAssertEqual(
            events("transom.page.error").first?.data["path"], "js/ap.js")
        XCTAssertEqual(events("transom.page.error").first?.data["reason"], "missing asset")
        XCTAssertTrue(said.contains { $0.contains("there is no \"js/ap.js\" in ") }, "\(said)")
    }

    func testNothingButThePackageIsEverShown_AS24() async throws {
        let session = try run(["index.html": "<title>Home</title>"])
        let view = try XCTUnwrap(session.view)
        try await eventually { !self.events("transom.page.loaded").isEmpty }
        for url in ["https://shop.example/", "http://shop.example/", "app://other/", "file:///etc/passwd"] {
            _ = try await view.evaluateJavaScript("location.href = '\(url)'; 0")
        }
        _ = try await view.evaluateJavaScript("open('https://shop.example/'); 0")
        try await eventually { !self.events("transom.navigation.outside").isEmpty }
        try await eventually { !view.isLoading }
        XCTAssertEqual(view.mainFrameOrigin, "app://page")
        XCTAssertEqual(view.title, "Home")
        XCTAssertTrue(session.popups.isEmpty)
        XCTAssertEqual(Set(events("transom.page.loaded").compactMap { $0.data["url"]?.stringValue }), ["app://page/"])
    }
}
