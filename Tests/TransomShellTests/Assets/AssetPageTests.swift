// Packaged pages in a real view.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import TransomCore
import TransomSandbox
import TransomTestSupport
import WebKit
import XCTest

@testable import TransomShell

private final class Recorder: NSObject, WKScriptMessageHandler {
    private(set) var texts: [String] = []
    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
        texts.append(message.body as? String ?? "?")
    }
}

@MainActor
final class AssetPageTests: XCTestCase {
    // A fixture that goes takes its files with it.
    private var kept: [AssetFixture] = []

    override func tearDown() async throws {
        kept = []
    }

    private func shown(
        _ files: [String: String] = [:], policy: AssetPolicy = AssetPolicy(), recorder: Recorder? = nil
    ) async throws -> (view: WKWebView, handler: AssetHandler, fixture: AssetFixture) {
        let fixture = try AssetFixture(["index.html": "<title>Home</title>", "a/a.txt": "a"].merging(files) { $1 })
        kept.append(fixture)
        let (view, handler) = try fixture.view(policy: policy, recorder: recorder)
        view.load("app://wallet/")
        try await eventually("the page") { view.title == "Home" && !view.isLoading }
        return (view, handler, fixture)
    }

    private func run(_ view: WKWebView, _ body: String) async throws -> String? {
        try await view.callAsyncJavaScript(body, arguments: [:], contentWorld: .page) as? String
    }

    func testEveryAnswerHasItsTypeAndTheStrictHeaders_AS01() async throws {
        let (view, handler, _) = try await shown()
        let seen = try await run(
            view,
            """
            const r = await fetch('/index.html');
            const names = ['content-type', 'x-content-type-options', 'content-security-policy', 'content-length'];
            return r.status + ' ' + names.map(n => r.headers.get(n)).join(' | ');
            """)
        XCTAssertEqual(
            seen, "200 text/html; charset=utf-8 | nosniff | \(AssetPolicy().header) | 19")
        // The page has the headers before the file is read to its end.
        try await eventually("the end of reading") { handler.reading == 0 }
    }

    func testModulesWorkersAndFetchWork() async throws {
        let recorder = Recorder()
        let (view, _, fixture) = try await shown(
            [
                "index.html": "<title>Home</title><script type=module src=js/main.js></script>",
                "js/main.js": """
                import { name } from './part.js';
                const post = t => webkit.messageHandlers.bridge.postMessage(t);
                post(name + ' ' + (await import('./late.js')).late);
                const worker = new Worker('/js/worker.js', { type: 'module' });
                worker.onmessage = e => post(e.data);
                """,
                "js/part.js": "export const name = 'part';", "js/late.js": "export const late = 'late';",
                "js/worker.js": """
                import { name } from './part.js';
                postMessage('worker ' + name + ' ' + await (await fetch('/a/a.txt')).text());
                """,
            ], recorder: recorder)
        try await eventually("the worker's word") { recorder.texts.count == 2 }
        XCTAssertEqual(recorder.texts, ["part late", "worker part a"])
        XCTAssertNotNil(view)
        XCTAssertNotNil(fixture)
    }

    func testAPackagedPageHasNoServiceWorker_NW17() async throws {
        let (view, _, _) = try await shown(["sw.js": ""])
        let seen = try await run(
            view,
            "if (!navigator.serviceWorker) return 'none'; return await navigator.serviceWorker.register('/sw.js').then(() => 'registered', () => 'none')"
        )
        XCTAssertEqual(seen, "none")
    }

    func testInlineScriptsAndOtherOriginsDoNotRun() async throws {
        let (view, _, _) = try await shown([
            "index.html":
                "<title>Home</title><script>document.title = 'inline'</script><img src=x onerror='document.title=1'>"
        ])
        let seen = try await run(
            view,
            "try { await fetch('https://shop.example/'); return 'fetched' } catch { return [document.title, origin, isSecureContext].join() }"
        )
        XCTAssertEqual(seen, "Home,app://wallet,true")
    }

    func testRangesAreAnswered_AS18() async throws {
        let (view, _, _) = try await shown(["a/digits.txt": "0123456789"])
        let seen = try await run(
            view,
            """
            const ask = async range => {
                const r = await fetch('/a/digits.txt', range ? { headers: { Range: range } } : {});
                return [r.status, r.headers.get('content-range'), await r.text()].join(' ');
            };
            const all = [];
            for (const range of [null, 'bytes=2-4', 'bytes=0-', 'bytes=5-1', 'bytes=20-', 'bytes=-3',
                'bytes=' + Array.from({ length: 1000 }, (_, i) => i + '-' + i).join()]) all.push(await ask(range));
            return all.join('; ');
            """)
        XCTAssertEqual(
            seen,
            "200  0123456789; 206 bytes 2-4/10 234; 200  0123456789; 200  0123456789; 416 bytes */10 ; "
                + "206 bytes 7-9/10 789; 200  0123456789")
    }

