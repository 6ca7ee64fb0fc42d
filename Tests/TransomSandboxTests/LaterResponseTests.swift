// Answers that take work.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TransomCore
import TransomGLib
import TransomTestSupport
import XCTest

@testable import TransomSandbox

@MainActor
final class LaterResponseTests: XCTestCase {
    private static let shop = Origin.literal("https://shop.example")

    private let timers = ManualTimers()
    private var server: SandboxServer?

    override func setUp() async throws {
        MainLoop.join()
    }

    override func tearDown() async throws {
        server = nil
    }

    func testWorkIsCancelledWithItsClientAndItsServer() async throws {
        let cancelled = Mutex<[String]>([])
        let site = ClosureSite([Self.shop]) { request async -> SandboxResponse in
            try? await Task.sleep(for: .seconds(3600))
            cancelled.withLock { $0.append(request.path) }
            return .text("late")
        }
        let server = try SandboxServer(sites: [site], timers: timers)
        self.server = server
        let (port, pem) = (server.port, server.certificatePEM)
        let held = try await blocking { () -> Held in
            let left = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
            try left.send("GET", "/client", host: "shop.example")
            let kept = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
            try kept.send("GET", "/server", host: "shop.example")
            return Held(client: kept)
        }
        try await eventually("the client's work is cancelled") { cancelled.withLock { $0 } == ["/client"] }
        self.server = nil
        _ = consume server
        try await eventually("the server's work is cancelled") { cancelled.withLock { $0 } == ["/client", "/server"] }
        let isClosed = try await blocking { held.client.readToEnd().isEmpty }
        XCTAssertTrue(isClosed)
    }

    func testWorkThatTakesTooLongIsGivenUp() async throws {
        let cancelled = Mutex(false)
        let site = ClosureSite([Self.shop]) { request async -> SandboxResponse in
            if request.path == "/quick" { return .text("quick").delayed(by: .seconds(100)) }
            try? await Task.sleep(for: .seconds(3600))
            cancelled.withLock { $0 = true }
            return .text("late")
        }
        let server = try SandboxServer(sites: [site], timers: timers)
        self.server = server
        let (port, pem) = (server.port, server.certificatePEM)
        let held = try await blocking {
            let client = try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
            try client.send("GET", "/slow", host: "shop.example")
            return Held(client: client)
        }
        try await eventually("the work") { self.timers.pending == [.seconds(30)] }
        timers.advance(by: .seconds(30))
        let status = try await blocking { try held.client.receive().status }
        XCTAssertEqual(status, 504)
        try await eventually("it is cancelled") { cancelled.withLock { $0 } }
        // A delay that was asked for is no work that takes too long.
        try await blocking { try held.client.send("GET", "/quick", host: "shop.example") }
        try await eventually("the delay") { self.timers.pending == [.seconds(100)] }
        timers.advance(by: .seconds(100))
        let text = try await blocking { try held.client.receive().text }
        XCTAssertEqual(text, "quick")
    }
}
