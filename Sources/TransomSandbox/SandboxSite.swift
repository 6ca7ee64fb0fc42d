// What stands behind some origins of a sandbox.
// SPDX-License-Identifier: Apache-2.0

public import TransomCore

/// What stands behind some origins of a sandbox.
///
/// A vendor's far end is one folder of pages and one site; a test's page is a ``ClosureSite``; a user's own build is a
/// ``FolderSite`` or a ``LoopbackSite``. A site is asked on the main thread and must not block it: an answer that takes
/// work is a ``SandboxResponse/later(_:)``, and one that should only come late has a ``SandboxResponse/delay``.
@MainActor
public protocol SandboxSite {
    /// The origins it is served at: https, with a host name, any port.
    var origins: [Origin] { get }

    /// Answers a request for one of its origins.
    ///
    /// - Parameter request: What the page asked for. Nothing in it is to be trusted.
    func respond(to request: SandboxRequest) -> SandboxResponse
}