    func testOtherMethodsAreRefused_AS17() async throws {
        let (view, _, _) = try await shown()
        let seen = try await run(
            view,
            """
            const all = [];
            for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']) {
                const body = method[0] === 'P' ? new Blob(['x'.repeat(100000)]) : undefined;
                all.push((await fetch('/index.html', { method, body })).status);
            }
            return all.join();
            """)
        XCTAssertEqual(seen, "405,405,405,405,200")
    }

    func testHostilePathsAreNotFound_AS04_AS06_AS10() async throws {
        let (view, _, _) = try await shown(["b/b.html": "b"])
        let seen = try await run(
            view,
            """
            const all = [];
            for (const path of ['/..%2f..%2fetc/passwd', '/%252e%252e/etc/passwd', '/..\\\\..\\\\etc', '/%5c', '/%ff',
                '//wallet/index.html', '/./index.html', '/index.html/', '/b//b.html', '/.env', '/\\uff0e\\uff0e/x'])
                all.push(path + ' ' + (await fetch('app://wallet' + path)).status);
            return all.join('\\n');
            """)
        // The engine itself resolves a dot segment before it asks.
        XCTAssertEqual(
            seen?.split(separator: "\n").map(String.init),
            [
                "/..%2f..%2fetc/passwd 404", "/%252e%252e/etc/passwd 404", "/..\\..\\etc 404", "/%5c 404", "/%ff 404",
                "//wallet/index.html 404", "/./index.html 200", "/index.html/ 404", "/b//b.html 404", "/.env 404",
                "/\u{FF0E}\u{FF0E}/x 404",
            ])
    }

    func testAnotherHostIsAnError_AS12() async throws {
        let (view, _, _) = try await shown()
        let seen = try await run(
            view,
            """
            const all = [];
            for (const url of ['app://etc/passwd', 'app:///etc/passwd', 'app://other/y', 'app://wallet.evil/'])
                all.push(await fetch(url, { mode: 'no-cors' }).then(r => r.status, e => e.name));
            return all.join();
            """)
        XCTAssertEqual(seen, "TypeError,TypeError,TypeError,TypeError")
    }

    func testAMissingAssetIsToldOnceWithThePathThatWasLookedFor() async throws {
        let fixture = try AssetFixture([
            "index.html": "<title>Home</title><script src=js/ap.js></script>", "js/app.js": "",
        ])
        let (view, handler) = try fixture.view()
        var missing: [AssetHandler.Missing] = []
        handler.onMissing = { missing.append($0) }
        view.load("app://wallet/")
        try await eventually("the report") { !missing.isEmpty }
        XCTAssertEqual(missing.map(\.path), ["js/ap.js"])
        XCTAssertEqual(missing.map(\.folder), [fixture.path])
        XCTAssertEqual(missing.map(\.url), ["app://wallet/js/ap.js"])
        _ = try await run(view, "for (let i = 0; i < 200; i++) await fetch('/none/' + (i >> 1)); return ''")
        XCTAssertEqual(missing.count, 64)
    }

    func testARouteIsThePageAndAMissingAssetStaysMissing() async throws {
        let (view, _, _) = try await shown()
        let fetched = try await run(view, "return String((await fetch('/orders/42')).status)")
        XCTAssertEqual(fetched, "404", "a fetch wants data and not the page")
        view.load("app://wallet/orders/42")
        try await eventually { view.url?.path == "/orders/42" && view.title == "Home" && !view.isLoading }
        view.load("app://wallet/orders/42.pdf")
        try await eventually { view.url?.path == "/orders/42.pdf" && !view.isLoading }
        let text = try await run(view, "return document.body.innerText")
        XCTAssertEqual(text?.trimmingCharacters(in: .whitespacesAndNewlines), "There is no such file.")
    }

    func testEmptyAndBigFilesArriveWhole_AS20() async throws {
        let (view, handler, fixture) = try await shown()
        try fixture.write("a/empty.txt", Data())
        try fixture.write("a/big.bin", Data(count: 40_000_000))
        let seen = try await run(
            view,
            """
            const reader = (await fetch('/a/big.bin')).body.getReader();
            let length = 0;
            for (;;) { const { done, value } = await reader.read(); if (done) break; length += value.length; }
            const empty = await fetch('/a/empty.txt');
            return [length, empty.status, (await empty.text()).length].join();
            """)
        XCTAssertEqual(seen, "40000000,200,0")
        try await eventually { handler.reading == 0 }
    }

    func testManyRequestsAtOnceOpenFewFiles_AS25() async throws {
        let (view, handler, _) = try await shown()
        var most = 0
        let descriptors = { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }
        let before = descriptors()
        let ticker = Task { @MainActor in
            while !Task.isCancelled {
                most = max(most, descriptors() - before)
                try? await Task.sleep(for: .milliseconds(5))
            }
        }
        let seen = try await run(
            view,
            """
            const all = await Promise.all(Array.from({ length: 10000 }, async (_, i) =>
                (await (await fetch('/a/a.txt?' + i)).text())));
            return String(all.filter(t => t === 'a').length);
            """)
        ticker.cancel()
        XCTAssertEqual(seen, "10000")
        XCTAssertLessThanOrEqual(most, 64 + 32)
        try await eventually { handler.reading == 0 }
    }

