// The far end of a Google Pay payment: a merchant's shop, the vendor's hosts and a bank.
// SPDX-License-Identifier: Apache-2.0

public import TransomCore

/// The far end of a Google Pay payment: a merchant's shop, the vendor's script, window and sheet, and a bank.
///
/// Each party stands at the origin that it has in production. The script is open to every origin, so a merchant's own page
/// at a served origin works against it too.
public struct GooglePaySite: SandboxSite {
    /// The plays that the pages know.
    public static let plays = ["pay", "cancel", "close", "3ds", "merchant-error"]

    /// A page of one party, with what its own policy lets it do.
    private struct Page {
        let path: String
        /// The folder that holds it.
        let name: String
        var scripts: String?
        var frames: String?
        var ancestors = "'none'"
        var isPlayed = true
    }

    private static let pages: [Origin: [Page]] = [
        .literal("https://shop.merchant.example"): [
            Page(path: "/", name: "shop", scripts: "https://pay.google.com", frames: "https://pay.google.com")
        ],
        .literal("https://pay.google.com"): [
            Page(path: "/gp/p/loading", name: "loading"),
            Page(path: "/gp/p/ui/pay", name: "pay", frames: "https://payments.google.com"),
            // Any merchant's page may hold the hidden frame.
            Page(path: "/gp/p/ui/payframe", name: "payframe", ancestors: "https:", isPlayed: false),
        ],
        .literal("https://accounts.google.com"): [Page(path: "/v3/signin/identifier", name: "signin")],
        .literal("https://payments.google.com"): [
            Page(path: "/gp/w/u/0/buyflow2", name: "sheet", ancestors: "https://pay.google.com")
        ],
        .literal("https://acs.issuer.example"): [
            Page(path: "/3ds", name: "bank"), Page(path: "/help", name: "help"),
        ],
    ]

    private static let scriptOrigin = Origin.literal("https://pay.google.com")
    private static let scriptPath = "/gp/p/js/pay.js"

    private let folder: PartyPages

    /// Makes the site.
    ///
    /// - Parameters:
    ///   - folder: The built pages, `web_dist/sandbox/googlepay`.
    ///   - play: What the pages do by themselves; nil for nothing.
    /// - Throws: ``SandboxError/noFolder(_:)``, ``SandboxError/unknownPlay(_:possible:)``.
    public init(folder: String, play: SandboxPlay? = nil) throws(SandboxError) {
        self.folder = try PartyPages(folder, play: play, of: Self.plays)
    }

    /// The origins of all parties.
    public var origins: [Origin] { Self.pages.keys.sorted { $0.description < $1.description } }

    /// Answers as the party whose origin was asked.
    public func respond(to request: SandboxRequest) -> SandboxResponse {
        guard let pages = Self.pages[request.origin] else { return .notFound }
        if request.origin == Self.scriptOrigin, request.path == Self.scriptPath {
            return folder.file("scripts/pay.js", for: request)
        }
        if let page = pages.first(where: { $0.path == request.path }) {
            return folder.page(
                of: page.name, for: request, scripts: page.scripts, frames: page.frames, ancestors: page.ancestors,
                isPlayed: page.isPlayed)
        }
        // An origin with several pages has the files of each, named after it.
        let owner = pages.first { page in
            ["/assets/\(page.name).js", "/assets/\(page.name).css"].contains(request.path)
        }
        guard owner != nil || request.path == SandboxPlay.playerPath else { return .notFound }
        return folder.asset(of: owner?.name ?? "", for: request) ?? .notFound
    }
}
