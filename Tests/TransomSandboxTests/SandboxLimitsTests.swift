// The sandbox against clients that take their time, take its room, or play with the protocol.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import TransomCore
import TransomGLib
import TransomTestSupport
import XCTest

@testable import TransomSandbox

@MainActor
final class SandboxLimitsTests: XCTestCase {
    private static let shop = Origin.literal("https://shop.example")
    private static let pay = Origin.literal("https://pay.example")

    private let timers = ManualTimers()
    private var server: SandboxServer?

    override func setUp() async throws {
        MainLoop.join()
    }

    override func tearDown() async throws {
        server = nil
    }

    /// Starts a sandbox and returns its port and certificate.
    private func serve(
        limits: Limits = .standard,
        _ answer: @escaping @MainActor (SandboxRequest) -> SandboxResponse = { .text($0.path) }
    ) throws -> (port: UInt16, pem: String) {
        let server = try SandboxServer(
            sites: [ClosureSite([Self.shop, Self.pay], answer: answer)], limits: limits, timers: timers)
        self.server = server
        return (server.port, server.certificatePEM)
    }

    private var count: Int { server?.connectionCount ?? -1 }

    /// Waits until there are so many connections, while the second passes in which libsoup may let go of them.
    private func settle(at wanted: Int) async throws {
        timers.advance(by: .seconds(1))
        try await eventually("\(wanted) connections") {
            self.timers.advance(by: .zero)
            return self.count == wanted
        }
    }

    /// Opens connections without TLS and sends some bytes on each.
    private func knock(_ port: UInt16, _ bytes: String = "", times: Int = 1) async throws -> [Held] {
        try await blocking {
            try (0..<times).map { _ in
                let client = try TunnelClient(port: port)
                try client.write(bytes)
                return Held(client: client)
            }
        }
    }

    private func isClosed(_ held: Held) async throws -> Bool {
        try await blocking { held.client.readToEnd().isEmpty }
    }

    // MARK: Time

    func testAConnectionThatAsksForNothingIsClosed() async throws {
        let (port, _) = try serve()
        for bytes in ["", "GET / HT", "CONNECT shop.example:443 HTTP/1.1\r\nX-Slow: "] {
            let held = try await knock(port, bytes)
            try await eventually("the connection") { self.count == 1 }
            timers.advance(by: .seconds(14))
            // A byte now and then buys no time.
            try await blocking { try held[0].client.write("x") }
            XCTAssertEqual(count, 1)
            timers.advance(by: .seconds(1))
            let isClosed = try await isClosed(held[0])
            XCTAssertTrue(isClosed, bytes)
            try await settle(at: 0)
        }
    }

