// A request with a body that the app loads.
// SPDX-License-Identifier: Apache-2.0

import CTransomWebKit
import Foundation
import FoundationNetworking

/// What the engine needs to know of a request that is sent by POST.
struct PostedRequest {
    /// Why a request cannot be loaded.
    enum Refusal: Error, Equatable, CustomStringConvertible {
        /// The method is another one.
        case method(String)
        /// The body comes as a stream.
        case stream
        /// The engine keeps its history in another way.
        case engine(String)

        var description: String {
            switch self {
            case .method(let method):
                "A page is loaded by GET, or by POST with an httpBody; this request's method is \(method)."
            case .stream: "The request's body is an httpBodyStream; give it as httpBody."
            case .engine(let version): "WebKitGTK \(version) takes no request with a body."
            }
        }
    }

    /// The URL as the engine spells it.
    let url: String
    let body: Data
    let contentType: String
    /// The page that the request says it comes from, or nothing.
    let referrer: String
    /// The request's other headers.
    let headers: [(name: String, value: String)]

    init(_ request: URLRequest, to url: URL) throws(Refusal) {
        let method = request.httpMethod?.uppercased() ?? "GET"
        guard method == "POST" else { throw .method(method == "GET" ? "GET, with a body" : method) }
        guard request.httpBodyStream == nil else { throw .stream }
        let engineRequest = webkit_uri_request_new(url.absoluteString)
        defer { g_object_unref(engineRequest) }
        self.url = webkit_uri_request_get_uri(engineRequest).map { String(cString: $0) } ?? url.absoluteString
        body = request.httpBody ?? Data()
        let fields = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
        func value(_ name: String) -> String? { fields.first { $0.key.lowercased() == name }?.value }
        contentType = value("content-type") ?? "application/x-www-form-urlencoded"
        referrer = value("referer") ?? ""
        headers = fields.filter { !["content-type", "referer", "content-length"].contains($0.key.lowercased()) }
            .map { ($0.key, $0.value) }
    }
}
