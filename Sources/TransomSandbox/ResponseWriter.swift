// Puts a site's response into libsoup's message.
// SPDX-License-Identifier: Apache-2.0

import CTransomSoup
import Foundation
import TransomGLib

/// Puts a site's response into libsoup's message.
@MainActor
enum ResponseWriter {
    /// Writes status, headers and, where it does not come in parts, the body.
    ///
    /// - Returns: The response that was written. A site that answers what HTTP cannot say is a fault that must not break
    ///   the connection, and becomes 500.
    @discardableResult
    static func write(_ response: SandboxResponse, to message: OpaquePointer) -> SandboxResponse {
        let isSound =
            (200...599).contains(response.status)
            && response.headers.allSatisfy { HeaderField.isName($0.name) && HeaderField.isValue($0.value) }
        let response =
            isSound ? response : .notice(500, "Not an answer", "The site gave a status or a header that is none.")
        soup_server_message_set_status(message, guint(response.status), nil)
        let headers = soup_server_message_get_response_headers(message)
        let body = soup_server_message_get_response_body(message)
        // libsoup has named itself and the time; a server that is passed on has done so too.
        for name in ["Server", "Date"] where response.header(name) != nil { soup_message_headers_remove(headers, name) }
        for field in response.headers { soup_message_headers_append(headers, field.name, field.value) }
        if case .stream(let stream) = response.source {
            let takesChunks = soup_server_message_get_http_version(message) != SOUP_HTTP_1_0
            if let length = stream.length {
                soup_message_headers_set_content_length(headers, length)
            } else {
                soup_message_headers_set_encoding(headers, takesChunks ? SOUP_ENCODING_CHUNKED : SOUP_ENCODING_EOF)
            }
            soup_message_body_set_accumulate(body, 0)
        } else if response.status == 304 {
            // The length would be that of the body which the client has.
            if response.header("Content-Length") == nil {
                soup_message_headers_set_encoding(headers, SOUP_ENCODING_NONE)
            }
        } else {
            response.body.withUnsafeBytes { bytes in
                soup_message_body_append(body, SOUP_MEMORY_COPY, bytes.baseAddress, gsize(bytes.count))
            }
        }
        return response
    }
}
