// A server of this machine as a page at a production origin sees it.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TransomCore
import TransomGLib
import TransomTestSupport
import XCTest

@testable import TransomSandbox

@MainActor
final class LoopbackSiteTests: XCTestCase {
    override func setUp() async throws {
        MainLoop.join()
    }

    // MARK: Requests

    func testARequestReachesTheServerAsThePageMadeIt() async throws {
        let server = try LoopbackServer { _, connection in
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        }
        let sandbox = try LoopbackFixture.sandbox(port: server.port)
        let answer = try await LoopbackFixture.ask(
            sandbox, "POST", "/a%20b//c?q=%C3%A9&r=%2F",
            headers: [
                "Origin: https://shop.example", "Cookie: a=1; b=2", "X-One: 1", "X-One: 2", "Accept-Encoding: br",
                "Content-Type: application/json", "Connection: keep-alive, X-Hop", "X-Hop: 1", "Keep-Alive: 5",
                "Proxy-Authorization: x", "TE: trailers", "X-Forwarded-Host: evil.example",
            ], body: "{\"a\":1}")
        XCTAssertEqual(answer.text, "ok")
        let request = try XCTUnwrap(server.requests.first)
        let parts = request.components(separatedBy: "\r\n\r\n")
        XCTAssertEqual(parts.last, "{\"a\":1}")
        let lines = parts[0].components(separatedBy: "\r\n")
        XCTAssertEqual(lines[0], "POST /a%20b//c?q=%C3%A9&r=%2F HTTP/1.1")
        XCTAssertEqual(
            Set(lines.dropFirst()),
            [
                "Host: 127.0.0.1:\(server.port)", "X-Forwarded-Host: shop.example", "X-Forwarded-Proto: https",
                "Origin: https://shop.example", "Cookie: a=1; b=2", "X-One: 1", "X-One: 2", "Accept-Encoding: br",
                "Content-Type: application/json", "Content-Length: 7",
                // libsoup's own.
                "Connection: Keep-Alive",
            ])
    }

    func testAnEmptyPostSaysItsLength() async throws {
        let server = try LoopbackServer { _, connection in
            connection.write("HTTP/1.1 204 No Content\r\n\r\n")
        }
        let sandbox = try LoopbackFixture.sandbox(port: server.port)
        let answer = try await LoopbackFixture.ask(sandbox, "POST", "/", headers: ["Content-Length: 0"])
        XCTAssertEqual(answer.status, 204)
        XCTAssertTrue(try XCTUnwrap(server.requests.first).contains("\r\nContent-Length: 0\r\n"))
    }

    func testConnectionsToTheServerAreKeptAlive() async throws {
        let server = try LoopbackServer { request, connection in
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n" + request.dropFirst(5).prefix(1))
        }
        let sandbox = try LoopbackFixture.sandbox(port: server.port)
        let (port, pem) = (sandbox.port, sandbox.certificatePEM)
        let texts = try await blocking {
            let client = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
            return try (0..<9).map { try client.request("GET", "/\($0)", host: "shop.example").text }
        }
        XCTAssertEqual(texts, (0..<9).map(String.init))
        XCTAssertEqual(server.connections, 1)
    }

    // MARK: Answers

    func testAnAnswerComesBackAsTheServerGaveIt() async throws {
        let server = try LoopbackServer { _, connection in
            connection.write(
                "HTTP/1.1 203 Fine\r\nServer: dev\r\nSet-Cookie: a=1; Path=/\r\nSet-Cookie: b=2; HttpOnly\r\n"
                    + "Content-Encoding: gzip\r\nX-Tab: a\tb\r\nConnection: X-Hop\r\nX-Hop: 1\r\nETag: \"1\"\r\n"
                    + "Content-Length: 4\r\n\r\n\u{1}\u{2}\u{3}\u{4}")
        }
        let sandbox = try LoopbackFixture.sandbox(port: server.port)
        let answer = try await LoopbackFixture.ask(sandbox)
        XCTAssertEqual(answer.status, 203)
        XCTAssertEqual(answer.body, Data([1, 2, 3, 4]))
        XCTAssertEqual(
            answer.fields.filter { $0.name == "set-cookie" }.map(\.value), ["a=1; Path=/", "b=2; HttpOnly"])
        XCTAssertEqual(answer.fields.filter { $0.name == "server" }.map(\.value), ["dev"])
        XCTAssertEqual(answer.headers["content-encoding"], "gzip")
        XCTAssertEqual(answer.headers["x-tab"], "a\tb")
        XCTAssertEqual(answer.headers["etag"], "\"1\"")
        XCTAssertEqual(answer.headers["content-length"], "4")
        XCTAssertNil(answer.headers["x-hop"])
    }

