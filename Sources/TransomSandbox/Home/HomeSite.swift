// The home page that comes with the host, served in the sandbox.
// SPDX-License-Identifier: Apache-2.0

public import TransomCore

/// The home page that comes with the host, at an origin that nobody else can have.
public struct HomeSite: SandboxSite {
    /// The plays that the page knows.
    public static let plays = ["sheets"]

    private static let home = Origin.literal("https://home.transom.invalid")

    private let pages: PartyPages

    /// Makes the site.
    ///
    /// - Parameters:
    ///   - folder: The built page, `web_dist/home`.
    ///   - play: What the page does by itself; nil for nothing.
    /// - Throws: ``SandboxError/noFolder(_:)``, ``SandboxError/unknownPlay(_:possible:)``.
    public init(folder: String, play: SandboxPlay? = nil) throws(SandboxError) {
        pages = try PartyPages(folder, play: play, of: Self.plays)
    }

    /// The one origin.
    public var origins: [Origin] { [Self.home] }

    /// Answers with the page and its files.
    public func respond(to request: SandboxRequest) -> SandboxResponse {
        if request.path == "/" { return pages.page(of: "page", for: request) }
        return pages.asset(of: "page/assets", for: request) ?? .notFound
    }
}
