// Bodies of requests for custom schemes.
// SPDX-License-Identifier: Apache-2.0

import TransomTestSupport
import XCTest

@testable import WebKit

@MainActor
final class SchemeBodyTests: XCTestCase {
    private func opened(_ handler: SpySchemeHandler, _ recorder: MessageRecorder? = nil) async throws -> WKWebView {
        handler.answers["shop/"] = handler.answers["shop/"] ?? { $0.answer("<title>Shop</title>") }
        let view = handler.view(recorder)
        view.load("shop://shop/")
        try await eventually("the page") { view.title == "Shop" && !view.isLoading }
        return view
    }

    private func text(_ view: WKWebView, _ body: String, _ arguments: [String: Any] = [:]) async throws -> String? {
        try await view.callAsyncJavaScript(body, arguments: arguments, contentWorld: .page) as? String
    }

    func testBodiesOfEveryKindReachTheHandlerAndKillNothing() async throws {
        let handler = SpySchemeHandler(["shop/post": { $0.answer("ok", type: "text/plain") }])
        let view = try await opened(handler)
        _ = try await text(
            view,
            """
            const form = new FormData();
            form.append('a', '1');
            form.append('file', new Blob(['file'], { type: 'text/css' }), 'f.css');
            const bodies = ['text', new Uint8Array([1, 2, 0, 255]), new Blob(['blob'], { type: 'text/x' }), form,
                new URLSearchParams({ a: 'b c' }), new Uint8Array([7, 8, 9]).subarray(1)];
            for (const body of bodies) await fetch('/post', { method: 'POST', body });
            await fetch(new Request('/post', { method: 'PUT', body: new Blob(['request']) }));
            for (const body of [...bodies, document.implementation.createHTMLDocument('t')]) {
                await new Promise(done => {
                    const request = new XMLHttpRequest();
                    request.open('POST', '/post#part');
                    request.onloadend = done;
                    request.send(body);
                });
            }
            const sync = new XMLHttpRequest();
            sync.open('POST', '/post', false);
            sync.setRequestHeader('Content-Type', 'text/mine');
            sync.send('sync');
            return sync.responseText + sync.responseURL;
            """)
        let bodies = handler.tasks.dropFirst().map { $0.request.httpBody }
        let types = handler.tasks.dropFirst().map { $0.request.value(forHTTPHeaderField: "Content-Type") ?? "" }
        XCTAssertEqual(bodies.count, 15)
        for first in [0, 7] {
            XCTAssertEqual(bodies[first], Data("text".utf8))
            XCTAssertEqual(bodies[first + 1], Data([1, 2, 0, 255]))
            XCTAssertEqual(bodies[first + 2], Data("blob".utf8))
            let form = String(decoding: bodies[first + 3] ?? Data(), as: UTF8.self)
            XCTAssertTrue(form.contains("name=\"a\"") && form.contains("f.css") && form.contains("file"), form)
            XCTAssertEqual(bodies[first + 4], Data("a=b+c".utf8))
            XCTAssertEqual(bodies[first + 5], Data([8, 9]))
            XCTAssertTrue(types[first].lowercased().hasPrefix("text/plain"), types[first])
            XCTAssertEqual(types[first + 2], "text/x")
            XCTAssertTrue(types[first + 3].hasPrefix("multipart/form-data; boundary="), types[first + 3])
            XCTAssertTrue(types[first + 4].hasPrefix("application/x-www-form-urlencoded"), types[first + 4])
        }
        XCTAssertEqual(bodies[6], Data("request".utf8))
        XCTAssertEqual(handler.tasks[7].request.httpMethod, "PUT")
        XCTAssertTrue(String(decoding: bodies[13] ?? Data(), as: UTF8.self).contains("<title>t</title>"))
        XCTAssertEqual(bodies[14], Data("sync".utf8))
        XCTAssertEqual(types[14], "text/mine")
        XCTAssertEqual(
            Set(handler.tasks.dropFirst().map { $0.request.url?.absoluteString ?? "" }),
            ["shop://shop/post", "shop://shop/post#part"])
    }

    func testABodyThatAWorkerOrAFormSendsKillsNothing() async throws {
        let handler = SpySchemeHandler([
            "shop/post": { $0.answer("<title>Posted</title>") },
            "shop/worker.js": {
                $0.answer(
                    "fetch('/post', {method: 'POST', body: new Blob(['x'])}).then(() => postMessage('done'))",
                    type: "text/javascript")
            },
        ])
        let view = try await opened(handler)
        let seen = try await text(
            view, "const w = new Worker('/worker.js'); return await new Promise(r => w.onmessage = e => r(e.data))")
        XCTAssertEqual(seen, "done")
        XCTAssertEqual(handler.task("shop/post")?.request.httpMethod, "POST")
        _ = try await view.evaluateJavaScript(
            """
            const form = document.createElement('form');
            Object.assign(form, { method: 'post', action: '/post', enctype: 'multipart/form-data' });
            const files = new DataTransfer();
            files.items.add(new File(['x'], 'x.txt'));
            const input = Object.assign(document.createElement('input'), { type: 'file', name: 'f' });
            input.files = files.files;
            form.append(input);
            document.body.append(form);
            form.submit(); 0
            """)
        try await eventually { view.title == "Posted" }
    }

    func testARequestWithABodyIsStillWhatThePageAskedFor() async throws {
        let handler = SpySchemeHandler(["other/post": { $0.answer("", headers: ["Access-Control-Allow-Origin": "*"]) }])
        let view = try await opened(handler)
        let seen = try await text(
            view,
            """
            const one = await fetch('shop://other/post', { method: 'POST', body: 'a' });
            const gone = new AbortController();
            gone.abort();
            const two = await fetch('/post', { method: 'POST', body: 'b', signal: gone.signal }).catch(e => e.name);
            const three = await fetch('/post', { method: 'POST', body: {}, mode: 'nonsense' }).catch(e => e.name);
            return [one.status, one.url, two, three].join();
            """)
        XCTAssertEqual(seen, "200,shop://other/post,AbortError,TypeError")
        XCTAssertEqual(handler.asked.filter { $0.contains("other") }, ["POST other/post"], "no preflight is added")
    }

    func testBodiesThatAreNeverAskedForAreKeptUpToABound() {
        var bodies = SchemeBodies()
        let large = Data(count: 30 * 1024 * 1024)
        for name in ["a", "b", "c"] { bodies.add(large, named: name) }
        XCTAssertNil(bodies.take("a"))
        XCTAssertNotNil(bodies.take("b"))
        XCTAssertNotNil(bodies.take("c"))
        bodies.add(Data(count: 65 * 1024 * 1024), named: "one")
        XCTAssertNotNil(bodies.take("one"), "the last one is always there for its request")
    }
}
