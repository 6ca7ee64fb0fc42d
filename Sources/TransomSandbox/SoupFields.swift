// Header fields of libsoup.
// SPDX-License-Identifier: Apache-2.0

import CTransomSoup

/// Header fields of libsoup.
enum SoupFields {
    /// All fields in their order; a name may come more than once.
    ///
    /// `soup_message_headers_iter_next`.
    static func all(_ headers: OpaquePointer?) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        var iterator = SoupMessageHeadersIter()
        soup_message_headers_iter_init(&iterator, headers)
        var name: UnsafePointer<CChar>?
        var value: UnsafePointer<CChar>?
        while soup_message_headers_iter_next(&iterator, &name, &value) != 0 {
            guard let name, let value else { continue }
            fields.append((name: String(cString: name), value: String(cString: value)))
        }
        return fields
    }
}
