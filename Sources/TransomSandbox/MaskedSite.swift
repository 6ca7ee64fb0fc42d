// A far end without one of its origins.
// SPDX-License-Identifier: Apache-2.0

public import TransomCore

/// Serves another site at all of its origins but one, where a build of the user's own stands instead.
public struct MaskedSite: SandboxSite {
    /// The origins that are left.
    public let origins: [Origin]
    private let site: any SandboxSite

    /// Takes an origin away from a site.
    public init(_ site: any SandboxSite, without origin: Origin) {
        self.site = site
        origins = site.origins.filter { $0 != origin }
    }

    /// Answers as the site does.
    public func respond(to request: SandboxRequest) -> SandboxResponse {
        site.respond(to: request)
    }
}
