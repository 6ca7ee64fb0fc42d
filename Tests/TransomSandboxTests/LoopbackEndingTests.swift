// A server of this machine that is not there, clients that go away, and connections that are handed over.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TransomCore
import TransomGLib
import TransomTestSupport
import XCTest

@testable import TransomSandbox

@MainActor
final class LoopbackEndingTests: XCTestCase {
    override func setUp() async throws {
        MainLoop.join()
    }

    // MARK: Servers that are not there, or not well

    func testWhereNothingListensThePageSaysWhatToDo() async throws {
        let free = try LoopbackServer.freePort()
        var failures: [LoopbackFailure] = []
        let sandbox = try LoopbackFixture.sandbox(port: free) { failures.append($0) }
        for _ in 0..<2 {
            let answer = try await LoopbackFixture.ask(sandbox)
            XCTAssertEqual(answer.status, 502)
            XCTAssertTrue(answer.text.contains("Nothing listens on http://127.0.0.1:\(free)"), answer.text)
        }
        XCTAssertEqual(failures, [.notListening(port: free)])
        // The server starts, and then goes away again.
        var server: LoopbackServer? = try LoopbackServer(port: free) { _, connection in
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nup")
        }
        let answer = try await LoopbackFixture.ask(sandbox)
        XCTAssertEqual(answer.text, "up")
        server?.stop()
        server = nil
        let last = try await LoopbackFixture.ask(sandbox)
        XCTAssertEqual(last.status, 502)
        XCTAssertEqual(failures.count, 2)
    }

    func testAServerOnIPv6OnlyIsFound() async throws {
        let server = try LoopbackServer(isIPv6: true) { _, connection in
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nsix")
        }
        let sandbox = try LoopbackFixture.sandbox(port: server.port)
        for _ in 0..<2 {
            let answer = try await LoopbackFixture.ask(sandbox, "POST", "/", body: "x")
            XCTAssertEqual(answer.text, "six")
        }
        XCTAssertTrue(server.requests.allSatisfy { $0.contains("Host: 127.0.0.1:\(server.port)") })
    }

    func testAnAnswerThatIsNoHTTPIsABadGateway() async throws {
        let server = try LoopbackServer { request, connection in
            if request.hasPrefix("GET /garbage") { connection.write("SSH-2.0-OpenSSH_9.2\r\n\r\n") }
            connection.end()
        }
        var failures: [LoopbackFailure] = []
        let sandbox = try LoopbackFixture.sandbox(port: server.port) { failures.append($0) }
        for target in ["/garbage", "/nothing"] {
            let answer = try await LoopbackFixture.ask(sandbox, "GET", target)
            XCTAssertEqual(answer.status, 502, target)
        }
        XCTAssertEqual(failures, [.noHTTP(port: server.port)])
    }

    func testABodyThatBreaksOffDoesNotLookWhole() async throws {
        let server = try LoopbackServer { request, connection in
            connection.write(
                request.hasPrefix("GET /chunked")
                    ? "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\nhalf"
                    : "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nhalf")
            connection.end()
        }
        let sandbox = try LoopbackFixture.sandbox(port: server.port)
        for target in ["/chunked", "/length"] {
            do {
                let answer = try await LoopbackFixture.ask(sandbox, "GET", target)
                XCTFail("\(target): \(answer.text)")
            } catch {}
        }
    }

    func testAServerThatSaysNothingIsGivenUp() async throws {
        let isLeft = Mutex(false)
        let server = try LoopbackServer { _, connection in
            connection.waitForEnd()
            isLeft.withLock { $0 = true }
        }
        let timers = ManualTimers()
        let sandbox = try LoopbackFixture.sandbox(port: server.port, timers: timers)
        let (port, pem) = (sandbox.port, sandbox.certificatePEM)
        let answer = Task {
            try await blocking {
                try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
                    .request("GET", "/", host: "shop.example")
            }
        }
        try await eventually("the request") { !server.requests.isEmpty }
        timers.advance(by: .seconds(29))
        XCTAssertFalse(isLeft.withLock { $0 })
        timers.advance(by: .seconds(1))
        let status = try await answer.value.status
        XCTAssertEqual(status, 504)
        try await eventually("the request is cancelled") { isLeft.withLock { $0 } }
    }

    // MARK: Clients that go away

