// The history of a view.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
public import Foundation
import TransomGLib

/// The pages that a view has shown, in the order in which they were visited.
///
/// `WebKitBackForwardList`.
@preconcurrency @MainActor
open class WKBackForwardList: NSObject {
    private weak var webView: WKWebView?
    // The same object for the same page, as long as somebody keeps it.
    private var items: [UnsafeMutableRawPointer: WeakReference<WKBackForwardListItem>] = [:]

    /// A list of nothing, for tests that override its members.
    public override init() {
        super.init()
    }

    init(of webView: WKWebView) {
        self.webView = webView
        super.init()
    }

    /// The page that is shown.
    open var currentItem: WKBackForwardListItem? { item(webkit_back_forward_list_get_current_item) }
    /// The page before it.
    open var backItem: WKBackForwardListItem? { item(webkit_back_forward_list_get_back_item) }
    /// The page after it.
    open var forwardItem: WKBackForwardListItem? { item(webkit_back_forward_list_get_forward_item) }

    /// The pages before the current one, the oldest first.
    ///
    /// The engine's list has the nearest first.
    open var backList: [WKBackForwardListItem] { list(webkit_back_forward_list_get_back_list) }

    /// The pages after the current one, the nearest first.
    ///
    /// The engine's list has the farthest first.
    open var forwardList: [WKBackForwardListItem] { list(webkit_back_forward_list_get_forward_list) }

    /// The page at a distance from the current one: 0 is that, -1 the one before; nil where there is none.
    open func item(at index: Int) -> WKBackForwardListItem? {
        item { webkit_back_forward_list_get_nth_item($0, Int32(clamping: index)) }
    }

    /// Whether a page is in this list.
    func has(_ item: WKBackForwardListItem) -> Bool {
        item === currentItem || (backList + forwardList).contains { $0 === item }
    }

    /// Lets the engine make its items anew, and keeps the objects that stand for those up to the current one.
    func keepingItems(_ change: () -> Void) {
        let kept = (-backList.count...0).map { ($0, item(at: $0)) }
        change()
        items = [:]
        for case (let index, let object?) in kept {
            guard let item = engineList.flatMap({ webkit_back_forward_list_get_nth_item($0, Int32(clamping: index)) })
            else { continue }
            object.engineItem = ObjectRef(retaining: UnsafeMutableRawPointer(item))
            items[UnsafeMutableRawPointer(item)] = WeakReference(object)
        }
    }

    private var engineList: UnsafeMutablePointer<WebKitBackForwardList>? {
        guard let webView, !webView.isInvalidated else { return nil }
        return webkit_web_view_get_back_forward_list(webView.webView)
    }

    private func item(
        _ get: (UnsafeMutablePointer<WebKitBackForwardList>?) -> UnsafeMutablePointer<WebKitBackForwardListItem>?
    ) -> WKBackForwardListItem? {
        engineList.flatMap { get($0) }.map(wrapped)
    }

    private func list(
        _ get: (UnsafeMutablePointer<WebKitBackForwardList>?) -> UnsafeMutablePointer<GList>?
    ) -> [WKBackForwardListItem] {
        guard let engineList, let first = get(engineList) else { return [] }
        defer { g_list_free(first) }
        var result: [WKBackForwardListItem] = []
        var node: UnsafeMutablePointer<GList>? = first
        while let current = node {
            if let data = current.pointee.data {
                result.append(wrapped(data.assumingMemoryBound(to: WebKitBackForwardListItem.self)))
            }
            node = current.pointee.next
        }
        return result.reversed()
    }

    private func wrapped(_ item: UnsafeMutablePointer<WebKitBackForwardListItem>) -> WKBackForwardListItem {
        let key = UnsafeMutableRawPointer(item)
        if let known = items[key]?.object { return known }
        items = items.filter { $0.value.object != nil }
        let new = WKBackForwardListItem(item)
        items[key] = WeakReference(new)
        return new
    }
}
