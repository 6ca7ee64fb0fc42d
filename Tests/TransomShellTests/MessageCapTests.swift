// What a page may post, held within the page.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomSandbox
import TransomShellTestSupport
import TransomTestSupport
import WebKit
import XCTest

@testable import TransomShell

@MainActor
final class MessageCapTests: XCTestCase {
    private var fixture: SessionFixture?

    override func tearDown() async throws {
        fixture?.tearDown()
        fixture = nil
    }

    private func run(_ before: String = "") async throws -> SessionFixture {
        let site = ClosureSite([.literal("https://shop.example"), .literal("https://pay.example")]) { _ in
            .html(
                "<!doctype html><script>\(before);const post = (body) => webkit.messageHandlers.bridge.postMessage(body)</script>"
            )
        }
        let run = try SessionFixture(ShopIntegration.self, parameters: [:], sites: [site])
        fixture = run
        try await run.wait(for: "transom.page.loaded")
        return run
    }

    private func bodies(_ run: SessionFixture) -> [JSONValue] {
        run.events.filter { $0.type == "shop.bridge" }.compactMap { $0.data["body"] }
    }

    /// How many messages were refused, by reason, as far as they were told.
    private func refused(_ run: SessionFixture) -> [String: Int64] {
        var counts: [String: Int64] = [:]
        for event in run.events where event.type == "transom.message.rejected" {
            guard case .integer(let count)? = event.data["count"] else { continue }
            counts[event.data["reason"]?.stringValue ?? "", default: 0] += count
        }
        return counts
    }

    func testAFloodReachesTheHostAsAFewMessagesAndNoneIsForgotten() async throws {
        let run = try await run()
        _ = try await run.script("for (let i = 0; i < 200000; i++) post(i); 0")
        try await eventually("all are counted; \(refused(run))") {
            run.clock.advance(by: .seconds(1))
            run.scheduler.advance(by: .seconds(1))
            return Int64(self.bodies(run).count) + self.refused(run).values.reduce(0, +) == 200_000
        }
        XCTAssertEqual(Set(refused(run).keys), ["rate"])
        XCTAssertGreaterThanOrEqual(bodies(run).count, 1_000)
        XCTAssertLessThan(bodies(run).count, 20_000)
        XCTAssertLessThan(run.events.count - bodies(run).count, 500, "neither is the log flooded")
    }

    func testBM31ABodyOfHalfAGibibyteIsNotSent() async throws {
        let run = try await run()
        let before = try Self.residentBytes()
        _ = try await run.script("let s = 'x'; while (s.length < 2 ** 29) s += s; post(s); post({s}); post([s]); 0")
        try await eventually("the count") {
            run.clock.advance(by: .seconds(1))
            run.scheduler.advance(by: .seconds(1))
            return self.refused(run) == ["size": 3]
        }
        XCTAssertLessThan(try Self.residentBytes() - before, 100 << 20)
        _ = try await run.script("post('alive'); 0")
        try await eventually("the next message") { self.bodies(run) == ["alive"] }
    }

    func testBM29ABodyThatIsNestedFortyThousandDeepKillsNothing() async throws {
        let run = try await run()
        _ = try await run.script(
            "let deep = 1; for (let i = 0; i < 40000; i++) deep = [deep]; post(deep);"
                + "let loop = {}; loop.loop = loop; post(loop); post('alive'); 0")
        try await eventually("the next message") { self.bodies(run) == ["alive"] }
        try await eventually("the counts; \(refused(run))") {
            run.clock.advance(by: .seconds(1))
            run.scheduler.advance(by: .seconds(1))
            return self.refused(run) == ["depth": 2]
        }
    }

    func testArraysOfBillionsAndBodiesThatOccurInThemselvesAreNotSent() async throws {
        let run = try await run()
        _ = try await run.script(
            "post(new Array(2 ** 31)); post({a: new Array(2 ** 32 - 1)});"
                + "let many = ['xxxxxxxxxxxxxxxx']; for (let i = 0; i < 28; i++) many = [many, many]; post(many);"
                + "post(Object.fromEntries(Array.from({length: 65}, (_, i) => ['k' + i, i]))); post('alive'); 0")
        try await eventually("the next message") { self.bodies(run) == ["alive"] }
        try await eventually("the counts; \(refused(run))") {
            run.clock.advance(by: .seconds(1))
            run.scheduler.advance(by: .seconds(1))
            return self.refused(run) == ["size": 3, "keys": 1]
        }
    }

    func testWhatIsSentIsWhatWasMeasured() async throws {
        let run = try await run()
        _ = try await run.script(
            """
            let reads = 0;
            post({get a() { return reads++ ? 'y'.repeat(1 << 24) : 'first' }});
            let looks = 0;
            post(new Proxy(['b'], {get: (target, key) => key === '0' && looks++ ? 'y'.repeat(1 << 24) : target[key]}));
            0
            """)
        try await eventually("both") { self.bodies(run) == [["a": "first"], ["b"]] }
    }

