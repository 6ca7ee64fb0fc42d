// The sandbox as a client on the other side of its port sees it.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomGLib
import TransomTestSupport
import XCTest

@testable import TransomSandbox

@MainActor
final class SandboxServerTests: XCTestCase {
    private static let shop = Origin.literal("https://shop.example")
    private static let pay = Origin.literal("https://pay.example:8443")

    override func setUp() async throws {
        MainLoop.join()
    }

    /// A sandbox that echoes what was asked.
    private func echo(clock: any HostClock = SystemHostClock()) throws -> SandboxServer {
        try serve(clock: clock) { request in
            .text("\(request.method) \(request.origin)\(request.path)?\(request.query ?? "-") \(request.body.count)")
        }
    }

    private func serve(
        clock: any HostClock = SystemHostClock(), _ answer: @escaping @MainActor (SandboxRequest) -> SandboxResponse
    ) throws -> SandboxServer {
        try SandboxServer(sites: [ClosureSite([Self.shop, Self.pay], answer: answer)], clock: clock)
    }

    // MARK: Served origins

    func testAServedOriginAnswersOverTLSThatIsVerified() async throws {
        let server = try echo()
        let (port, pem) = (server.port, server.certificatePEM)
        let text = try await blocking {
            try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
                .request("GET", "/a%20b?q=%C3%A9&r", host: "shop.example").text
        }
        XCTAssertEqual(text, "GET https://shop.example/a%20b?q=%C3%A9&r 0")
        XCTAssertEqual(server.hosts, ["shop.example", "pay.example"])
        XCTAssertEqual(server.proxyURI, "http://127.0.0.1:\(port)")
    }

    func testAHostThatARuleNamesIsToldBeforeAnybodyConnects() async throws {
        let server = try echo()
        var told: [String] = []
        server.onConnect = { told.append($0) }
        server.rules.stub("https://api.bank.example/v1/*", with: .text("stubbed"))
        server.rules.stub("https://*.bank.example/*", with: .text("any"))
        server.rules.delay("https://shop.example/slow", by: .seconds(1))
        XCTAssertEqual(told, ["api.bank.example", "shop.example"])
    }

