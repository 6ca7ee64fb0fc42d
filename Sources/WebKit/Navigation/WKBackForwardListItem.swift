// One page of the history.
// SPDX-License-Identifier: Apache-2.0

import CTransomWebKit
public import Foundation
import FoundationNetworking
import TransomGLib

/// A page that was shown.
///
/// `WebKitBackForwardListItem`.
@preconcurrency @MainActor
open class WKBackForwardListItem: NSObject {
    /// The page's URL.
    open var url: URL { address(webkit_back_forward_list_item_get_uri) }
    /// The page's title, or nil where it had none.
    open var title: String? {
        engineItem.flatMap { webkit_back_forward_list_item_get_title($0.assuming()) }.map { String(cString: $0) }
    }
    /// The URL that was asked for, before any redirect.
    open var initialURL: URL { address(webkit_back_forward_list_item_get_original_uri) }

    /// The engine's object; nil in a test's own item.
    var engineItem: ObjectRef?

    /// An item of nothing, for tests that override its members.
    public override init() {
        engineItem = nil
        super.init()
    }

    init(_ item: UnsafeMutablePointer<WebKitBackForwardListItem>) {
        engineItem = ObjectRef(retaining: UnsafeMutableRawPointer(item))
        super.init()
    }

    private func address(
        _ get: (UnsafeMutablePointer<WebKitBackForwardListItem>?) -> UnsafePointer<CChar>?
    ) -> URL {
        let text = engineItem.flatMap { get($0.assuming()) }.map { String(cString: $0) } ?? "about:blank"
        return URLRequest(engineURL: text).url ?? URL(fileURLWithPath: "/")
    }
}
