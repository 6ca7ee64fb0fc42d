// What a configuration says of the network and of languages, as a page sees it.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomSandbox
import TransomTestSupport
import WebKit
import XCTest

@testable import TransomKiosk
@testable import TransomShell

/// A proxy and servers of an authority of their own stand in for a company's network.
@MainActor
final class KioskNetworkTests: XCTestCase {
    private var fixture: KioskFixture?
    private var server: SandboxServer?
    private var requests: [SandboxRequest] = []
    private var page = "<!doctype html><title>till</title>"
    private var connected: [String] = []
    private var refused: [String] = []
    private let authority = FileManager.default.temporaryDirectory.appending(path: "ca-\(UUID().uuidString).pem").path

    override func tearDown() async throws {
        await fixture?.tearDown()
        fixture = nil
        server = nil
        try? FileManager.default.removeItem(atPath: authority)
    }

    private func open(_ change: (inout HostConfiguration) -> Void) throws -> KioskFixture {
        let site = ClosureSite([.literal("https://till.example"), .literal("https://api.till.example")]) {
            [weak self] request in
            self?.requests.append(request)
            var response = SandboxResponse.html(self?.page ?? "")
            response.headers.append((name: "Access-Control-Allow-Origin", value: "*"))
            return response
        }
        let server = try SandboxServer(sites: [site])
        server.onConnect = { [weak self] in self?.connected.append($0) }
        server.onRefused = { [weak self] host, _ in self?.refused.append(host) }
        self.server = server
        try server.certificatePEM.write(toFile: authority, atomically: true, encoding: .utf8)
        let fixture = try KioskFixture([:]) {
            $0.served = []
            $0.settings.network.proxy = server.proxyURI
            change(&$0)
        }
        self.fixture = fixture
        return fixture
    }

    func testAPageOfACompanysOwnAuthorityIsLoadedThroughTheProxy() async throws {
        let fixture = try open { $0.settings.network.extraCA = authority }
        try await fixture.open()
        XCTAssertEqual(requests.first?.path, "/")
        XCTAssertEqual(connected.first, "till.example")
        let title = try await fixture.text("document.title")
        XCTAssertEqual(title, "till")
        XCTAssertEqual(fixture.count("transom.load.failed"), 0)
        _ = try? await fixture.script("await fetch('https://elsewhere.example/')")
        try await eventually("the proxy was asked for another host") { self.refused == ["elsewhere.example"] }
    }

    func testWhatAPageAsksOfOtherHostsOfThatAuthorityWorksAndFromTheNextSessionOnAtOnce() async throws {
        page = """
            <!doctype html><title>till</title><script>
            fetch('https://api.till.example/data').then(() => { document.title = 'has data' }, () => { document.title = 'none' })
            </script>
            """
        let fixture = try open { $0.settings.network.extraCA = authority }
        try await fixture.open()
        try await eventually("the first try is in vain") { fixture.session?.deadlines["late-trust"] != nil }
        fixture.advance(by: .seconds(1))
        try await eventually("it has its data") { (try? await fixture.text("document.title")) == "has data" }
        requests = []
        let loaded = fixture.count("transom.page.loaded")
        fixture.host.reset(.idle)
        try await fixture.loaded(after: loaded)
        try await eventually("it has its data again") { (try? await fixture.text("document.title")) == "has data" }
        XCTAssertEqual(requests.map(\.path), ["/", "/data"], "nothing was tried in vain")
    }

    func testAPageThatSomebodyUsesIsNotTakenAwayForAHostThatIsTrustedLate() async throws {
        let fixture = try open { $0.settings.network.extraCA = authority }
        try await fixture.open()
        try fixture.touch(300, 300)
        let first = try await fixture.script(
            "try { await fetch('https://api.till.example/data'); return 'had' } catch { return 'not had' }")
        XCTAssertEqual(first as? String, "not had")
        try await eventually("it is noticed") { fixture.session?.deadlines["late-trust"] != nil }
        fixture.advance(by: .seconds(1))
        let second = try await fixture.script(
            "try { await fetch('https://api.till.example/data'); return 'had' } catch { return 'not had' }")
        XCTAssertEqual(second as? String, "had", "the next request is answered")
        XCTAssertEqual(fixture.count("transom.page.loaded"), 1)
    }

    func testWithoutTheAuthorityThePageIsNotOpenedAndTriedAgain() async throws {
        let fixture = try open { _ in }
        fixture.begin()
        try await eventually("it is said") { fixture.count("transom.load.failed") == 1 }
        XCTAssertEqual(fixture.event("transom.load.failed")?.data, ["kind": "tls"])
        try await eventually("the host's own screen") { fixture.session?.deadlines["retry"] != nil }
        XCTAssertEqual(requests.count, 0, "nothing was asked of a server that did not prove who it is")
        fixture.advance(by: .seconds(1))
        try await eventually("it is tried again") { fixture.count("transom.load.failed") == 2 }
    }

    func testAHostThatIsReachedWithoutTheProxyIsNotAskedOfIt() async throws {
        let fixture = try open {
            $0.settings.network.extraCA = authority
            $0.settings.network.noProxy = ["till.example"]
        }
        fixture.begin()
        // No name server knows the host, and the proxy was not asked.
        try await eventually("it is said") { fixture.count("transom.load.failed") == 1 }
        XCTAssertEqual(connected, [])
        XCTAssertEqual(refused, [])
    }

    func testAFileThatHoldsNoAuthorityIsSaidAndNobodyIsServed() async throws {
        let fixture = try open { $0.settings.network.extraCA = "/nowhere/ca.pem" }
        fixture.begin()
        try await eventually("out of service") { fixture.kiosk.cause == .configuration }
        XCTAssertEqual(fixture.host.status, 5)
    }

    func testThePagesLanguagesAreThoseOfTheConfiguration() async throws {
        let fixture = try open {
            $0.settings.network.extraCA = authority
            $0.settings.languages = ["mi", "en-NZ"]
        }
        try await fixture.open()
        let languages = try await fixture.text("navigator.language + ' ' + navigator.languages.join()")
        XCTAssertTrue(languages.lowercased().hasPrefix("mi mi"), languages)
        let header = requests.first?.headers.first { $0.name.lowercased() == "accept-language" }?.value ?? ""
        XCTAssertTrue(header.lowercased().hasPrefix("mi,en-nz"), header)
    }
}
