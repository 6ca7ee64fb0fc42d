// The far end of the insurance journey: the journey itself and the insurer's documents.
// SPDX-License-Identifier: Apache-2.0

public import TransomCore

/// The far end of the insurance journey: the journey itself and the insurer's documents, at an origin of their own.
public struct XCoverSite: SandboxSite {
    /// The plays that the pages know.
    public static let plays = ["complete", "twice", "decline", "hide", "silent"]

    private static let journey = Origin.literal("https://xcj.xcover.com")
    private static let documents = Origin.literal("https://documents.insurer.example")

    private let pages: PartyPages

    /// Makes the site.
    ///
    /// - Parameters:
    ///   - folder: The built pages, `web_dist/sandbox/xcover`.
    ///   - play: What the pages do by themselves; nil for nothing.
    /// - Throws: ``SandboxError/noFolder(_:)``, ``SandboxError/unknownPlay(_:possible:)``.
    public init(folder: String, play: SandboxPlay? = nil) throws(SandboxError) {
        pages = try PartyPages(folder, play: play, of: Self.plays)
    }

    /// The origins of both parties.
    public var origins: [Origin] { [Self.documents, Self.journey] }

    /// Answers as the party whose origin was asked.
    public func respond(to request: SandboxRequest) -> SandboxResponse {
        let party: String
        switch request.origin {
        case Self.journey: party = "journey"
        case Self.documents: party = "documents"
        default: return .notFound
        }
        if let asset = pages.asset(of: party, for: request) { return asset }
        let parts = request.path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        switch request.origin {
        // /{partner}/{language}/ with its slash at the end.
        case Self.journey where parts.count == 4 && parts[3].isEmpty && !parts[1].isEmpty && !parts[2].isEmpty:
            return pages.page(of: party, for: request)
        case Self.documents where parts.count == 3 && parts[1].elementsEqual("wording".utf8) && !parts[2].isEmpty:
            return pages.page(of: party, for: request)
        default:
            return .notFound
        }
    }
}
