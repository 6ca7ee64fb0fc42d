// Rules that block what pages load.
// SPDX-License-Identifier: Apache-2.0

import CTransomWebKit
public import Foundation

/// Compiled rules that block or change what pages load.
///
/// `WebKitUserContentFilter`. Use it on the main thread.
@preconcurrency @MainActor
open class WKContentRuleList: NSObject {
    /// What the rules are called in their store.
    public let identifier: String
    let filter: OpaquePointer

    /// Takes a filter over.
    init(adopting filter: OpaquePointer) {
        self.filter = filter
        identifier = webkit_user_content_filter_get_identifier(filter).map { String(cString: $0) } ?? ""
        super.init()
    }

    isolated deinit {
        webkit_user_content_filter_unref(filter)
    }
}
