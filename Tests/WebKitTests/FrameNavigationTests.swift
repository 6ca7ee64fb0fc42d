// Which frame navigates, when a frame navigates itself.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomSandbox
import TransomTestSupport
import XCTest

@testable import WebKit

@MainActor
final class FrameNavigationTests: XCTestCase {
    private let log = NavigationLog()

    /// A shop that shows a frame of another origin, which runs what it is sent.
    private func shop(_ frame: String = "<iframe id=f src='https://pay.example/child'></iframe>") async throws
        -> WKWebView
    {
        let web = try TestWeb(pages: [
            "shop.example/": .script("", body: frame + "<a id=link href='bank://main-link'>x</a>"),
            "shop.example/inner": .script("addEventListener('message', (e) => eval(e.data))"),
            "pay.example/child": .script(
                "addEventListener('message', (e) => eval(e.data)); parent.postMessage('ready', '*')",
                body: "<a id=link href='bank://frame-link'>x</a>"
                    + "<form id=form action='https://evil.example/form'></form>"),
        ])
        self.web = web
        log.decide = { ["shop.example", "pay.example"].contains($0.request.url?.host) ? .allow : .cancel }
        let view = web.view()
        view.navigationDelegate = log
        view.load("https://shop.example/")
        try await eventually { self.log.calls.last == "finish" }
        return view
    }

    private var web: TestWeb?

    /// The word for who was said to navigate to a URL, once it was.
    private func target(of url: String) async throws -> String {
        try await eventually("the decision on \(url); \(log.calls)") {
            self.log.calls.contains { $0.hasSuffix(" \(url)") }
        }
        let index = try XCTUnwrap(log.actions.firstIndex { $0.engineURL == url })
        let action = log.actions[index]
        guard let target = action.targetFrame else { return "window" }
        return action.isFrameUncertain ? "uncertain" : target.isMainFrame ? "main" : "frame"
    }

    private func inFrame(_ script: String, _ view: WKWebView) async throws {
        _ = try await view.callAsyncJavaScript(
            "frames[0].postMessage(script, '*')", arguments: ["script": script], contentWorld: .page)
    }

    func testAFrameThatNavigatesItselfIsNotTheMainFrame() async throws {
        let view = try await shop()
        for (index, script) in [
            "location = 'https://evil.example/0'", "location.replace('https://evil.example/1')",
            "const a = document.createElement('a'); a.href = 'https://evil.example/2'; document.body.append(a); a.click()",
            "form.action = 'https://evil.example/3'; form.method = 'post'; form.submit()",
            "document.head.innerHTML = '<meta http-equiv=refresh content=\"0;url=https://evil.example/4\">'",
        ].enumerated() {
            try await inFrame(script, view)
            let target = try await target(of: "https://evil.example/\(index)")
            XCTAssertEqual(target, "frame", script)
        }
        XCTAssertEqual(log.actions.last?.sourceFrame.securityOrigin.host, "pay.example")
        XCTAssertEqual(log.actions.last?.targetFrame?.securityOrigin.host, "pay.example")
        XCTAssertEqual(view.url?.host, "shop.example")
    }

    func testAFrameThatLeadsItselfToAnotherProgramIsNotTheMainFrame() async throws {
        let view = try await shop()
        for (script, url) in [
            ("location = 'bank://loc'", "bank://loc"),
            ("document.getElementById('link').click()", "bank://frame-link"),
            ("form.action = 'bank://form'; form.submit()", "bank://form?"),
        ] {
            try await inFrame(script, view)
            let target = try await target(of: url)
            XCTAssertEqual(target, "frame", script)
        }
    }

    func testTheMainFrameIsTheMainFrameWhateverFramesThereAre() async throws {
        let view = try await shop()
        for (script, url) in [
            ("location = 'https://evil.example/m'", "https://evil.example/m"),
            ("location = 'bank://m'", "bank://m"), ("location = 'mailto:a@b.example'", "mailto:a@b.example"),
            ("document.getElementById('link').click()", "bank://main-link"),
        ] {
            _ = try await view.evaluateJavaScript(script + "; 0")
            let target = try await target(of: url)
            XCTAssertEqual(target, "main", script)
        }
        XCTAssertEqual(log.events, ["start", "commit", "finish"])
        let alive = try await view.evaluateJavaScript("1 + 1") as? Int
        XCTAssertEqual(alive, 2)
    }

