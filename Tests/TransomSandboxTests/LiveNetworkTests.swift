// The sandbox in front of a network, for which another sandbox stands: what is passed on, and what rules do to it.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Foundation
import TransomCore
import TransomGLib
import TransomTestSupport
import XCTest

@testable import TransomSandbox

@MainActor
final class LiveNetworkTests: XCTestCase {
    private static let shop = Origin.literal("https://shop.example")
    private static let api = Origin.literal("https://api.example")

    override func setUp() async throws { MainLoop.join() }

    /// What stands for the network: two hosts that say what they were asked.
    private func network() throws -> SandboxServer {
        try SandboxServer(sites: [
            ClosureSite([Self.shop, Self.api]) { request in
                let words = [
                    request.method, request.url, String(decoding: request.body, as: UTF8.self),
                    request.header("Accept-Encoding") ?? "-",
                ]
                return .text(
                    words.joined(separator: " "),
                    headers: [(name: "X-Live", value: "yes"), (name: "Set-Cookie", value: "a=1")])
            }
        ])
    }

    /// A sandbox whose network is another one.
    private func sandbox(before network: SandboxServer, isTrusted: Bool = true) throws -> SandboxServer {
        let server = try SandboxServer(sites: [])
        let pem = network.certificatePEM
        server.live = LiveNetwork(proxy: network.proxyURI) { certificate, _ in
            guard isTrusted, let own = try? GLibError.check({ g_tls_certificate_new_from_pem(pem, -1, $0) }) else {
                return false
            }
            defer { g_object_unref(own) }
            return g_tls_certificate_is_same(certificate, own) != 0
        }
        return server
    }

    private func ask(
        _ server: SandboxServer, _ host: String, _ method: String = "GET", _ target: String = "/", trusting pem: String,
        headers: [String] = [], body: String = ""
    ) async throws -> TunnelClient.Answer {
        let port = server.port
        return try await blocking {
            try TunnelClient(port: port, tunnelTo: host, trusting: pem)
                .request(method, target, host: host, headers: headers, body: body)
        }
    }

    private func assertNoAnswer(_ ask: () async throws -> TunnelClient.Answer, line: UInt = #line) async {
        do {
            let answer = try await ask()
            XCTFail("there was an answer: \(answer.status) \(answer.text)", line: line)
        } catch {}
    }

    func testWhatNoRuleIsForIsPassedOnAsItIs() async throws {
        let network = try network()
        let server = try sandbox(before: network)
        let answer = try await ask(server, "shop.example", "GET", "/a?b", trusting: network.certificatePEM)
        XCTAssertEqual(answer.text, "GET https://shop.example/a?b  -", "the client spoke TLS with the network itself")
    }

    func testOneURLIsStubbedAndTheRestOfItsOriginIsPassedOn() async throws {
        let network = try network()
        let server = try sandbox(before: network)
        server.rules.stub("https://api.example/v1/pay", with: .text("declined", status: 402))
        let pem = try server.certificatePEM(for: "api.example")
        let stubbed = try await ask(server, "api.example", "GET", "/v1/pay", trusting: pem)
        XCTAssertEqual([stubbed.text, "\(stubbed.status)"], ["declined", "402"])
        let passed = try await ask(
            server, "api.example", "POST", "/v1/other?a=b", trusting: pem, headers: ["Accept-Encoding: gzip"],
            body: "{}")
        XCTAssertEqual(passed.text, "POST https://api.example/v1/other?a=b {} gzip")
        XCTAssertEqual(passed.headers["x-live"], "yes")
        XCTAssertEqual(passed.headers["set-cookie"], "a=1")
        let other = try await ask(server, "shop.example", trusting: network.certificatePEM)
        XCTAssertEqual(other.status, 200, "an origin without a rule is passed on as it is")
    }

    func testAGlobOfEveryHostIsForEveryOrigin() async throws {
        let network = try network()
        let server = try sandbox(before: network)
        server.rules.stub("https://*/pixel.gif", with: .text("none"))
        let pem = try server.certificatePEM(for: "shop.example")
        let stubbed = try await ask(server, "shop.example", "GET", "/pixel.gif", trusting: pem)
        XCTAssertEqual(stubbed.text, "none")
        let passed = try await ask(server, "shop.example", trusting: pem)
        XCTAssertEqual(passed.text, "GET https://shop.example/  -")
    }

    func testAConnectionThatWasPassedOnEndsWhenARuleForItsOriginComes() async throws {
        let network = try network()
        let server = try sandbox(before: network)
        let (port, pem) = (server.port, network.certificatePEM)
        let held = try await blocking { () throws -> Held in
            let client = try TunnelClient(port: port, tunnelTo: "api.example", trusting: pem)
            _ = try client.request("GET", "/", host: "api.example")
            return Held(client: client)
        }
        server.rules.stub("https://shop.example/*", with: .text("stubbed"))
        let still = try await blocking { try held.client.request("GET", "/", host: "api.example").status }
        XCTAssertEqual(still, 200, "a rule for another origin is no reason")
        server.rules.stub("https://api.example/*", with: .text("stubbed"))
        await assertNoAnswer { try await blocking { try held.client.request("GET", "/", host: "api.example") } }
        let stubbed = try await ask(
            server, "api.example", trusting: try server.certificatePEM(for: "api.example"))
        XCTAssertEqual(stubbed.text, "stubbed")
    }