    func testATunnelThatIsLeftIdleIsClosedAndOneThatIsUsedIsNot() async throws {
        let (port, pem) = try serve()
        let held = try await blocking {
            Held(client: try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem))
        }
        for _ in 0..<3 {
            timers.advance(by: .seconds(89))
            let text = try await blocking { try held.client.request("GET", "/used", host: "shop.example").text }
            XCTAssertEqual(text, "/used")
            try await eventually("the next request may come") { self.timers.pending == [.seconds(90)] }
        }
        timers.advance(by: .seconds(90))
        let isClosed = try await isClosed(held)
        XCTAssertTrue(isClosed)
        try await settle(at: 0)
        XCTAssertEqual(timers.pending, [])
    }

    func testAClientThatGoesAwayTakesItsConnectionAlong() async throws {
        let (port, pem) = try serve()
        for requests in 0..<3 {
            try await blocking {
                let client = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
                for _ in 0..<requests { _ = try client.request("GET", "/", host: "shop.example") }
            }
            // The sandbox sees the end, and libsoup is given its second.
            try await eventually("the end") { self.count == 0 || self.timers.pending == [.seconds(1)] }
            try await settle(at: 0)
        }
        XCTAssertEqual(timers.pending, [])
    }

    func testAClientThatDoesNotReadItsAnswerIsClosed() async throws {
        let body = String(repeating: "x", count: 16 * 1_048_576)
        let (port, pem) = try serve { _ in .text(body) }
        let held = try await blocking {
            let client = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
            try client.send("GET", "/", host: "shop.example")
            _ = try client.receiveHead()
            return Held(client: client)
        }
        timers.advance(by: .seconds(299))
        XCTAssertEqual(count, 1)
        timers.advance(by: .seconds(1))
        try await settle(at: 0)
        let rest = try await blocking { held.client.readToEnd().count }
        XCTAssertLessThan(rest, body.utf8.count)
    }

    // MARK: Room

    func testOneMoreConnectionTakesThePlaceOfTheOneThatWasIdleLongest() async throws {
        var limits = Limits.standard
        limits.sandboxConnections = 8
        let (port, pem) = try serve(limits: limits)
        let first = try await blocking {
            Held(client: try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem))
        }
        let idle = try await knock(port, times: 7)
        try await eventually("eight connections") { self.count == 8 }
        // The first was there first, and is used last.
        _ = try await blocking { try first.client.request("GET", "/", host: "shop.example") }
        try await eventually("its answer is over") { self.timers.pending.contains(.seconds(90)) }
        let more = try await knock(port, times: 50)
        let closed = try await isClosed(idle[0])
        XCTAssertTrue(closed)
        try await settle(at: 8)
        let text = try await blocking {
            try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
                .request("GET", "/in", host: "shop.example").text
        }
        XCTAssertEqual(text, "/in")
        XCTAssertEqual(more.count, 50)
    }

    func testWhereEveryConnectionIsBusyOneMoreIsClosed() async throws {
        var limits = Limits.standard
        limits.sandboxConnections = 2
        let (port, pem) = try serve(limits: limits) { _ in .text("").delayed(by: .seconds(1)) }
        let busy = try await blocking {
            try (0..<2).map { _ in
                let client = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
                try client.send("GET", "/", host: "shop.example")
                return Held(client: client)
            }
        }
        try await eventually("two requests") { self.timers.pending == [.seconds(1), .seconds(1)] }
        let more = try await knock(port)
        let isClosed = try await isClosed(more[0])
        XCTAssertTrue(isClosed)
        timers.advance(by: .seconds(1))
        let statuses = try await blocking { try busy.map { try $0.client.receive().status } }
        XCTAssertEqual(statuses, [200, 200])
    }

    func testAHeadWithoutEndIsNotKept() async throws {
        let (port, pem) = try serve()
        let text = try await blocking {
            let endless = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
            try endless.write("GET / HTTP/1.1\r\nHost: shop.example\r\n")
            let line = "X-Long: " + String(repeating: "x", count: 8000) + "\r\n"
            var written = 0
            // A sandbox that keeps it all takes 64 MiB without a word.
            while written < 64 * 1_048_576, (try? endless.write(line)) != nil { written += line.utf8.count }
            return written < 64 * 1_048_576 ? "closed" : "kept"
        }
        XCTAssertEqual(text, "closed")
        try await eventually("the end") { self.count == 0 || self.timers.pending == [.seconds(1)] }
        try await settle(at: 0)
    }

    func testTheListenerGoesOnWhenTheProcessHadNoDescriptorLeft() async throws {
        let (port, pem) = try serve()
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(client) }
        // Every number up to the client's is taken.
        var fillers: [Int32] = []
        while let last = fillers.last ?? .some(-1), last < client { fillers.append(dup(client)) }
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        var low = limit
        low.rlim_cur = rlim_t((fillers.last ?? client) + 1)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &low)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        let isConnected = withUnsafeBytes(of: &address) { bytes in
            bytes.assumingMemoryBound(to: sockaddr.self).baseAddress.map {
                connect(client, $0, socklen_t(bytes.count)) == 0
            }
        }
        XCTAssertEqual(isConnected, true)
        do {
            try await eventually("the listener rests") { self.timers.pending == [.seconds(1)] }
        } catch {
            XCTFail("\(error)")
        }
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        for filler in fillers { close(filler) }
        timers.advance(by: .seconds(1))
        try await eventually("the client is accepted") { self.count == 1 }
        let text = try await blocking {
            try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
                .request("GET", "/on", host: "shop.example").text
        }
        XCTAssertEqual(text, "/on")
    }

    // MARK: Who may connect

    func testAnotherUserIsClosedBeforeAByteIsRead() async throws {
        var asked: [(UInt16, UInt16)] = []
        let site = ClosureSite([Self.shop]) { _ in .text("") }
        let server = try SandboxServer(sites: [site], timers: timers) { client, local in
            asked.append((client, local))
            return false
        }
        self.server = server
        let held = try await knock(server.port, "CONNECT shop.example:443 HTTP/1.1\r\nHost: shop.example:443\r\n\r\n")
        let isClosed = try await isClosed(held[0])
        XCTAssertTrue(isClosed)
        XCTAssertEqual(asked.count, 1)
        XCTAssertEqual(asked.first?.1, server.port)
        XCTAssertEqual(count, 0)
    }

    func testAProcessOfAnotherUserGetsNoAnswer() async throws {
        guard geteuid() == 0, FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv") else {
            throw XCTSkip("only root can become another user")
        }
        let (port, _) = try serve()
        func ask(as user: [String]) async throws -> String {
            try await blocking {
                let process = Process()
                process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
                let script =
                    "exec 3<>/dev/tcp/127.0.0.1/\(port); "
                    + "printf 'GET http://shop.example/ HTTP/1.1\\r\\nHost: shop.example\\r\\n\\r\\n' >&3; head -c 12 <&3"
                process.arguments = user + ["/bin/bash", "-c", script]
                let pipe = Pipe()
                process.standardOutput = pipe
                process.standardError = FileHandle.nullDevice
                try process.run()
                let data = pipe.fileHandleForReading.readDataToEndOfFile()
                process.waitUntilExit()
                return String(decoding: data, as: UTF8.self)
            }
        }
        let own = try await ask(as: [])
        let other = try await ask(as: ["--reuid=65534", "--regid=65534", "--clear-groups"])
        XCTAssertEqual(own, "HTTP/1.1 301")
        XCTAssertEqual(other, "")
    }

    func testTheOwnerIsReadFromTheKernelsTables() {
        let table = Array(
            """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 648 1 0 100 0 0 10 0
               1: 0100007F:1F90 0100007F:A2DB 01 00000000:00000000 00:00000000 00000000    33        0 649 1 0 20 4 30 10 -1
               2: 0100007F:A2DB 0100007F:1F90 01 00000000:00000000 02:000004D2 00000000  1000        0 650 1 0 20 4 30 10 -1

            """.utf8)
        guard UInt16(1).littleEndian == 1 else { return }
        XCTAssertEqual(PeerOwner.user(in: table, port: 0xA2DB, local: 0x1F90, isMapped: false), 1000)
        XCTAssertEqual(PeerOwner.user(in: table, port: 0x1F90, local: 0xA2DB, isMapped: false), 33)
        XCTAssertNil(PeerOwner.user(in: table, port: 0xA2DB, local: 0x1F91, isMapped: false))
        XCTAssertNil(PeerOwner.user(in: table, port: 0xA2DB, local: 0x1F90, isMapped: true))
        let mapped = Array(
            ("  7: 0000000000000000FFFF00000100007F:A2DB 0000000000000000FFFF00000100007F:1F90 01 "
                + "00000000:00000000 00:00000000 00000000  1001        0 651 1 0 20 4 30 10 -1\n").utf8)
        XCTAssertEqual(PeerOwner.user(in: mapped, port: 0xA2DB, local: 0x1F90, isMapped: true), 1001)
        XCTAssertNil(PeerOwner.user(in: [], port: 1, local: 2, isMapped: false))
    }

    // MARK: The protocol

    func testRequestsThatAreSentAtOnceAreAnsweredInTheirOrder() async throws {
        let (port, pem) = try serve { request in
            request.path == "/1"
                ? .later {
                    await Task.yield()
                    return .text("one")
                } : .text(request.path)
        }
        let texts = try await blocking {
            let client = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
            try client.write((0..<4).map { "GET /\($0) HTTP/1.1\r\nHost: shop.example\r\n\r\n" }.joined())
            return try (0..<4).map { _ in try client.receive().text }
        }
        XCTAssertEqual(texts, ["/0", "one", "/2", "/3"])
    }

    func testARequestWithTwoLengthsReachesNoSite() async throws {
        var paths: [String] = []
        let (port, pem) = try serve { request in
            paths.append(request.path)
            return .text("")
        }
        let heads = [
            "Content-Length: 4\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 4",
            "Transfer-Encoding: gzip, chunked", "Transfer-Encoding : chunked", "Content-Length: -1",
            "Content-Length: 4\r\nContent-Length: 50", "Content-Length: 4,50", "Content-Length: 0x4",
        ]
        for head in heads {
            let all = try await blocking { () -> String in
                let client = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
                try client.write(
                    "POST /outer HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\(head)\r\n\r\n"
                        + "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: shop.example\r\n\r\n")
                return String(decoding: client.readToEnd(), as: UTF8.self)
            }
            XCTAssertLessThanOrEqual(all.components(separatedBy: "HTTP/1.1 ").count, 2, head)
        }
        XCTAssertFalse(paths.contains("/smuggled"), "\(paths)")
    }

    func testATunnelLeadsToOneOriginAndNoFurther() async throws {
        let (port, pem) = try serve()
        let (statuses, nested) = try await blocking {
            let client = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
            let statuses = try ["pay.example", "shop.example"].map {
                try client.request("GET", "/", host: $0).status
            }
            try client.write("CONNECT pay.example:443 HTTP/1.1\r\nHost: pay.example:443\r\n\r\n")
            return (statuses, try client.receive().status)
        }
        XCTAssertEqual(statuses, [421, 200])
        XCTAssertEqual(nested, 400)
    }
}
