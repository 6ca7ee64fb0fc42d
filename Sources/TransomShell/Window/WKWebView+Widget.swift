// The widget of a web view.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import WebKit

extension WKWebView {
    /// The widget, to be put into a window.
    ///
    /// The view owns it and destroys it when it goes.
    var hostWidget: UnsafeMutablePointer<GtkWidget> {
        hostPointer.assumingMemoryBound(to: GtkWidget.self)
    }
}
