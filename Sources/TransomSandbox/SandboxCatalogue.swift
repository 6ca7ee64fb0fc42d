// Which far end belongs to which integration.
// SPDX-License-Identifier: Apache-2.0

/// The sandbox's far ends by the names of their integrations.
@MainActor
public enum SandboxCatalogue {
    /// The far ends of an integration; none where it has no pages of a vendor.
    ///
    /// - Parameters:
    ///   - integration: The integration's name.
    ///   - resources: The folder that holds `web_dist`.
    ///   - play: What the pages do by themselves; nil for nothing.
    /// - Throws: ``SandboxError``.
    public static func sites(
        of integration: String, resources: String, play: SandboxPlay?
    ) throws(SandboxError) -> [any SandboxSite] {
        switch integration {
        case "hubble": [try HubbleSite(folder: resources + "/web_dist/sandbox/hubble", play: play)]
        default: []
        }
    }
}