    func testACertificateThatNobodyVouchesForStaysAnError() async throws {
        let network = try network()
        let server = try sandbox(before: network, isTrusted: false)
        server.rules.stub("https://api.example/v1/pay", with: .text("stubbed"))
        let pem = try server.certificatePEM(for: "api.example")
        await assertNoAnswer { try await ask(server, "api.example", "GET", "/other", trusting: pem) }
        let stubbed = try await ask(server, "api.example", "GET", "/v1/pay", trusting: pem)
        XCTAssertEqual(stubbed.text, "stubbed")
    }

    func testAHostThatTheNetworkHasNotIsRefusedAndSoIsEverythingOffline() async throws {
        let network = try network()
        let server = try sandbox(before: network)
        await assertNoAnswer { try await ask(server, "nobody.example", trusting: network.certificatePEM) }
        let (port, pem) = (server.port, network.certificatePEM)
        let held = try await blocking { () throws -> Held in
            let client = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
            _ = try client.request("GET", "/", host: "shop.example")
            return Held(client: client)
        }
        server.rules.isOffline = true
        await assertNoAnswer { try await blocking { try held.client.request("GET", "/", host: "shop.example") } }
        await assertNoAnswer { try await ask(server, "shop.example", trusting: network.certificatePEM) }
    }

    func testPlainHTTPIsPassedOn() async throws {
        let network = try network()
        let server = try sandbox(before: network)
        let port = server.port
        let answer = try await blocking {
            try TunnelClient(port: port).request("GET", "http://shop.example/a", host: "shop.example")
        }
        // As the network's own server has it.
        XCTAssertEqual(answer.status, 301)
        XCTAssertEqual(answer.headers["location"], "https://shop.example/a")
    }

    func testEverythingIsRecordedAndServedAgain() async throws {
        let network = try network()
        let server = try sandbox(before: network)
        server.record()
        let pem = try server.certificatePEM(for: "shop.example")
        _ = try await ask(server, "shop.example", "GET", "/a?b=c", trusting: pem, headers: ["Accept-Encoding: gzip"])
        _ = try await ask(server, "shop.example", "POST", "/a", trusting: pem, body: "x=1")
        try await eventually { server.traffic?.entries.filter { $0.response != nil }.count == 2 }
        let path = FileManager.default.temporaryDirectory.appending(path: "transom-\(UUID().uuidString).har").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try JSONText.encode(try XCTUnwrap(server.traffic).har(version: "test")).write(
            toFile: path, atomically: true, encoding: .utf8)
        let replayed = try SandboxServer(sites: [ArchiveSite(path: path)])
        let again = try await ask(replayed, "shop.example", "GET", "/a?b=c", trusting: replayed.certificatePEM)
        // What is kept is not compressed, whatever the page would have taken.
        XCTAssertEqual(again.text, "GET https://shop.example/a?b=c  -")
        XCTAssertEqual(again.headers["x-live"], "yes")
        let posted = try await ask(
            replayed, "shop.example", "POST", "/a", trusting: replayed.certificatePEM, body: "x=1")
        XCTAssertEqual(posted.text, "POST https://shop.example/a x=1 -")
        let unknown = try await ask(replayed, "shop.example", "GET", "/b", trusting: replayed.certificatePEM)
        XCTAssertEqual(unknown.status, 404)
    }

    func testBytesOfAnyKindAreServedAgainAsTheyWere() async throws {
        let bytes = Data((0...255).map { UInt8($0) })
        let site = ClosureSite([Self.shop]) { _ in
            SandboxResponse(headers: [(name: "Content-Type", value: "image/png")], body: bytes)
        }
        let server = try SandboxServer(sites: [site])
        server.record()
        _ = try await ask(server, "shop.example", "GET", "/a.png", trusting: server.certificatePEM)
        let path = FileManager.default.temporaryDirectory.appending(path: "transom-\(UUID().uuidString).har").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try JSONText.encode(try XCTUnwrap(server.traffic).har(version: "test")).write(
            toFile: path, atomically: true, encoding: .utf8)
        let replayed = try SandboxServer(sites: [ArchiveSite(path: path)])
        let again = try await ask(replayed, "shop.example", "GET", "/a.png", trusting: replayed.certificatePEM)
        XCTAssertEqual(again.body, bytes)
        XCTAssertEqual(again.headers["content-type"], "image/png")
    }

    // MARK: - Time

