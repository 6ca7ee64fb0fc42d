// The far end of a Google Pay payment: a merchant's shop, the vendor's hosts and a bank.
// SPDX-License-Identifier: Apache-2.0

import Foundation
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
        /// Further directives of its Content Security Policy.
        let policy: String
        /// Whether a play acts on it.
        var isPlayed = true
    }

    private static let pages: [Origin: [Page]] = [
        .literal("https://shop.merchant.example"): [
            Page(
                path: "/", name: "shop",
                policy: "script-src 'self' https://pay.google.com; frame-src https://pay.google.com; "
                    + "frame-ancestors 'none'")
        ],
        .literal("https://pay.google.com"): [
            Page(path: "/gp/p/loading", name: "loading", policy: "frame-ancestors 'none'"),
            Page(
                path: "/gp/p/ui/pay", name: "pay",
                policy: "frame-src https://payments.google.com; frame-ancestors 'none'"),
            // Any merchant's page may hold the hidden frame.
            Page(path: "/gp/p/ui/payframe", name: "payframe", policy: "frame-ancestors https:", isPlayed: false),
        ],
        .literal("https://accounts.google.com"): [
            Page(path: "/v3/signin/identifier", name: "signin", policy: "frame-ancestors 'none'")
        ],
        .literal("https://payments.google.com"): [
            Page(path: "/gp/w/u/0/buyflow2", name: "sheet", policy: "frame-ancestors https://pay.google.com")
        ],
        .literal("https://acs.issuer.example"): [
            Page(path: "/3ds", name: "bank", policy: "frame-ancestors 'none'"),
            Page(path: "/help", name: "help", policy: "frame-ancestors 'none'"),
        ],
    ]

    private static let scriptOrigin = Origin.literal("https://pay.google.com")
    private static let scriptPath = "/gp/p/js/pay.js"

    private let folder: StaticFolder
    private let play: SandboxPlay?

    /// Makes the site.
    ///
    /// - Parameters:
    ///   - folder: The built pages, `web_dist/sandbox/googlepay`.
    ///   - play: What the pages do by themselves; nil for nothing.
    /// - Throws: ``SandboxError/noFolder(_:)``, ``SandboxError/unknownPlay(_:possible:)``.
    public init(folder: String, play: SandboxPlay? = nil) throws(SandboxError) {
        if let play, !Self.plays.contains(play.name) { throw .unknownPlay(play.name, possible: Self.plays) }
        self.folder = try StaticFolder(folder)
        self.play = play
    }

    /// The origins of all parties.
    public var origins: [Origin] { Self.pages.keys.sorted { $0.description < $1.description } }

    /// Answers as the party whose origin was asked.
    public func respond(to request: SandboxRequest) -> SandboxResponse {
        guard let pages = Self.pages[request.origin] else { return .notFound }
        guard request.isRead else { return .methodNotAllowed(allow: ["GET", "HEAD"]) }
        if request.path == SandboxPlay.playerPath { return file("player.js") }
        if request.origin == Self.scriptOrigin, request.path == Self.scriptPath { return file("scripts/pay.js") }
        if let page = pages.first(where: { $0.path == request.path }) { return respond(with: page) }
        for page in pages {
            for suffix in [".js", ".css"] where request.path == "/assets/\(page.name)\(suffix)" {
                return file("\(page.name)/\(page.name)\(suffix)")
            }
        }
        return .notFound
    }

    private func file(_ name: String) -> SandboxResponse {
        guard case .file(let path) = folder.find("/" + name) else { return .notFound }
        return folder.response(with: path)
    }

    private func respond(with page: Page) -> SandboxResponse {
        guard let data = folder.contents(page.name + "/index.html") else { return .notFound }
        var text = String(decoding: data, as: UTF8.self)
        // The page itself must see the tag of a play before it starts, so it stands in front of every other script.
        if let play, page.isPlayed, let head = text.range(of: "<head>") {
            text.insert(contentsOf: "\n        " + play.tag, at: head.upperBound)
        }
        let scripts = page.policy.hasPrefix("script-src") ? "" : "script-src 'self'; "
        let policy =
            "default-src 'none'; \(scripts)style-src 'self'; img-src 'self' data:; connect-src 'self'; "
            + "form-action 'none'; base-uri 'none'; object-src 'none'; \(page.policy)"
        return .html(
            text,
            headers: [
                (name: "Content-Security-Policy", value: policy),
                (name: "X-Content-Type-Options", value: "nosniff"),
                (name: "Referrer-Policy", value: "strict-origin-when-cross-origin"),
                (name: "Cache-Control", value: "no-store"),
            ])
    }
}