    func testTheCertificateIsOfNoOtherHost() async throws {
        let server = try echo()
        let (port, pem) = (server.port, server.certificatePEM)
        for name in ["other.example", "www.shop.example", "example"] {
            let failure = try await blocking { () -> String? in
                do {
                    _ = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem, identity: name)
                    return nil
                } catch let error as GLibError {
                    return error.domain
                }
            }
            XCTAssertEqual(failure, "g-tls-error-quark", name)
        }
    }

    func testTheCertificateOfAnotherRunIsNotTrusted() async throws {
        let server = try echo()
        let other = try echo()
        let (port, pem) = (server.port, other.certificatePEM)
        XCTAssertNotEqual(server.certificatePEM, pem)
        let isRefused = try await blocking {
            do {
                _ = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
                return false
            } catch is GLibError {
                return true
            }
        }
        XCTAssertTrue(isRefused)
    }

    func testOneTunnelCarriesManyRequests() async throws {
        let server = try echo()
        var tunnels: [String] = []
        server.onConnect = { tunnels.append($0) }
        let (port, pem) = (server.port, server.certificatePEM)
        let texts = try await blocking {
            let client = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
            return try (0..<20).map { try client.request("GET", "/\($0)", host: "shop.example").text }
        }
        XCTAssertEqual(texts.count, 20)
        XCTAssertEqual(texts.last, "GET https://shop.example/19?- 0")
        XCTAssertEqual(tunnels, ["shop.example"])
    }

    func testTwoHundredConnectionsAreAnsweredAtOnce() async throws {
        let server = try echo()
        let (port, pem) = (server.port, server.certificatePEM)
        let texts = try await blocking {
            let clients = try (0..<200).map { _ in
                try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
            }
            for (index, client) in clients.enumerated() { try client.send("GET", "/\(index)", host: "shop.example") }
            return try clients.reversed().map { try $0.receive().text }
        }
        XCTAssertEqual(Set(texts), Set((0..<200).map { "GET https://shop.example/\($0)?- 0" }))
    }

    func testARequestArrivesWhole() async throws {
        var seen: SandboxRequest?
        let server = try serve { request in
            seen = request
            return SandboxResponse(
                status: 201,
                headers: [(name: "Set-Cookie", value: "a=1"), (name: "Set-Cookie", value: "b=2")],
                body: Data([0, 1, 255]))
        }
        let (port, pem) = (server.port, server.certificatePEM)
        let answer = try await blocking {
            try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
                .request("POST", "/form?x=1", host: "shop.example", headers: ["X-One: 1", "X-One: 2"], body: "a=b&c=d")
        }
        XCTAssertEqual(seen?.method, "POST")
        XCTAssertEqual(seen?.path, "/form")
        XCTAssertEqual(seen?.query, "x=1")
        XCTAssertEqual(seen?.body, Data("a=b&c=d".utf8))
        XCTAssertEqual(seen?.headers.filter { $0.name == "X-One" }.map(\.value), ["1", "2"])
        XCTAssertEqual(seen?.header("x-one"), "1")
        XCTAssertEqual(answer.status, 201)
        XCTAssertEqual(answer.body, Data([0, 1, 255]))
    }

    func testHeadHasTheLengthOfGetAndNoBody() async throws {
        let server = try serve { _ in .text("12345") }
        let (port, pem) = (server.port, server.certificatePEM)
        let answers = try await blocking {
            let client = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
            let head = try client.request("HEAD", "/", host: "shop.example")
            return [head, try client.request("GET", "/", host: "shop.example")]
        }
        XCTAssertEqual(answers[0].status, 200)
        XCTAssertEqual(answers[0].headers["content-length"], "5")
        XCTAssertEqual(answers[0].body, Data())
        XCTAssertEqual(answers[1].text, "12345")
    }

    func testABodyThatIsTooLongOrOfNoKnownLengthDoesNotReachTheSite() async throws {
        var requests = 0
        let server = try serve { _ in
            requests += 1
            return .text("")
        }
        let (port, pem) = (server.port, server.certificatePEM)
        let statuses = try await blocking {
            let long = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
            try long.write(
                "POST / HTTP/1.1\r\nHost: shop.example\r\nContent-Length: \(SandboxServer.maximumBodyBytes + 1)\r\n\r\n"
            )
            try long.write(String(repeating: "x", count: SandboxServer.maximumBodyBytes + 1))
            let chunked = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
            try chunked.write(
                "POST / HTTP/1.1\r\nHost: shop.example\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n")
            let most = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
            let body = String(repeating: "x", count: SandboxServer.maximumBodyBytes)
            return [
                try long.receive().status, try chunked.receive().status,
                try most.request("POST", "/", host: "shop.example", body: body).status,
            ]
        }
        XCTAssertEqual(statuses, [413, 411, 200])
        XCTAssertEqual(requests, 1)
    }

    func testARequestForAnotherHostInsideATunnelIsMisdirected() async throws {
        let server = try echo()
        let (port, pem) = (server.port, server.certificatePEM)
        let statuses = try await blocking {
            let client = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
            return try ["evil.example", "shop.example:8443", "pay.example", "shop.example"].map {
                try client.request("GET", "/", host: $0).status
            }
        }
        XCTAssertEqual(statuses, [421, 421, 421, 200])
    }

    func testAnOriginWithAPortIsServedAtThatPort() async throws {
        let server = try echo()
        let port = server.port
        let heads = try await blocking {
            try ["pay.example:8443", "pay.example:443", "shop.example:8443"].map { authority in
                let client = try TunnelClient(port: port)
                try client.write("CONNECT \(authority) HTTP/1.1\r\nHost: \(authority)\r\n\r\n")
                return (try? client.receive())?.status
            }
        }
        XCTAssertEqual(heads, [200, nil, nil])
    }

    func testAnAnswerThatIsNoneBecomesAnError() async throws {
        let server = try serve { request in
            switch request.path {
            case "/status": SandboxResponse(status: 99)
            case "/split": .redirect(to: "/a\r\nX-Injected: 1")
            default: SandboxResponse(headers: [(name: "Bad Name", value: "1")])
            }
        }
        let (port, pem) = (server.port, server.certificatePEM)
        let answers = try await blocking {
            let client = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
            return try ["/status", "/split", "/name"].map { try client.request("GET", $0, host: "shop.example") }
        }
        XCTAssertEqual(answers.map(\.status), [500, 500, 500])
        XCTAssertNil(answers[1].headers["x-injected"])
    }

    func testADelayedAnswerHoldsUpNoOther() async throws {
        let server = try serve { request in
            request.path == "/slow" ? .text("slow").delayed(by: .milliseconds(300)) : .text("quick")
        }
        let (port, pem) = (server.port, server.certificatePEM)
        let texts = try await blocking {
            let slow = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
            try slow.send("GET", "/slow", host: "shop.example")
            let quick = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
            return [try quick.request("GET", "/", host: "shop.example").text, try slow.receive().text]
        }
        XCTAssertEqual(texts, ["quick", "slow"])
    }

    // MARK: Everything else

    func testAConnectionToAnotherHostIsClosedWithoutAWordAndReported() async throws {
        let server = try echo()
        var refused: [String] = []
        server.onRefused = { refused.append("\($0):\($1)") }
        let port = server.port
        let targets = [
            "evil.example:443", "shop.example:80", "shop.example.evil.example:443", "[::1]:443", "127.0.0.1:22",
        ]
        let answers = try await blocking {
            try targets.map { target in
                let client = try TunnelClient(port: port)
                try client.write("CONNECT \(target) HTTP/1.1\r\nHost: \(target)\r\n\r\n")
                return client.readToEnd()
            }
        }
        XCTAssertEqual(answers, Array(repeating: Data(), count: targets.count))
        XCTAssertEqual(
            refused,
            ["evil.example:443", "shop.example:80", "shop.example.evil.example:443", "::1:443", "127.0.0.1:22"])
    }

    func testPlainHTTPIsSentToTheServedOriginOrClosed() async throws {
        let server = try echo()
        var refused: [String] = []
        server.onRefused = { refused.append("\($0):\($1)") }
        let port = server.port
        let (served, unserved, direct) = try await blocking {
            let served = try TunnelClient(port: port)
            let answer = try served.request("GET", "http://shop.example/a?b=c", host: "shop.example")
            let unserved = try TunnelClient(port: port)
            try unserved.send("GET", "http://evil.example/", host: "evil.example")
            // Two connections are served in any order, so the second one comes when the first is over.
            let end = unserved.readToEnd()
            let direct = try TunnelClient(port: port)
            try direct.send("GET", "/", host: "127.0.0.1:\(port)")
            return (answer, end, direct.readToEnd())
        }
        XCTAssertEqual(served.status, 301)
        XCTAssertEqual(served.headers["location"], "https://shop.example/a?b=c")
        XCTAssertEqual(unserved, Data())
        XCTAssertEqual(direct, Data())
        XCTAssertEqual(refused, ["evil.example:80", "127.0.0.1:\(port)"])
    }

    func testARefusedHostIsReportedOnceASecond() async throws {
        let clock = ManualHostClock()
        let server = try echo(clock: clock)
        var refused: [String] = []
        server.onRefused = { host, _ in refused.append(host) }
        let port = server.port
        func knock(_ host: String) async throws {
            _ = try await blocking {
                let client = try TunnelClient(port: port)
                try client.write("CONNECT \(host):443 HTTP/1.1\r\nHost: \(host)\r\n\r\n")
                return client.readToEnd()
            }
        }
        for host in ["a.example", "a.example", "b.example", "a.example"] { try await knock(host) }
        XCTAssertEqual(refused, ["a.example", "b.example"])
        clock.advance(by: .milliseconds(999))
        try await knock("a.example")
        XCTAssertEqual(refused.count, 2)
        clock.advance(by: .milliseconds(1))
        try await knock("a.example")
        XCTAssertEqual(refused, ["a.example", "b.example", "a.example"])
    }

    func testTheTimeToTrustIsBeforeTheTunnelOpens() async throws {
        let server = try echo()
        var order: [String] = []
        server.onConnect = { order.append("connect \($0)") }
        let (port, pem) = (server.port, server.certificatePEM)
        try await blocking { _ = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem) }
        order.append("open")
        XCTAssertEqual(order, ["connect shop.example", "open"])
    }

    func testBytesThatAreNoHTTPCloseTheConnection() async throws {
        let server = try echo()
        let (port, pem) = (server.port, server.certificatePEM)
        let garbage = [
            "\u{16}\u{3}\u{1}\u{0}\u{5}hello\r\n\r\n", "GET\r\n\r\n", "CONNECT / HTTP/1.1\r\n\r\n", "\r\n\r\n\r\n\r\n",
        ]
        let text = try await blocking {
            for bytes in garbage {
                let client = try TunnelClient(port: port)
                try client.write(bytes)
            }
            return try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
                .request("GET", "/", host: "shop.example").text
        }
        XCTAssertEqual(text, "GET https://shop.example/?- 0")
    }

    // MARK: Setting up and going away

    func testOnlyHTTPSOriginsWithANameAreServed() async throws {
        for text in ["http://shop.example", "https://127.0.0.1", "https://[::1]", "app://packaged"] {
            let origin = try Origin(text)
            XCTAssertThrowsError(try SandboxServer(sites: [ClosureSite([origin]) { _ in .notFound }])) {
                XCTAssertEqual($0 as? SandboxError, .unservableOrigin(origin))
            }
        }
        let site = ClosureSite([Self.shop]) { _ in .notFound }
        XCTAssertThrowsError(try SandboxServer(sites: [site, site])) {
            XCTAssertEqual($0 as? SandboxError, .sharedOrigin(Self.shop))
        }
    }

    func testEverythingIsFreedWithTheServer() async throws {
        var watches: [LeakWatch] = []
        final class Witness {}
        weak var witness: Witness?
        for round in 0..<5 {
            let held = Witness()
            witness = held
            let server = try serve { [held] request in
                _ = held
                return request.path == "/never" ? .text("").delayed(by: .seconds(3600)) : .text("\(request.path)")
            }
            server.onRefused = { [held] _, _ in _ = held }
            watches.append(LeakWatch(server.server.pointer))
            let (port, pem) = (server.port, server.certificatePEM)
            // The server goes while one tunnel is open and one answer is owed.
            let isClosed = try await blocking { () -> Bool in
                let client = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
                _ = try client.request("GET", "/\(round)", host: "shop.example")
                try client.send("GET", "/never", host: "shop.example")
                let refused = try TunnelClient(port: port)
                try refused.write("CONNECT evil.example:443 HTTP/1.1\r\n\r\n")
                return refused.readToEnd().isEmpty
            }
            XCTAssertTrue(isClosed)
        }
        try await eventually("five servers are finalised") { watches.allSatisfy(\.isFinalised) }
        XCTAssertNil(witness)
    }
}