    /// A sandbox whose delays pass when the test says so, and an answer that is on its way.
    private func late(
        _ rule: (NetworkRules) -> Void, site: any SandboxSite, _ target: String
    ) throws -> (ManualTimers, Task<TunnelClient.Answer, any Error>) {
        let delays = ManualTimers()
        let server = try SandboxServer(sites: [site], delays: delays)
        rule(server.rules)
        let pem = server.certificatePEM
        return (
            delays,
            Task {
                defer { withExtendedLifetime(server) {} }
                return try await ask(server, "shop.example", "GET", target, trusting: pem)
            }
        )
    }

    private let hundred = ClosureSite([shop]) { _ in .text(String(repeating: "x", count: 100)) }

    func testAnAnswerIsHeldBackByItsURLAlone() async throws {
        let rule: (NetworkRules) -> Void = { $0.delay("https://shop.example/slow*", by: .seconds(7)) }
        let (none, quick) = try late(rule, site: hundred, "/quick")
        let answer = try await quick.value
        XCTAssertEqual(answer.body.count, 100)
        XCTAssertEqual(none.pending, [])
        let (delays, slow) = try late(rule, site: hundred, "/slow?a")
        try await eventually { delays.pending == [.seconds(7)] }
        delays.advance(by: .seconds(7))
        let late = try await slow.value
        XCTAssertEqual(late.body.count, 100)
    }

    func testABodyTakesTheTimeOfItsBytes() async throws {
        let rule: (NetworkRules) -> Void = { $0.throttle("https://shop.example/*", bytesPerSecond: 10) }
        let (delays, asked) = try late(rule, site: hundred, "/")
        try await eventually { delays.pending == [.seconds(10)] }
        delays.advance(by: .seconds(10))
        let answer = try await asked.value
        XCTAssertEqual(answer.body.count, 100)
    }

    func testABodyThatComesInPartsTakesTheTimeOfItsBytes() async throws {
        let backend = try LoopbackServer { _, connection in
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n" + String(repeating: "y", count: 200_000))
        }
        let rule: (NetworkRules) -> Void = { $0.throttle("https://*", bytesPerSecond: 1_000_000) }
        let (delays, asked) = try late(
            rule, site: try LoopbackSite([Self.shop], port: backend.port), "/")
        var all = Duration.zero
        let answer = Task { try await asked.value }
        var isThere = false
        Task {
            _ = await answer.result
            isThere = true
        }
        try await eventually {
            // The deadline of the answer waits among them.
            if let next = delays.pending.first, next < .seconds(1) {
                all += next
                delays.advance(by: next)
            }
            return isThere
        }
        let body = try await answer.value.body
        XCTAssertEqual(body.count, 200_000)
        // Of each part the time is rounded down to milliseconds.
        XCTAssertGreaterThan(all, .milliseconds(150))
    }

    func testTheNewestOfTwoRulesCountsAndNoneAfterTheyWereTakenBack() async throws {
        let server = try SandboxServer(sites: [hundred])
        server.rules.throttle("https://*", bytesPerSecond: 1)
        server.rules.throttle("https://shop.example/*", bytesPerSecond: nil)
        server.rules.stub("https://shop.example/*", with: .text("first"))
        server.rules.stub("https://shop.example/a", with: .text("second"))
        let pem = server.certificatePEM
        let second = try await ask(server, "shop.example", "GET", "/a", trusting: pem)
        let first = try await ask(server, "shop.example", "GET", "/b", trusting: pem)
        XCTAssertEqual([second.text, first.text], ["second", "first"])
        server.rules.removeAll()
        let site = try await ask(server, "shop.example", "GET", "/a", trusting: pem)
        XCTAssertEqual(site.body.count, 100)
    }

    // MARK: - Trust

    func testTheTunnelToANewHostOpensWhenItsCertificateWasTakenNoteOf() async throws {
        let server = try SandboxServer(sites: [hundred])
        var order: [String] = []
        var ready: CheckedContinuation<Void, Never>?
        server.onConnect = { order.append("connect \($0)") }
        server.settle = { host in
            order.append("settle \(host)")
            await withCheckedContinuation { ready = $0 }
        }
        server.rules.stub("https://*.bank.example/*", with: .text("stubbed"))
        let pem = try server.certificatePEM(for: "a.bank.example")
        let asked = Task {
            let answer = try await ask(server, "a.bank.example", trusting: pem)
            order.append("answer")
            return answer.text
        }
        try await eventually { ready != nil }
        XCTAssertEqual(order, ["connect a.bank.example", "settle a.bank.example"])
        ready?.resume()
        let text = try await asked.value
        XCTAssertEqual(text, "stubbed")
        let again = try await ask(server, "a.bank.example", trusting: pem)
        XCTAssertEqual(again.text, "stubbed")
        let served = try await ask(server, "shop.example", trusting: server.certificatePEM)
        XCTAssertEqual(served.body.count, 100)
        XCTAssertEqual(order.filter { $0.hasPrefix("settle") }, ["settle a.bank.example"], "once a host")
    }
}
