// A style of the host's own over the pages of a view, for a while.
// SPDX-License-Identifier: Apache-2.0

import CTransomWebKit

/// A style of the host's own over the frames of a view, stronger than the page's; it goes with this object.
///
/// `webkit_user_content_manager_add_style_sheet`.
@MainActor
package final class PageStyle {
    private let controller: WKUserContentController
    private let sheet: OpaquePointer

    /// Puts a style over a view, and over every view that shares its content controller.
    ///
    /// - Parameters:
    ///   - css: Declarations that should win say `!important`.
    ///   - view: The view.
    ///   - isForMainFrameOnly: Whether frames within the page do not get it.
    package init?(_ css: String, over view: WKWebView, forMainFrameOnly isForMainFrameOnly: Bool = false) {
        guard
            let sheet = webkit_user_style_sheet_new(
                css,
                isForMainFrameOnly ? WEBKIT_USER_CONTENT_INJECT_TOP_FRAME : WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES,
                WEBKIT_USER_STYLE_LEVEL_USER, nil, nil)
        else { return nil }
        self.sheet = sheet
        controller = view.configuration.userContentController
        webkit_user_content_manager_add_style_sheet(controller.contentManager, sheet)
    }

    isolated deinit {
        webkit_user_content_manager_remove_style_sheet(controller.contentManager, sheet)
        webkit_user_style_sheet_unref(sheet)
    }
}
