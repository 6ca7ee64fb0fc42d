// Pages of a test at https origins of its choice.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import TransomCore
import TransomSandbox
import WebKit

/// A sandbox whose sites are a table of pages, and a store whose network goes there.
@MainActor
final class TestWeb {
    /// What is served, by `host/path`, with the query where it has one.
    var pages: [String: SandboxResponse] = [:]
    /// What was asked for, as `host/path`, in order.
    private(set) var requests: [SandboxRequest] = []
    let store = WKWebsiteDataStore.nonPersistent()
    private var server: SandboxServer?

    /// Serves hosts below `.example`.
    init(_ hosts: [String] = ["shop", "pay", "evil"], pages: [String: SandboxResponse] = [:]) throws {
        self.pages = pages
        let origins = try hosts.map { try Origin("https://\($0).example") }
        let server = try SandboxServer(sites: [
            ClosureSite(origins) { [weak self] request in
                guard let self else { return .notFound }
                requests.append(request)
                let path = request.origin.host + request.path
                return request.query.flatMap { self.pages[path + "?" + $0] } ?? self.pages[path] ?? .notFound
            }
        ])
        store.setProxy(server.proxyURI)
        for host in server.hosts { try store.trust(certificatePEM: server.certificatePEM, host: host) }
        self.server = server
    }

    /// The proxy that leads here.
    var proxyURI: String { server?.proxyURI ?? "" }
    /// The certificate of every host here.
    var certificatePEM: String { server?.certificatePEM ?? "" }

    /// A configuration with this store.
    func configuration() -> WKWebViewConfiguration {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = store
        return configuration
    }

    /// A view of this store whose pages post to `bridge`.
    func view(_ recorder: MessageRecorder? = nil) -> WKWebView {
        let configuration = configuration()
        if let recorder { configuration.userContentController.add(recorder, name: "bridge") }
        return WKWebView(frame: CGRect(x: 0, y: 0, width: 800, height: 600), configuration: configuration)
    }
}

extension WKWebView {
    /// The widget, to be put into a window.
    var hostWidget: UnsafeMutablePointer<GtkWidget> {
        hostPointer.assumingMemoryBound(to: GtkWidget.self)
    }

    /// Loads a URL that a test wrote.
    @discardableResult
    func load(_ text: String) -> WKNavigation? {
        URL(string: text).flatMap { load(URLRequest(url: $0)) }
    }

    /// A view in memory without a network whose pages post to `bridge`.
    static func offline(_ recorder: MessageRecorder? = nil) -> WKWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        if let recorder { configuration.userContentController.add(recorder, name: "bridge") }
        return WKWebView(frame: CGRect(x: 0, y: 0, width: 800, height: 600), configuration: configuration)
    }
}

extension SandboxResponse {
    /// A page that runs a script, with `bridge` at hand.
    static func script(_ script: String, body: String = "") -> SandboxResponse {
        .html(
            "<!doctype html><meta charset=utf-8><body>\(body)<script>"
                + "const bridge = window.webkit && webkit.messageHandlers.bridge; \(script)</script>")
    }
}

/// Origin and main flag of a message's frame, in one word.
@MainActor
func speaker(_ message: WKScriptMessage) -> String {
    "\(message.frameInfo.securityOrigin) \(message.frameInfo.isMainFrame ? "main" : "frame")"
}
