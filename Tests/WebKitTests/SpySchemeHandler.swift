// A scheme handler that remembers what it was asked, and answers as it is told.
// SPDX-License-Identifier: Apache-2.0

import WebKit

@MainActor
final class SpySchemeHandler: NSObject, WKURLSchemeHandler {
    private(set) var tasks: [any WKURLSchemeTask] = []
    private(set) var stopped: [any WKURLSchemeTask] = []
    private(set) var views: [WKWebView] = []
    /// Answers by `host/path`; a task without one is left open.
    var answers: [String: (any WKURLSchemeTask) -> Void] = [:]

    init(_ answers: [String: (any WKURLSchemeTask) -> Void] = [:]) {
        self.answers = answers
    }

    /// What was asked for, as `METHOD host/path`.
    var asked: [String] { tasks.map { "\($0.request.httpMethod ?? "") \(Self.name($0))" } }
    /// What was stopped, as `host/path`.
    var stops: [String] { stopped.map(Self.name) }

    /// The task of a `host/path`, the last one where there are several.
    func task(_ name: String) -> (any WKURLSchemeTask)? { tasks.last { Self.name($0) == name } }

    /// Lets go of the views that asked.
    func forgetViews() { views = [] }

    static func name(_ task: any WKURLSchemeTask) -> String {
        (task.request.url?.host ?? "") + (task.request.url?.path ?? "")
    }

    func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
        tasks.append(urlSchemeTask)
        views.append(webView)
        answers[Self.name(urlSchemeTask)]?(urlSchemeTask)
    }

    func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {
        stopped.append(urlSchemeTask)
    }

    /// A view in memory whose handler of `shop:` this is.
    func view(_ recorder: MessageRecorder? = nil, store: WKWebsiteDataStore = .nonPersistent()) -> WKWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = store
        configuration.setURLSchemeHandler(self, forURLScheme: "shop")
        if let recorder { configuration.userContentController.add(recorder, name: "bridge") }
        return WKWebView(frame: CGRect(x: 0, y: 0, width: 800, height: 600), configuration: configuration)
    }
}

extension WKURLSchemeTask {
    /// Answers whole.
    func answer(
        _ body: String, status: Int = 200, type: String = "text/html", headers: [String: String] = [:]
    ) {
        answer(Data(body.utf8), status: status, headers: headers.merging(["Content-Type": type]) { given, _ in given })
    }

    /// Answers whole, with exactly these headers.
    func answer(_ body: Data, status: Int = 200, headers: [String: String]) {
        respond(status: status, headers: headers)
        didReceive(body)
        didFinish()
    }

    /// Gives a response without a body yet.
    func respond(status: Int = 200, headers: [String: String] = [:]) {
        guard let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
        else { return }
        didReceive(response)
    }
}
