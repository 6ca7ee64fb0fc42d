// A response, copied out of the engine.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
import Foundation
import FoundationNetworking

/// What `WebKitURIResponse` says, as Swift values.
@MainActor
struct ResponseValues {
    /// The URL as the engine spells it.
    let url: String
    let response: URLResponse

    init(_ engineResponse: UnsafeMutablePointer<WebKitURIResponse>?) {
        url = engineResponse.flatMap { webkit_uri_response_get_uri($0) }.map { String(cString: $0) } ?? ""
        let request = URLRequest(engineURL: url)
        let address = request.url ?? URL(fileURLWithPath: "/")
        let type = engineResponse.flatMap { webkit_uri_response_get_mime_type($0) }.map { String(cString: $0) }
        let status = engineResponse.map { Int(webkit_uri_response_get_status_code($0)) } ?? 0
        let length = engineResponse.map { Int(clamping: webkit_uri_response_get_content_length($0)) } ?? -1
        let headers = engineResponse.flatMap { webkit_uri_response_get_http_headers($0) }.map(Self.fields) ?? [:]
        if status != 0,
            let http = HTTPURLResponse(url: address, statusCode: status, httpVersion: nil, headerFields: headers)
        {
            response = http
        } else {
            response = URLResponse(
                url: address, mimeType: type, expectedContentLength: length, textEncodingName: nil)
        }
    }

    /// The fields of a header block; several of one name are joined by commas.
    static func fields(_ headers: OpaquePointer) -> [String: String] {
        var fields: [String: String] = [:]
        var iterator = SoupMessageHeadersIter()
        soup_message_headers_iter_init(&iterator, headers)
        var name: UnsafePointer<CChar>?
        var value: UnsafePointer<CChar>?
        while soup_message_headers_iter_next(&iterator, &name, &value) != 0 {
            guard let name, let value else { continue }
            let key = String(cString: name)
            let text = String(cString: value)
            fields[key] = fields[key].map { $0 + ", " + text } ?? text
        }
        return fields
    }
}
