// One request for a custom scheme, from the engine to its handler and back.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
import Foundation
import FoundationNetworking
import TransomGLib
import TransomGLibShims

/// Answers one `WebKitURISchemeRequest`.
///
/// The engine is given its stream with the first response, since it takes the length of the body from there. From then on
/// it tells through the stream when it gives the load up.
@MainActor
final class SchemeExchange {
    /// The URL as the engine spells it.
    let engineURL: String
    /// The navigation of the view during which the request came.
    let navigation: Int
    /// Whether the view went without anybody being told.
    private(set) var isAbandoned = false

    /// What names the body that was deposited for the request.
    private let bodyName: String?
    private let engineRequest: ObjectRef
    private let handler: any WKURLSchemeHandler
    private weak var owner: SchemeExchanges?
    private var task: EngineSchemeTask?
    private var order = SchemeTaskOrder()
    private var stream: ObjectRef?
    private var engineResponse: ObjectRef?

    init(_ request: ObjectRef, handler: any WKURLSchemeHandler, navigation: Int, owner: SchemeExchanges) {
        engineRequest = request
        self.handler = handler
        self.navigation = navigation
        self.owner = owner
        let url = webkit_uri_scheme_request_get_uri(request.assuming()).map { String(cString: $0) } ?? ""
        (engineURL, bodyName) = SchemeBodies.split(url)
    }

    /// Hands the request to the handler.
    func start(in view: WKWebView) {
        let engine: UnsafeMutablePointer<WebKitURISchemeRequest> = engineRequest.assuming()
        let method = webkit_uri_scheme_request_get_http_method(engine).map { String(cString: $0) } ?? "GET"
        var request = URLRequest(engineURL: engineURL, method: method)
        if let headers = webkit_uri_scheme_request_get_http_headers(engine) {
            for (name, value) in ResponseValues.fields(headers) { request.setValue(value, forHTTPHeaderField: name) }
        }
        // Never the engine's own: asking for one that holds a Blob ends the process.
        request.httpBody = bodyName.flatMap { owner?.bodies.take($0) } ?? view.postedBody(to: engineURL, method)
        let task = EngineSchemeTask(request, self)
        self.task = task
        handler.webView(view, start: task)
    }

    /// Tells the handler that nobody waits any more.
    func stop(in view: WKWebView?) {
        guard order.isOpen else { return }
        order.stop()
        isAbandoned = view == nil
        let task = task
        giveUp()
        release()
        if let view, let task { handler.webView(view, stop: task) }
    }

    // MARK: - The handler's answers

    func respond(_ response: URLResponse) throws(SchemeTaskOrder.Fault) {
        try order.respond()
        owner?.remember(response, of: engineURL)
        if let engineResponse { return SchemeResponse.apply(response, to: engineResponse) }
        let stream = ObjectRef(
            adopting: UnsafeMutableRawPointer(
                transom_push_stream_create(
                    { data in CallbackBox<WeakReference<SchemeExchange>>.value(at: data)?.object?.cancelled() },
                    CallbackBox(WeakReference(self)).retainedPointer, releaseBox)))
        self.stream = stream
        begin(response, with: stream, length: Int64(response.expectedContentLength))
    }

    func send(_ data: Data) throws(SchemeTaskOrder.Fault) {
        try order.send()
        guard let stream else { return }
        data.withUnsafeBytes { transom_push_stream_append(stream.assuming(), $0.baseAddress, gsize($0.count)) }
        MainLoop.wake()
    }

    func finish() throws(SchemeTaskOrder.Fault) {
        try order.finish()
        if let stream { transom_push_stream_end(stream.assuming()) }
        release()
    }

    func fail(domain: String, code: Int, sentence: String) throws(SchemeTaskOrder.Fault) {
        try order.fail()
        LoadFailure.handlerDomains.insert(domain)
        // The engine's codes have 32 bits.
        let code = Int32(clamping: code)
        if let stream {
            transom_push_stream_fail(stream.assuming(), domain, code, sentence)
        } else {
            let error = g_error_new_literal(g_quark_from_string(domain), code, sentence)
            webkit_uri_scheme_request_finish_error(engineRequest.assuming(), error)
            g_error_free(error)
        }
        release()
    }

    /// Answers with a part of an open file, which the engine reads by itself; it takes the descriptor over.
    func finish(
        _ response: URLResponse, descriptor: Int32, offset: Int64, length: Int64, onClose: @escaping () -> Void
    ) throws(SchemeTaskOrder.Fault) {
        let slice = ObjectRef(
            adopting: UnsafeMutableRawPointer(
                transom_file_slice_create(
                    descriptor, gint64(offset), gint64(length),
                    { data in CallbackBox<() -> Void>.value(at: data)?() },
                    CallbackBox(onClose).retainedPointer, releaseBox)))
        try order.respond()
        try order.finish()
        owner?.remember(response, of: engineURL)
        begin(response, with: slice, length: length)
        release()
    }

    private func begin(_ response: URLResponse, with stream: ObjectRef, length: Int64) {
        let engine = ObjectRef(
            adopting: UnsafeMutableRawPointer(
                webkit_uri_scheme_response_new(stream.assuming(), gint64(max(-1, length)))))
        SchemeResponse.apply(response, to: engine)
        engineResponse = engine
        webkit_uri_scheme_request_finish_with_response(engineRequest.assuming(), engine.assuming())
        MainLoop.wake()
    }

    /// Lets the engine forget a load that it may still wait for.
    private func giveUp() {
        let (domain, code) = ("g-io-error-quark", Int32(G_IO_ERROR_CANCELLED.rawValue))
        if let stream { return transom_push_stream_fail(stream.assuming(), domain, code, "stopped") }
        let error = g_error_new_literal(g_quark_from_string(domain), code, "stopped")
        webkit_uri_scheme_request_finish_error(engineRequest.assuming(), error)
        g_error_free(error)
    }

    /// The engine gave the load up.
    private func cancelled() {
        stop(in: owner?.view)
    }

    private func release() {
        task = nil
        stream = nil
        engineResponse = nil
        owner?.remove(self)
        MainLoop.wake()
    }
}