    func testWhereNobodySaysWhoNavigatesItIsUncertain() async throws {
        let view = try await shop("<iframe id=f src='https://pay.example/child'></iframe><iframe id=g></iframe>")
        for (script, url) in [
            // A foreign frame that is led by its parent, and a frame's first empty document.
            ("frames[0].location = 'https://evil.example/led'", "https://evil.example/led"),
            ("frames[1].location = 'https://evil.example/empty'", "https://evil.example/empty"),
        ] {
            _ = try await view.evaluateJavaScript(script + "; 0")
            let target = try await target(of: url)
            XCTAssertTrue(["uncertain", "frame"].contains(target), "\(script): \(target)")
        }
    }

    func testWhatAFrameAnnouncedAndDidNotDoIsNotBelievedOfTheMainFrame() async throws {
        let view = try await shop()
        // The frame's page prevents its own link, so that the announcement stands when the main frame goes there.
        try await inFrame(
            "addEventListener('click', (e) => e.preventDefault()); document.getElementById('link').href = 'bank://same';"
                + "document.getElementById('link').click(); location = 'bank://after'", view)
        _ = try await target(of: "bank://after")
        _ = try await view.evaluateJavaScript("location = 'bank://same'; 0")
        let target = try await target(of: "bank://same")
        XCTAssertEqual(target, "frame", "the stricter of the two is believed")
    }

    func testAnUnsupportedSchemeThatIsAllowedFailsAsItDoesOnAPageWithoutFrames() async throws {
        let view = try await shop()
        log.decide = { _ in .allow }
        _ = try await view.evaluateJavaScript("location = 'bank://x'; 0")
        try await eventually { self.log.errors.count == 1 }
        XCTAssertEqual(log.errors[0].code, NSURLErrorUnsupportedURL)
        XCTAssertEqual(log.events, ["start", "commit", "finish", "start", "fail provisional"])
        XCTAssertEqual(view.url?.absoluteString, "https://shop.example/")
    }

    func testManyAtOnceAreAllDecidedAndNoneIsTakenForTheMainFrames() async throws {
        let view = try await shop()
        try await inFrame(
            "for (let i = 0; i < 20; i++) setTimeout(() => { location = 'bank://' + i }, i)", view)
        _ = try await target(of: "bank://19")
        let targets = try await { () async throws -> Set<String> in
            var all: Set<String> = []
            for action in self.log.actions where action.engineURL.hasPrefix("bank://") {
                all.insert(try await self.target(of: action.engineURL))
            }
            return all
        }()
        XCTAssertFalse(targets.contains("main"), "\(targets)")
    }

    func testPagesDoNotSeeTheEnginesNavigationAPI() async throws {
        let view = try await shop()
        let seen =
            try await view.evaluateJavaScript(
                "['navigation', 'Navigation', 'NavigateEvent'].filter((name) => name in window).join()") as? String
        XCTAssertEqual(seen, NavigationFeature.isOurs ? "" : "navigation,Navigation,NavigateEvent")
    }

    func testWhatAPageHasReplacedIsNotAskedWhichFrameNavigates() async throws {
        let recorder = MessageRecorder()
        let web = try TestWeb(pages: [
            "shop.example/": .script(
                """
                let asked = 0;
                const src = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'src');
                Object.defineProperty(HTMLIFrameElement.prototype, 'src',
                    {...src, get() { asked++; return src.get.call(this); }});
                const query = Document.prototype.querySelectorAll;
                Document.prototype.querySelectorAll = function (...given) { asked++; return query.apply(this, given); };
                addEventListener('message', () => bridge.postMessage(asked));
                const frame = document.createElement('iframe');
                document.body.append(frame);
                frame.setAttribute('src', 'https://pay.example/inner');
                """),
            "pay.example/inner": .script("parent.postMessage('arrived', '*')"),
        ])
        let log = NavigationLog()
        let view = web.view(recorder)
        view.navigationDelegate = log
        view.load("https://shop.example/")
        try await eventually { recorder.messages.count == 1 }
        XCTAssertEqual(recorder.bodies.first as? Int, 0)
    }
}