    func testAViewThatGoesWithRequestsOpenHurtsNothing_AS26() async throws {
        let fixture = try AssetFixture([
            "index.html": "<title>Home</title>", "a/a.bin": String(repeating: "x", count: 3_000_000),
        ])
        var handler: AssetHandler?
        weak var gone: WKWebView?
        do {
            let made = try fixture.view()
            handler = made.handler
            gone = made.view
            made.view.load("app://wallet/")
            try await eventually { made.view.title == "Home" }
            made.view.evaluateJavaScript(
                "for (let i = 0; i < 300; i++) fetch('/a/a.bin?' + i); 0", completionHandler: nil)
            try await eventually { made.handler.reading > 0 }
        }
        try await eventually("the view to go") { gone == nil }
        try await eventually("the files to be closed") { handler?.reading == 0 }
    }

    func testAForeignPageCannotShowOrLoadAssets_AS21_AS22() async throws {
        let fixture = try AssetFixture([
            "index.html": "<title>Home</title>", "x.js": "window.taken = 1",
            "x.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
        ])
        let store = WKWebsiteDataStore.nonPersistent()
        let server = try SandboxServer(sites: [
            ClosureSite([.literal("https://evil.example")]) { request in
                switch request.path {
                case "/": .html("<title>Evil</title>")
                case "/hop": .redirect(to: "app://wallet/index.html", status: 302)
                default: .notFound
                }
            }
        ])
        store.setProxy(server.proxyURI)
        for host in server.hosts { try store.trust(certificatePEM: server.certificatePEM, host: host) }
        let (view, _) = try fixture.view(store: store)
        view.load("https://evil.example/")
        try await eventually { view.title == "Evil" && !view.isLoading }
        let seen = try await run(
            view,
            """
            const element = (name, source) => new Promise(done => {
                const made = document.createElement(name);
                made.onload = () => done('loaded');
                made.onerror = () => done('refused');
                made.src = source;
                document.body.append(made);
                if (name === 'iframe') setTimeout(() => {
                    try { done(made.contentDocument ? 'blank' : 'loaded') } catch { done('loaded') }
                }, 1000);
            });
            const all = [await element('img', 'app://wallet/x.svg'), await element('script', 'app://wallet/x.js')];
            all.push(await fetch('app://wallet/index.html', { mode: 'no-cors' }).then(() => 'loaded', () => 'refused'));
            all.push(typeof window.taken);
            return all.join();
            """)
        XCTAssertEqual(seen, "refused,refused,refused,undefined")
        for script in ["location.href = 'app://wallet/index.html'; 0", "location.href = '/hop'; 0"] {
            _ = try await view.evaluateJavaScript(script)
            try await eventually { !view.isLoading }
            XCTAssertNotEqual(view.title, "Home", script)
            XCTAssertEqual(view.mainFrameOrigin.hasPrefix("app:"), false, script)
        }
    }

    func testSoundPlays() async throws {
        // A second of silence, mono, 8 bits, 8 kHz.
        var wave = Data("RIFF".utf8)
        func number(_ value: UInt32, _ bytes: Int) {
            wave += (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        number(36 + 8_000, 4)
        wave += Data("WAVEfmt ".utf8)
        for (value, bytes) in [(16, 4), (1, 2), (1, 2), (8_000, 4), (8_000, 4), (1, 2), (8, 2)] {
            number(UInt32(value), bytes)
        }
        wave += Data("data".utf8)
        number(8_000, 4)
        wave += Data(repeating: 128, count: 8_000)
        let (view, _, fixture) = try await shown()
        try fixture.write("a/second.wav", wave)
        // Media of a page that is not shown does not load.
        let window = HostWindow(title: "Test", width: 420, height: 820, content: view.hostWidget)
        defer { window.destroy() }
        let seen = try await run(
            view,
            """
            const length = audio => new Promise(done => {
                const tell = () => done(audio.error ? 'error ' + audio.error.code : String(audio.duration));
                // What came before anybody listened is not told again.
                if (audio.readyState > 0 || audio.error) return tell();
                audio.onloadedmetadata = audio.onerror = tell;
                setTimeout(() => done('late'), 15000);
            });
            const url = '/a/second.wav';
            const all = [await length(new Audio(url))];
            document.body.innerHTML = `<audio id=one src=${url}></audio><audio id=two><source src=${url}></audio>`;
            all.push(await length(document.getElementById('one')), await length(document.getElementById('two')));
            const set = document.createElement('audio');
            set.src = url;
            document.body.append(set);
            all.push(await length(set), new URL(set.src).pathname);
            const missing = document.createElement('audio');
            document.body.append(missing);
            missing.src = '/a/none.wav';
            all.push(await length(missing));
            return all.join();
            """)
        XCTAssertEqual(seen, "1,1,1,1,/a/second.wav,error 4")
    }
}
