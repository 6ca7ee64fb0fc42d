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
    /// Whether the page's own scripts run; a navigation may change it.
    var allowsContentJavaScript: Bool {
        didSet { if allowsContentJavaScript != oldValue { apply() } }
    }
    /// The engine's own user agent text with the application's name.
    private let userAgent: String

    init(_ configuration: WKWebViewConfiguration) {
        settings = ObjectRef(adopting: UnsafeMutableRawPointer(webkit_settings_new()))
        preferences = configuration.preferences
        allowsContentJavaScript = configuration.defaultWebpagePreferences?.allowsContentJavaScript ?? true
        let engine = settings.assuming(WebKitSettings.self)
        let own = webkit_settings_get_user_agent(engine).map { String(cString: $0) } ?? ""
        let name = configuration.applicationNameForUserAgent ?? ""
        userAgent = name.isEmpty ? own : own + " " + name
        preferences.follow(self)
        NavigationFeature.enable(in: pointer)
        // Going back by a swipe shows the next person the last one's pages; a view that wants it says so.
        webkit_settings_set_enable_back_forward_navigation_gestures(pointer, 0)
        webkit_settings_set_media_playback_allows_inline(pointer, configuration.allowsInlineMediaPlayback ? 1 : 0)
        webkit_settings_set_media_playback_requires_user_gesture(
            pointer, configuration.mediaTypesRequiringUserActionForPlayback.isEmpty ? 0 : 1)
        setFeature("UpgradeKnownHostsToHTTPS", configuration.upgradeKnownHostsToHTTPS)
        setUserAgent(nil)
        apply()
    }

    var pointer: UnsafeMutablePointer<WebKitSettings> {
        settings.assuming()
    }

    /// Sets the user agent text; nil or an empty one is the engine's own with the application's name.
    func setUserAgent(_ text: String?) {
        webkit_settings_set_user_agent(pointer, text.flatMap { $0.isEmpty ? nil : $0 } ?? userAgent)
    }

    /// Takes over the preferences as they are now.
    func apply() {
        webkit_settings_set_minimum_font_size(pointer, UInt32(max(0, min(200, preferences.minimumFontSize))))
        webkit_settings_set_javascript_can_open_windows_automatically(
            pointer, preferences.javaScriptCanOpenWindowsAutomatically ? 1 : 0)
        // The markup setting stops a page's scripts and leaves the app's running, as on iOS.
        webkit_settings_set_enable_javascript_markup(
            pointer, preferences.javaScriptEnabled && allowsContentJavaScript ? 1 : 0)
        webkit_settings_set_enable_fullscreen(pointer, preferences.isElementFullscreenEnabled ? 1 : 0)
        webkit_settings_set_print_backgrounds(pointer, preferences.shouldPrintBackgrounds ? 1 : 0)
        webkit_settings_set_enable_site_specific_quirks(pointer, preferences.isSiteSpecificQuirksModeEnabled ? 1 : 0)
        setFeature("TextInteraction", preferences.isTextInteractionEnabled)
        setFeature("ScreenWakeLockAPI", preferences.allowsWakeLock)
        setFeature("ServiceWorkers", preferences.allowsServiceWorkers)
        let slowsDown = preferences.inactiveSchedulingPolicy != .none
        for name in Self.slowingDown { setFeature(name, slowsDown && Self.defaults.contains(name)) }
    }

    /// What the engine does to a page that nobody sees.
    private static let slowingDown = [
        "HiddenPageDOMTimerThrottling", "HiddenPageDOMTimerThrottlingAutoIncreases",
        "PageVisibilityBasedProcessSuppression", "HiddenPageCSSAnimationSuspension",
    ]

    /// Those of them that the engine does unless it is told otherwise.
    private static let defaults = Set(
        slowingDown.filter { name in features[name].map { webkit_feature_get_default_value($0) != 0 } ?? false })

    /// Sets one of the engine's features where it has it.
    ///
    /// `webkit_settings_set_feature_enabled`.
    private func setFeature(_ name: String, _ isEnabled: Bool) {
        guard let feature = Self.features[name] else { return }
        webkit_settings_set_feature_enabled(pointer, feature, isEnabled ? 1 : 0)
    }

    // The engine makes the list anew for each question, so it is asked once.
    private static let features: [String: OpaquePointer] = {
        guard let list = webkit_settings_get_all_features() else { return [:] }
        defer { webkit_feature_list_unref(list) }
        var features: [String: OpaquePointer] = [:]
        for index in 0..<webkit_feature_list_get_length(list) {
            guard let feature = webkit_feature_list_get(list, index), let name = webkit_feature_get_identifier(feature)
            else { continue }
            features[String(cString: name)] = webkit_feature_ref(feature)
        }
        return features
    }()
}
