// The built pages of a vendor's parties, with what every one of them is served with.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore

/// The built pages of a vendor's parties: a folder for each, and the play's script for all of them.
///
/// Every page comes with a policy that lets nothing in but its own origin's files, unless its party says more.
struct PartyPages {
    /// The built pages, `web_dist/sandbox/VENDOR`.
    let folder: StaticFolder
    /// What the pages do by themselves; nil for nothing.
    let play: SandboxPlay?

    /// Takes the folder of a vendor.
    ///
    /// - Parameters:
    ///   - path: The built pages.
    ///   - play: What the pages do by themselves.
    ///   - plays: The plays that they know.
    /// - Throws: ``SandboxError/noFolder(_:)``, ``SandboxError/unknownPlay(_:possible:)``.
    init(_ path: String, play: SandboxPlay?, of plays: [String]) throws(SandboxError) {
        if let play, !plays.contains(play.name) { throw .unknownPlay(play.name, possible: plays) }
        folder = try StaticFolder(path)
        self.play = play
    }

    /// A file that every party has: the play's script or one of the party's `/assets/NAME`; nil for another path.
    func asset(of party: String, for request: SandboxRequest) -> SandboxResponse? {
        if request.path == SandboxPlay.playerPath { return file("player.js", for: request) }
        let prefix = "/assets/"
        guard request.path.utf8.starts(with: prefix.utf8) else { return nil }
        let name = String(request.path.utf8.dropFirst(prefix.utf8.count)) ?? ""
        return name.utf8.contains(UInt8(ascii: "/")) ? .notFound : file(party + "/" + name, for: request)
    }

    /// A party's page.
    ///
    /// - Parameters:
    ///   - party: The folder.
    ///   - request: What was asked for.
    ///   - scripts: An origin whose scripts the page loads besides its own.
    ///   - frames: The origin that it shows in frames.
    ///   - ancestors: Who may show it in a frame.
    ///   - formAction: Where its forms may be sent, as Content-Security-Policy writes it.
    ///   - isPlayed: Whether a play acts on it.
    func page(
        of party: String, for request: SandboxRequest, scripts: String? = nil, frames: String? = nil,
        ancestors: String = "'none'",
        formAction: String = "'none'", isPlayed: Bool = true
    ) -> SandboxResponse {
        guard request.isRead else { return .methodNotAllowed(allow: ["GET", "HEAD"]) }
        guard let data = folder.contents(party + "/index.html") else { return .notFound }
        var text = String(decoding: data, as: UTF8.self)
        // A page must see the tag of a play before it starts, so it stands in front of every other script.
        if let play, isPlayed, let head = text.range(of: "<head>") {
            text.insert(contentsOf: "\n        " + play.tag, at: head.upperBound)
        }
        let policy =
            "default-src 'none'; script-src 'self'\(scripts.map { " " + $0 } ?? ""); style-src 'self'; "
            + "img-src 'self' data:; connect-src 'self'; frame-src \(frames ?? "'none'"); form-action \(formAction); "
            + "base-uri 'none'; object-src 'none'; frame-ancestors \(ancestors)"
        return .html(
            text,
            headers: [
                (name: "Content-Security-Policy", value: policy),
                (name: "X-Content-Type-Options", value: "nosniff"),
                (name: "Referrer-Policy", value: "strict-origin-when-cross-origin"),
                (name: "Cache-Control", value: "no-store"),
            ])
    }

    /// A file of the folder, by its name there.
    func file(_ name: String, for request: SandboxRequest) -> SandboxResponse {
        guard request.isRead else { return .methodNotAllowed(allow: ["GET", "HEAD"]) }
        guard case .file(let path) = folder.find("/" + name) else { return .notFound }
        return folder.response(with: path)
    }
}
