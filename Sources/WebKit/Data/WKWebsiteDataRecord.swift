// What one website keeps.
// SPDX-License-Identifier: Apache-2.0

import CTransomWebKit
public import Foundation

/// What the pages of one domain keep in a store.
///
/// `WebKitWebsiteData`. Use it on the main thread.
@preconcurrency @MainActor
open class WKWebsiteDataRecord: NSObject {
    /// The domain, or what the engine calls data without one, such as that of local files.
    public let displayName: String
    /// The kinds of data, `WKWebsiteDataTypeCookies` and the like.
    public let dataTypes: Set<String>
    let data: OpaquePointer

    /// Keeps a record of the engine's.
    init(_ data: OpaquePointer) {
        self.data = webkit_website_data_ref(data)
        displayName = webkit_website_data_get_name(data).map { String(cString: $0) } ?? ""
        dataTypes = WebsiteDataType.names(of: webkit_website_data_get_types(data))
        super.init()
    }

    isolated deinit {
        webkit_website_data_unref(data)
    }
}
