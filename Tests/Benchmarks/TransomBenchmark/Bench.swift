// One run of one row.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import TransomGLib
import WebKit

/// Makes the views that a row asks for, and says what was counted.
@MainActor
final class Bench: NSObject {
    private static let origin = URL(string: "https://bench.example/")

    private let row: Row
    private let count: Int
    private let html: String
    private lazy var text = String(repeating: "x", count: 10 * 1024 * 1024)
    private var views: [WKWebView] = []
    private var seen = 0
    private var left: Int
    private var began = ContinuousClock.now
    /// Keeps what was read, so that reading cannot be left out.
    private var bytes = 0

    init(row: Row, count: Int, html: String) {
        self.row = row
        self.count = count
        self.html = html
        left = count
    }

    /// Loads what the row begins with.
    func start() {
        guard row != .sessions else { return nextSession() }
        let store = WKWebsiteDataStore.nonPersistent()
        for _ in 0..<(row == .views ? count : 1) {
            add(store: store)
        }
    }

    private func add(store: WKWebsiteDataStore) {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = store
        let content = configuration.userContentController
        if row == .replies {
            content.addScriptMessageHandler(self, contentWorld: .page, name: "ask")
        } else {
            content.add(self, name: "bench")
        }
        let view = WKWebView(frame: .zero, configuration: configuration)
        views.append(view)
        view.loadHTMLString(html, baseURL: Self.origin)
    }

    // MARK: Sessions

    private func nextSession() {
        if left == count { began = .now }
        left -= 1
        add(store: .nonPersistent())
    }

    private func endSession() {
        views.removeAll()
        seen += 1
        guard left == 0 else { return nextSession() }
        report()
        stay()
    }

    // MARK: Calls

    private func call() {
        let arguments: [String: Any] = row == .bigCall ? ["value": text] : ["value": Double(seen)]
        let body = row == .bigCall ? "return value.length" : "return value + 1"
        views[0].callAsyncJavaScript(body, arguments: arguments, in: nil, in: .page) { [weak self] result in
            self?.answered(try? result.get())
        }
    }

    private func answered(_ value: Any?) {
        bytes += (value as? NSNumber)?.intValue ?? 0
        if countedAll() { return end() }
        call()
    }

    // MARK: Counting

    /// Counts one; the first starts the clock.
    ///
    /// - Returns: whether that was the last.
    private func countedAll() -> Bool {
        seen += 1
        if seen == 1 { began = .now }
        return seen == count + 1
    }

    private func end() {
        report()
        MainLoop.quit()
    }

    private func report() {
        let spent = began.duration(to: .now).components
        let micros = spent.seconds * 1_000_000 + spent.attoseconds / 1_000_000_000_000
        say(#"{"count":\#(count),"seconds":\#(Double(micros) / 1e6)}"#)
    }

    /// Stays until standard input closes, so that others can look at the process.
    private func stay() {
        say(#"{"event":"settled"}"#)
        DispatchQueue(label: "input").async {
            while readLine() != nil {}
            DispatchQueue.main.async { MainActor.assumeIsolated { MainLoop.quit() } }
        }
    }

    private func say(_ line: String) {
        puts(line)
        fflush(nil)
    }

    private func read(_ message: WKScriptMessage) {
        bytes += (message.body as? String)?.utf8.count ?? (message.body as? [String: Any])?.count ?? 1
    }
}

extension Bench: WKScriptMessageHandler {
    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
        switch row {
        case .start:
            read(message)
            say(#"{"event":"message"}"#)
            MainLoop.quit()
        case .messages:
            read(message)
            if countedAll() { end() }
        case .calls, .bigCall:
            call()
        case .reset:
            if countedAll() { return end() }
            views[0].configuration.websiteDataStore.removeData(
                ofTypes: WKWebsiteDataStore.allWebsiteDataTypes(), modifiedSince: .distantPast
            ) { [self] in
                views[0].loadHTMLString(html, baseURL: Self.origin)
            }
        case .views:
            seen += 1
            if seen == count { stay() }
        case .sessions:
            // Not in the view's own callback, because the view goes.
            DispatchQueue.main.async { MainActor.assumeIsolated { self.endSession() } }
        case .replies, .policy:
            break
        }
    }
}

extension Bench: WKScriptMessageHandlerWithReply {
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping @MainActor (Any?, String?) -> Void
    ) {
        read(message)
        let isLast = countedAll()
        replyHandler(NSNumber(value: seen), nil)
        if isLast { end() }
    }
}
