// The integrations that the host knows, one line a vendor.
// SPDX-License-Identifier: Apache-2.0

public import TransomCore

/// The integrations that the host knows, one line a vendor.
public enum IntegrationRegistry {
    /// Those of vendors, in the order in which they are listed.
    public static let vendors: [any Integration.Type] = [
        HubbleIntegration.self,
        GooglePayIntegration.self,
        XCoverIntegration.self,
        VolleyIntegration.self,
        UKeyIntegration.self,
    ]

    /// All of them, in the order in which they are listed.
    public static let all: [any Integration.Type] = vendors + [HomeIntegration.self, PageIntegration.self]

    /// The integration of that name.
    ///
    /// - Parameters:
    ///   - name: as it stands on the command line.
    ///   - integrations: where it is looked for.
    /// - Throws: that there is none, with the name that was perhaps meant.
    public static func integration(
        named name: String, in integrations: [any Integration.Type] = all
    ) throws(UnknownIntegration) -> any Integration.Type {
        guard let integration = integrations.first(where: { $0.name == name }) else {
            throw UnknownIntegration(
                given: name, suggestion: NearestName.suggestion(for: name, in: integrations.map { $0.name }))
        }
        return integration
    }
}