    func testWhatIsWithinTheLimitsArrivesAsItWasPosted() async throws {
        let run = try await run()
        _ = try await run.script(
            """
            const deep = (n) => n ? {d: deep(n - 1)} : 'end';
            post('t'.repeat(65536)); post(deep(32));
            post(Object.fromEntries(Array.from({length: 64}, (_, i) => ['k' + i, i])));
            post({text: 'ä€😀\\u2028"\\\\', numbers: [0, -1.5, 1e300, 2 ** 53], flags: [true, false, null], empty: {}, none: []});
            class Point { constructor() { this.x = 1 } }
            post(new Point()); post(5); post(true); post(null); 0
            """)
        try await eventually("all; \(refused(run))") { self.bodies(run).count == 8 }
        let all = bodies(run)
        XCTAssertEqual(all[0].stringValue?.utf8.count, 65_536)
        XCTAssertEqual(
            all[3],
            [
                "text": "ä€😀\u{2028}\"\\",
                "numbers": .array(
                    [.integer(0)] + [-1.5, 1e300, 9_007_199_254_740_992].map { JSONValue(double: $0) ?? .null }),
                "flags": [true, false, .null], "empty": [:], "none": [],
            ])
        XCTAssertEqual(Array(all[4...]), [["x": 1], 5, true, .null])
        XCTAssertEqual(refused(run), [:])
    }

    func testBM17WhatIsNoJSONIsRefusedOrNeverSent() async throws {
        let run = try await run()
        let thrown =
            try await run.script(
                """
                let thrown = 0;
                for (const make of [() => new Map(), () => new Set(), () => new Date(), () => Promise.resolve(), () => new WeakMap(),
                    () => document.body, () => new Uint8Array(1 << 20), () => /x/, () => new Error('x'), () => ({a: new Map()}),
                    () => 10n, () => Symbol(), () => () => 1]) {
                    try { Promise.resolve(post(make())).catch(() => {}) } catch { thrown++ }
                }
                post('alive'); thrown
                """) as? Int
        XCTAssertNotNil(thrown)
        try await eventually("the next message") { self.bodies(run).contains("alive") }
        XCTAssertEqual(bodies(run), ["alive"])
        try await eventually("the counts; \(refused(run))") {
            run.clock.advance(by: .seconds(1))
            run.scheduler.advance(by: .seconds(1))
            return (self.refused(run)["kind"] ?? 0) >= 10
        }
    }

    func testNothingThatThePageReplacesChangesTheLimits() async throws {
        let run = try await run(
            """
            Map.prototype.get = () => undefined; Object.keys = () => []; Array.isArray = () => false; JSON.parse = () => [];
            performance.now = () => 1e12; Date.now = () => 1e12; Reflect.apply = () => {}; Reflect.getPrototypeOf = () => null;
            Promise.resolve = () => 0; Object.prototype.toString = () => '[object Object]'; String.prototype.toWellFormed = () => '';
            Object.defineProperty(Object.prototype, 'length', {get: () => 0, set() {}});
            """)
        _ = try await run.script(
            "post('x'.repeat(65537)); post({a: {b: 'x'.repeat(65537)}}); post(new Map()); post('alive'); 0")
        try await eventually("the next message") { self.bodies(run) == ["alive"] }
        try await eventually("the counts; \(refused(run))") {
            run.clock.advance(by: .seconds(1))
            run.scheduler.advance(by: .seconds(1))
            return self.refused(run) == ["size": 2, "kind": 1]
        }
    }

    private static func residentBytes() throws -> Int {
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (Int(pages[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    func testABodyThatPostsAnotherKeepsItsOwnLimits() async throws {
        let run = try await run()
        _ = try await run.script(
            """
            const inner = {get text() { post('inner'); return 'x'.repeat(100_000); }};
            post(inner); post('last'); 0
            """)
        try await eventually("the last") { self.bodies(run).contains("last") }
        XCTAssertEqual(bodies(run), ["inner", "last"])
        try await eventually("the refusal") { self.refused(run)["size"] == 1 }
    }

    func testNoSetterOfThePagesSeesWhatIsMeasured() async throws {
        let run = try await run()
        let stolen = try await run.script(
            """
            let seen = 0;
            Object.defineProperty(Array.prototype, 0, {set() { seen++; }, configurable: true});
            post({list: [1, 2]}); seen
            """)
        XCTAssertEqual(stolen as? Int, 0)
        try await eventually("the message") { self.bodies(run).count == 1 }
        XCTAssertEqual(bodies(run), [["list": [1, 2]]])
    }
}
