// What a shell needs of a view besides Apple's API.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import CTransomWebKit
import Foundation
import TransomWebKitShims

extension WKWebView {
    /// The widget, to be put into a window.
    ///
    /// The view owns it and destroys it when it goes.
    ///
    /// A raw pointer: which C module Swift takes `GtkWidget` from depends on the order of the files.
    package var hostPointer: UnsafeMutableRawPointer {
        UnsafeMutableRawPointer(widget)
    }

    /// The origin of the main frame's document as the web process announced it, `null` when opaque or unknown.
    package var mainFrameOrigin: String {
        mainDocument?.origin ?? "null"
    }

    /// Which document the main frame shows; nil before the web process announced one.
    package var mainDocumentKey: DocumentKey? {
        mainDocument?.key
    }

    /// The main frame's document as the web process announced it; nil before that.
    package var mainDocumentFrame: WKFrameInfo? {
        mainDocument?.frameInfo()
    }

    /// Closes the page: `window.closed` turns true for its opener.
    ///
    /// The widget is destroyed; the view cannot be used again.
    package func close() {
        gtk_widget_destroy(widget)
    }

    /// Gives pages a camera and a microphone that do not exist, for tests of what is asked for them.
    ///
    /// `webkit_settings_set_enable_mock_capture_devices`.
    package func useMockCaptureDevices() {
        webkit_settings_set_enable_mock_capture_devices(settings.pointer, 1)
    }

    /// Ends the web process, as a crash would.
    ///
    /// `webkit_web_view_terminate_web_process`.
    package func terminateWebProcess() {
        if !isInvalidated { webkit_web_view_terminate_web_process(webView) }
    }

    /// Whether there is a web process.
    package var hasLiveProcess: Bool { !isInvalidated && hasWebProcess }

    /// Whether the web process has taken the last input in three seconds.
    ///
    /// `webkit_web_view_get_is_web_process_responsive`; without input it stays true.
    package var isWebProcessResponsive: Bool {
        isInvalidated || webkit_web_view_get_is_web_process_responsive(webView) != 0
    }
}
