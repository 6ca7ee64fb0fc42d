// A style sheet for widgets of the host's own.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
package import CTransomGTK

/// A style sheet for widgets of the host's own, for the whole screen.
package final class StyleSheet {
    private let text: String
    private var isInstalled = false

    /// Keeps a sheet.
    ///
    /// - Parameter text: GTK's CSS; its classes begin with `transom-`, for a screen has one set of classes.
    package init(_ text: String) {
        self.text = text
    }

    /// Adds the sheet to the screen, once (`gtk_style_context_add_provider_for_screen`).
    package func install() {
        guard !isInstalled, let screen = gdk_screen_get_default() else { return }
        isInstalled = true
        guard let provider = gtk_css_provider_new() else { return }
        gtk_css_provider_load_from_data(provider, text, gssize(text.utf8.count), nil)
        gtk_style_context_add_provider_for_screen(
            screen, OpaquePointer(provider), UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        g_object_unref(provider)
    }

    /// Gives a widget a class of a sheet.
    package static func add(_ name: String, to widget: UnsafeMutablePointer<GtkWidget>?) {
        guard let widget, let context = gtk_widget_get_style_context(widget) else { return }
        gtk_style_context_add_class(context, name)
    }
}
