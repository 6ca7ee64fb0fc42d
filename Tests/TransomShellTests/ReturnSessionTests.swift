// Pages and links that lead back to a session.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomDBus
import TransomSandbox
import TransomTestSupport
import XCTest

@testable import TransomShell

@MainActor
final class ReturnSessionTests: XCTestCase {
    private let state = "0123456789abcdef0123456789abcdef"
    private var fixture: SessionFixture?

    override func tearDown() async throws {
        fixture?.tearDown()
        fixture = nil
    }

    private func run(_ change: (inout HostConfiguration) -> Void) async throws -> SessionFixture {
        let site = ClosureSite([.literal("https://shop.example"), .literal("https://pay.example")]) { _ in
            .html("<!doctype html><p>shop")
        }
        let run = try SessionFixture(ShopIntegration.self, parameters: [:], sites: [site], change: change)
        fixture = run
        try await run.wait(for: "transom.page.loaded")
        return run
    }

    private func returns(_ run: SessionFixture) -> [JSONValue] {
        run.events.filter { $0.type == "transom.return" }.map(\.data)
    }

    func testAPageOfTheIntegratorsOwnLeadsBackAndIsNotHandedOutside() async throws {
        let paths = try ReturnPaths("https://merchant.example/return")
        let run = try await run { $0.returnPaths = [paths] }
        _ = try await run.script("location = 'https://merchant.example/return?status=success#x'; 0")
        let event = try await run.wait(for: "transom.return")
        XCTAssertEqual(event.data, ["path": "https://merchant.example/return", "matched": true])
        XCTAssertEqual(run.opener.urls, [])
        _ = try await run.script("location = 'https://merchant.example/other'; 0")
        try await eventually("another page leaves") { run.opener.urls == ["https://merchant.example/other"] }
        let here = try await run.script("location.href") as? String
        XCTAssertEqual(here, "https://shop.example/")
    }

    func testAReturnPathOfAnAllowedOriginLoadsAndIsTold() async throws {
        let paths = try ReturnPaths("https://pay.example/return/*")
        let run = try await run { $0.returnPaths = [paths] }
        _ = try await run.script("location = 'https://pay.example/return/1'; 0")
        try await run.wait(for: "transom.return")
        try await eventually("the page") {
            try await run.script("location.href") as? String == "https://pay.example/return/1"
        }
    }

    func testWhereAStateIsWaitedForThePageMustCarryIt() async throws {
        let paths = try ReturnPaths("https://merchant.example/return")
        let scheme = try ReturnScheme("acme-pay")
        let run = try await run {
            $0.returnPaths = [paths]
            $0.returnScheme = scheme
        }
        run.session.returns?.expect(state)
        _ = try await run.script("location = 'https://merchant.example/return?state=other'; 0")
        try await eventually("the first") { self.returns(run).count == 1 }
        _ = try await run.script("location = 'https://merchant.example/return?a=1&state=\(state)'; 0")
        try await eventually("the second") { self.returns(run).count == 2 }
        XCTAssertEqual(returns(run).map { $0["matched"] }, [false, true])
        XCTAssertEqual(run.session.returned("acme-pay://return?state=\(state)"), .stranger, "it is used up")
    }

    func testDL14AFloodOnTheBusIsAnsweredAndTellsFewEvents() async throws {
        let bus = try PrivateBus()
        defer { bus.stop() }
        let scheme = try ReturnScheme("acme-pay")
        let run = try await run { $0.returnScheme = scheme }
        run.session.returns?.expect(state)
        let session = run.session
        let receiver = try await ReturnReceiver(
            on: .address(bus.address), offer: { session.returned($0) },
            took: { session.returnTaken() }, wake: { session.wokenByStranger() })
        let connection = try await DBusConnection.connect(to: .address(bus.address))
        var answers: [String] = []
        for _ in 0..<1_000 {
            let call = DBusCall(
                ReturnBus.name, ReturnBus.path, ReturnBus.name, "Offer", [.string("acme-pay://return")], reply: "s")
            answers += try await connection.call(call).compactMap(\.asString)
        }
        XCTAssertEqual(answers.filter { $0 == "stranger" }.count, 5)
        XCTAssertEqual(answers.filter { $0 == "busy" }.count, 995)
        XCTAssertEqual(returns(run), [])
        run.clock.advance(by: .seconds(1))
        let delivery = try await ReturnSender().send(
            "acme-pay://return?state=\(state)", on: .address(bus.address))
        XCTAssertEqual(delivery, .taken)
        try await eventually("one event") { self.returns(run) == [["scheme": "acme-pay", "matched": true]] }
        withExtendedLifetime(receiver) {}
    }
}
