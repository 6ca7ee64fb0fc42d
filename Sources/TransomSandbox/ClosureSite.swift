// A site that is a function, for tests.
// SPDX-License-Identifier: Apache-2.0

public import TransomCore

/// A site that is a function: a test's own pages at whatever origin the test needs.
public struct ClosureSite: SandboxSite {
    /// The origins it is served at.
    public let origins: [Origin]
    private let answer: @MainActor (SandboxRequest) -> SandboxResponse

    /// Makes a site that has its answers at once.
    ///
    /// - Parameters:
    ///   - origins: https origins with a host name.
    ///   - answer: Called on the main thread for every request.
    public init(_ origins: [Origin], answer: @escaping @MainActor (SandboxRequest) -> SandboxResponse) {
        self.origins = origins
        self.answer = answer
    }

    /// Makes a site whose answers take time.
    ///
    /// - Parameters:
    ///   - origins: https origins with a host name.
    ///   - answer: Called on the main thread for every request, in a task that is cancelled when the client goes away.
    public init(_ origins: [Origin], later answer: @escaping @MainActor (SandboxRequest) async -> SandboxResponse) {
        self.origins = origins
        self.answer = { request in .later { await answer(request) } }
    }

    /// Answers with the function.
    public func respond(to request: SandboxRequest) -> SandboxResponse { answer(request) }
}
