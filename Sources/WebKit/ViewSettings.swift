// The engine's settings of one view.
// SPDX-License-Identifier: Apache-2.0

import CTransomWebKit
import Foundation
import TransomGLib

/// Mirrors a configuration's preferences into the `WebKitSettings` that one view has for itself.
@MainActor
final class ViewSettings {
    private let settings: ObjectRef
    private let preferences: WKPreferences
    private let allowsContentJavaScript: Bool

    init(_ configuration: WKWebViewConfiguration) {
        settings = ObjectRef(adopting: UnsafeMutableRawPointer(webkit_settings_new()))
        preferences = configuration.preferences
        allowsContentJavaScript = configuration.defaultWebpagePreferences?.allowsContentJavaScript ?? true
        let previous = preferences.changed
        preferences.changed = { [weak self] in
            previous?()
            self?.apply()
        }
        // Going back by a swipe shows the next person the last one's pages; a view that wants it says so.
        webkit_settings_set_enable_back_forward_navigation_gestures(pointer, 0)
        webkit_settings_set_media_playback_allows_inline(pointer, configuration.allowsInlineMediaPlayback ? 1 : 0)
        if let name = configuration.applicationNameForUserAgent, !name.isEmpty,
            let agent = webkit_settings_get_user_agent(pointer)
        {
            webkit_settings_set_user_agent(pointer, String(cString: agent) + " " + name)
        }
        apply()
    }

    var pointer: UnsafeMutablePointer<WebKitSettings> {
        settings.assuming()
    }

    /// Sets the user agent text; nil is the engine's own.
    func setUserAgent(_ text: String?) {
        webkit_settings_set_user_agent(pointer, text)
    }

    private func apply() {
        webkit_settings_set_minimum_font_size(pointer, UInt32(max(0, min(200, preferences.minimumFontSize))))
        webkit_settings_set_javascript_can_open_windows_automatically(
            pointer, preferences.javaScriptCanOpenWindowsAutomatically ? 1 : 0)
        // The markup setting stops a page's scripts and leaves the app's running, as on iOS.
        webkit_settings_set_enable_javascript_markup(
            pointer, preferences.javaScriptEnabled && allowsContentJavaScript ? 1 : 0)
        webkit_settings_set_enable_fullscreen(pointer, preferences.isElementFullscreenEnabled ? 1 : 0)
    }
}