    func testTheServerIsLeftWhenTheClientGoesAway() async throws {
        var failures: [LoopbackFailure] = []
        let left = Mutex<[String]>([])
        let server = try LoopbackServer { request, connection in
            if request.hasPrefix("GET /endless") {
                connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n")
            }
            connection.waitForEnd()
            left.withLock { $0.append(String(request.dropFirst(5).prefix(7))) }
        }
        let sandbox = try LoopbackFixture.sandbox(port: server.port) { failures.append($0) }
        let (port, pem) = (sandbox.port, sandbox.certificatePEM)
        for (index, target) in ["endless", "silent "].enumerated() {
            try await blocking {
                let client = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
                try client.send("GET", "/" + target, host: "shop.example")
                if target == "endless" { _ = try client.receiveHead() }
                while server.requests.count <= index { usleep(1000) }
            }
            try await eventually("\(target) is left") { left.withLock { $0.count } == index + 1 }
        }
        XCTAssertEqual(left.withLock { $0 }, ["endless", "silent "])
        XCTAssertEqual(failures, [])
        try await eventually("no connection is left") { sandbox.connectionCount == 0 }
    }

    // MARK: WebSockets

    func testAWebSocketIsHandedOver() async throws {
        let server = try LoopbackServer { request, connection in
            guard request.contains("Upgrade: websocket") else {
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
                return
            }
            connection.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
            while true {
                let text = connection.read()
                if text.isEmpty { return }
                connection.write("<\(text)>")
                if text == "bye" { return connection.end() }
            }
        }
        let timers = ManualTimers()
        let sandbox = try LoopbackFixture.sandbox(port: server.port, timers: timers)
        let (port, pem) = (sandbox.port, sandbox.certificatePEM)
        let client = try await blocking { () -> Held in
            let client = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
            try client.write(
                "GET /ws?token=1 HTTP/1.1\r\nHost: shop.example\r\nConnection: keep-alive, Upgrade\r\n"
                    + "Upgrade: websocket\r\nSec-WebSocket-Key: AAAA\r\nOrigin: https://shop.example\r\n\r\n")
            guard try client.receiveHead().status == 101 else { throw TunnelClient.NoAnswer() }
            return Held(client: client)
        }
        // What was handed over has no deadline any more.
        XCTAssertEqual(timers.pending, [])
        let texts = try await blocking {
            try client.client.write("one")
            let first = try client.client.receive(bytes: 5)
            try client.client.write("bye")
            return [first, String(decoding: client.client.readToEnd(), as: UTF8.self)]
        }
        XCTAssertEqual(texts, ["<one>", "<bye>"])
        let request = try XCTUnwrap(server.requests.first)
        XCTAssertTrue(request.hasPrefix("GET /ws?token=1 HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"), request)
        for line in ["Sec-WebSocket-Key: AAAA", "Origin: https://shop.example", "Connection: Upgrade"] {
            XCTAssertTrue(request.contains("\r\n\(line)\r\n"), line)
        }
        try await eventually("no connection is left") { sandbox.connectionCount == 0 }
    }

    func testAWebSocketWithoutAServerIsABadGateway() async throws {
        let free = try LoopbackServer.freePort()
        var failures: [LoopbackFailure] = []
        let sandbox = try LoopbackFixture.sandbox(port: free) { failures.append($0) }
        let answer = try await LoopbackFixture.ask(sandbox, headers: ["Connection: Upgrade", "Upgrade: websocket"])
        XCTAssertEqual(answer.status, 502)
        XCTAssertEqual(failures, [.notListening(port: free)])
    }

    func testEverythingEndsWithTheSandbox() async throws {
        let left = Mutex(0)
        let server = try LoopbackServer { request, connection in
            if request.contains("Upgrade: websocket") { connection.write("HTTP/1.1 101 Switching Protocols\r\n\r\n") }
            connection.waitForEnd()
            left.withLock { $0 += 1 }
        }
        var sandbox: SandboxServer? = try LoopbackFixture.sandbox(port: server.port)
        let watch = LeakWatch(try XCTUnwrap(sandbox).server.pointer)
        let (port, pem) = (try XCTUnwrap(sandbox).port, try XCTUnwrap(sandbox).certificatePEM)
        let clients = try await blocking {
            try [["Connection: Upgrade", "Upgrade: websocket"], []].map { headers in
                let client = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
                try client.send("GET", "/", host: "shop.example", headers: headers)
                return Held(client: client)
            }
        }
        try await eventually("both requests") { server.requests.count == 2 }
        sandbox = nil
        try await eventually("both are left") { left.withLock { $0 } == 2 }
        try await eventually("the server is finalised") { watch.isFinalised }
        XCTAssertEqual(clients.count, 2)
    }
}
