// The engine's Navigation API, by which a frame's navigation is told from the main frame's.
// SPDX-License-Identifier: Apache-2.0

import CTransomWebKit

/// Switches the engine's `NavigationAPI` feature on.
///
/// Its `navigate` event is the only word of the engine's that says which frame is about to load something. The web-process
/// extension hears it in a world of its own; pages do not see the feature where the engine would not have given it to them.
@MainActor
enum NavigationFeature {
    /// The feature, or nil where the engine has none of that name.
    private static let feature: OpaquePointer? = {
        guard let features = webkit_settings_get_all_features() else { return nil }
        defer { webkit_feature_list_unref(features) }
        for index in 0..<webkit_feature_list_get_length(features) {
            guard let feature = webkit_feature_list_get(features, index),
                let name = webkit_feature_get_identifier(feature), String(cString: name) == "NavigationAPI"
            else { continue }
            return webkit_feature_ref(feature)
        }
        return nil
    }()

    /// Whether the engine has the feature and leaves it off.
    static var isOurs: Bool {
        feature.map { webkit_feature_get_default_value($0) == 0 } ?? false
    }

    /// Switches the feature on for a view.
    ///
    /// `webkit_settings_set_feature_enabled`.
    static func enable(in settings: UnsafeMutablePointer<WebKitSettings>) {
        if let feature { webkit_settings_set_feature_enabled(settings, feature, 1) }
    }
}
