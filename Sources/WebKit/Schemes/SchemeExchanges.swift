// The requests for custom schemes that a view's pages have made.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
import Foundation
import FoundationNetworking
import TransomGLib

/// Hands the requests of one view to its handlers, and stops them when nobody waits for them any more.
///
/// The engine tells only of answers that it gives up while it reads them. What it had not begun to read is stopped with
/// the page that asked for it.
@MainActor
final class SchemeExchanges {
    private(set) weak var view: WKWebView?
    /// The bodies of requests that are about to come.
    var bodies = SchemeBodies()
    private let handlers: [String: any WKURLSchemeHandler]
    private var open: [ObjectIdentifier: SchemeExchange] = [:]
    private var navigation = 0
    private var responses: [(url: String, response: URLResponse)] = []

    /// How many responses are remembered for the delegate's decision, which comes with the first data.
    private static let rememberedResponses = 64

    private static var byWidget: [UnsafeMutableRawPointer: WeakReference<SchemeExchanges>] = [:]

    /// Whether a scheme has a handler here.
    func handles(_ scheme: String) -> Bool {
        handlers[scheme] != nil
    }

    init(_ handlers: [String: any WKURLSchemeHandler]) {
        self.handlers = handlers
    }

    /// Begins to answer for a view.
    func attach(_ view: WKWebView, to store: WKWebsiteDataStore) {
        self.view = view
        guard !handlers.isEmpty else { return }
        Self.byWidget[view.view.pointer] = WeakReference(self)
        for scheme in handlers.keys { store.registerScheme(scheme) }
    }

    /// Answers a request of the engine's, which comes to one place for all views of a store.
    static func start(_ request: UnsafeMutablePointer<WebKitURISchemeRequest>) {
        let owned = ObjectRef(retaining: UnsafeMutableRawPointer(request))
        let widget = webkit_uri_scheme_request_get_web_view(request).map { UnsafeMutableRawPointer($0) }
        let scheme = webkit_uri_scheme_request_get_scheme(request).map { String(cString: $0) } ?? ""
        guard let exchanges = widget.flatMap({ byWidget[$0]?.object }), let view = exchanges.view,
            !view.isInvalidated, let handler = exchanges.handlers[scheme]
        else {
            // A view of the same store that has no handler for the scheme: there it is an unknown one.
            LoadFailure.handlerDomains.insert(NSURLErrorDomain)
            let error = g_error_new_literal(
                g_quark_from_string(NSURLErrorDomain), Int32(NSURLErrorUnsupportedURL), "unsupported URL")
            webkit_uri_scheme_request_finish_error(request, error)
            g_error_free(error)
            return
        }
        let exchange = SchemeExchange(
            owned, handler: handler, navigation: exchanges.navigation, owner: exchanges)
        exchanges.open[ObjectIdentifier(exchange)] = exchange
        exchange.start(in: view)
    }

    func remove(_ exchange: SchemeExchange) {
        open[ObjectIdentifier(exchange)] = nil
    }

    // MARK: - What the view goes through

    func navigationStarted() {
        navigation += 1
        responses = []
    }

    /// The page changed: only the new page itself is still waited for.
    func navigationCommitted(url: String) {
        stop { $0.navigation < navigation || !Self.isSamePage($0.engineURL, url) }
    }

    /// A navigation ended before its page came.
    func navigationFailed(url: String) {
        stop { $0.navigation == navigation && Self.isSamePage($0.engineURL, url) }
    }

    func stopAll() {
        bodies = SchemeBodies()
        stop { _ in true }
    }

    /// The view goes: its handlers cannot be told any more.
    func abandon(widget: UnsafeMutableRawPointer) {
        Self.byWidget[widget] = nil
        view = nil
        stop { _ in true }
    }

    private func stop(_ isMeant: (SchemeExchange) -> Bool) {
        for exchange in open.values where isMeant(exchange) { exchange.stop(in: view) }
    }

    private static func isSamePage(_ left: String, _ right: String) -> Bool {
        left.prefix { $0 != "#" } == right.prefix { $0 != "#" }
    }

    // MARK: - Responses

    func remember(_ response: URLResponse, of url: String) {
        responses.append((url, response))
        if responses.count > Self.rememberedResponses { responses.removeFirst() }
    }

    /// What a handler answered to a URL: the engine does not pass the headers on.
    func response(to url: String) -> URLResponse? {
        responses.last { $0.url == url }?.response
    }

    /// How many requests are being answered.
    var count: Int { open.count }
}
