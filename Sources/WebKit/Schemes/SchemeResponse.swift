// A response of Foundation's as the engine's.
// SPDX-License-Identifier: Apache-2.0

import CTransomWebKit
import Foundation
import FoundationNetworking
import TransomGLib

/// Writes a response's status, headers and type into a `WebKitURISchemeResponse`.
@MainActor
enum SchemeResponse {
    static func apply(_ response: URLResponse, to engine: ObjectRef) {
        let target: UnsafeMutablePointer<WebKitURISchemeResponse> = engine.assuming()
        var type = response.mimeType ?? ""
        if let encoding = response.textEncodingName, !type.isEmpty { type += "; charset=\(encoding)" }
        if let http = response as? HTTPURLResponse {
            webkit_uri_scheme_response_set_status(target, guint(clamping: http.statusCode), nil)
            if let headers = soup_message_headers_new(SOUP_MESSAGE_HEADERS_RESPONSE) {
                for (name, value) in http.allHeaderFields {
                    guard let name = name as? String, let value = value as? String else { continue }
                    if name.lowercased() == "content-type" { type = value }
                    soup_message_headers_append(headers, name, value)
                }
                webkit_uri_scheme_response_set_http_headers(target, headers)
            }
        }
        if !type.isEmpty { webkit_uri_scheme_response_set_content_type(target, type) }
    }
}
