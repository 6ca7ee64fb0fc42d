// What an integration's sandbox serves.
// SPDX-License-Identifier: Apache-2.0

/// What an integration's sandbox serves: its pages, at the vendor's own origins.
public struct SandboxDeclaration: Sendable, Equatable {
    /// One origin of the sandbox.
    public struct Site: Sendable, Equatable {
        /// The origin, the vendor's own.
        public let origin: Origin
        /// The folder of its pages, in the resources' folder for sandboxes.
        public let folder: String

        /// Declares a site.
        public init(_ origin: Origin, folder: String) {
            self.origin = origin
            self.folder = folder
        }
    }

    /// The origins and their pages.
    public let sites: [Site]

    /// Declares a sandbox.
    public init(_ sites: [Site]) { self.sites = sites }
}