    func testABodyInChunksComesInChunks() async throws {
        let isFirstRead = Mutex(false)
        let server = try LoopbackServer { _, connection in
            connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
            connection.write("5\r\nfirst\r\n")
            // The second part is not sent before the first has arrived: nothing waits for the end of a body.
            while !isFirstRead.withLock({ $0 }) { usleep(1000) }
            connection.write("6\r\nsecond\r\n0\r\n\r\n")
        }
        let sandbox = try LoopbackFixture.sandbox(port: server.port)
        let (port, pem) = (sandbox.port, sandbox.certificatePEM)
        let parts = try await blocking {
            let client = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
            try client.send("GET", "/", host: "shop.example")
            let head = try client.receiveHead()
            let first = try client.receiveChunk()
            isFirstRead.withLock { $0 = true }
            let rest = try [client.receiveChunk(), client.receiveChunk()]
            return ([head.headers["transfer-encoding"] ?? ""], [first] + rest)
        }
        XCTAssertEqual(parts.0, ["chunked"])
        XCTAssertEqual(parts.1.map { String(decoding: $0, as: UTF8.self) }, ["first", "second", ""])
    }

    func testALongBodyArrivesWhole() async throws {
        let block = (0..<65_536).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 251) }
        let server = try LoopbackServer { request, connection in
            let isChunked = request.hasPrefix("GET /chunked")
            connection.write(
                "HTTP/1.1 200 OK\r\n"
                    + (isChunked ? "Transfer-Encoding: chunked\r\n\r\n" : "Content-Length: \(block.count * 96)\r\n\r\n")
            )
            for _ in 0..<96 {
                if isChunked { connection.write("10000\r\n") }
                connection.write(block)
                if isChunked { connection.write("\r\n") }
            }
            if isChunked { connection.write("0\r\n\r\n") }
        }
        let sandbox = try LoopbackFixture.sandbox(port: server.port)
        let whole = Data((0..<96).flatMap { _ in block })
        for target in ["/chunked", "/length"] {
            let answer = try await LoopbackFixture.ask(sandbox, "GET", target)
            XCTAssertTrue(answer.body == whole, target)
        }
    }

    func testHeadAndNotModifiedHaveNoBodyAndTheConnectionGoesOn() async throws {
        let server = try LoopbackServer { request, connection in
            if request.hasPrefix("HEAD /chunked") {
                connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            } else if request.hasPrefix("HEAD") {
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1234\r\n\r\n")
            } else if request.contains("If-None-Match: \"1\"") {
                connection.write("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n")
            } else {
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nend")
            }
        }
        let sandbox = try LoopbackFixture.sandbox(port: server.port)
        let (port, pem) = (sandbox.port, sandbox.certificatePEM)
        let answers = try await blocking {
            let client = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
            return try [
                client.request("HEAD", "/", host: "shop.example"),
                client.request("HEAD", "/chunked", host: "shop.example"),
                client.request("GET", "/", host: "shop.example", headers: ["If-None-Match: \"1\""]),
                client.request("GET", "/", host: "shop.example"),
            ]
        }
        XCTAssertEqual(answers.map(\.status), [200, 200, 304, 200])
        XCTAssertEqual(answers[0].headers["content-length"], "1234")
        XCTAssertEqual(answers[2].headers["etag"], "\"1\"")
        XCTAssertNil(answers[2].headers["content-length"])
        XCTAssertEqual(answers[3].text, "end")
    }

    func testARedirectIsNotFollowedAndTurnedBackToTheOrigin() async throws {
        let server = try LoopbackServer { request, connection in
            let port = request.components(separatedBy: "Host: 127.0.0.1:")[1].prefix { $0.isNumber }
            connection.write(
                "HTTP/1.1 302 Found\r\nLocation: http://localhost:\(port)/next?a=b#c\r\nContent-Length: 0\r\n\r\n")
        }
        let sandbox = try LoopbackFixture.sandbox(port: server.port)
        let answer = try await LoopbackFixture.ask(sandbox)
        XCTAssertEqual(answer.status, 302)
        XCTAssertEqual(answer.headers["location"], "https://shop.example/next?a=b#c")
        XCTAssertEqual(server.requests.count, 1)
    }

    func testOnlyTheServersOwnAddressIsTurned() {
        let origin = Origin.literal("https://shop.example:8443")
        let cases = [
            ("http://127.0.0.1:5173/a", "https://shop.example:8443/a"),
            ("http://localhost:5173", "https://shop.example:8443"),
            ("http://LOCALHOST:5173/a", "https://shop.example:8443/a"),
            ("http://[::1]:5173?a", "https://shop.example:8443?a"),
            ("//localhost:5173/a", "https://shop.example:8443/a"),
            ("/a", "/a"), ("a?b", "a?b"), ("", ""),
            ("http://127.0.0.1:5174/a", "http://127.0.0.1:5174/a"),
            ("http://127.0.0.1/a", "http://127.0.0.1/a"),
            ("https://localhost:5173/a", "https://localhost:5173/a"),
            ("http://localhost:5173.evil.example/a", "http://localhost:5173.evil.example/a"),
            ("http://localhost:5173@evil.example/a", "http://localhost:5173@evil.example/a"),
            ("http://evil.example/http://localhost:5173/", "http://evil.example/http://localhost:5173/"),
        ]
        for (given, expected) in cases {
            XCTAssertEqual(LoopbackResponse.turned(given, to: origin, port: 5173), expected, given)
        }
    }

    func testPortZeroIsRefused() {
        XCTAssertThrowsError(try LoopbackSite([LoopbackFixture.shop], port: 0)) {
            XCTAssertEqual($0 as? SandboxError, .noPort)
        }
    }
}
