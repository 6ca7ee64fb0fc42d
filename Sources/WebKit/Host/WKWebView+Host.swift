// What a shell needs of a view besides Apple's API.
// SPDX-License-Identifier: Apache-2.0

package import CTransomGTK
import CTransomWebKit
import Foundation
import TransomWebKitShims

extension WKWebView {
    /// The widget, to be put into a window.
    ///
    /// The view owns it and destroys it when it goes.
    package var hostWidget: UnsafeMutablePointer<GtkWidget> {
        widget
    }

    /// The number that the web process knows the page by.
    ///
    /// `webkit_web_view_get_page_id`.
    package var pageIdentifier: UInt64 {
        UInt64(webkit_web_view_get_page_id(webView))
    }

    /// Ends the web process, as a crash would.
    ///
    /// `webkit_web_view_terminate_web_process`.
    package func terminateWebProcess() {
        webkit_web_view_terminate_web_process(webView)
    }
}
