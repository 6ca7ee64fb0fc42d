// The far end of the gift-card store: the store, its payment gateway and a bank.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import TransomCore

/// The far end of the gift-card store: the store at both of its addresses, its payment gateway and a bank.
///
/// The store's routes are one page that shows what its address names. Both steps of a payment are what they are in
/// production: a form posted across origins, which the receiver answers with a redirect to a page of its own.
public struct HubbleSite: SandboxSite {
    /// The plays that the pages know.
    public static let plays = ["purchase", "fail", "upi", "bad-client", "stuck", "bank", "logout"]

    private enum Party {
        case store(base: String)
        case gateway
        case bank
    }

    private static let parties: [Origin: Party] = [
        .literal("https://vouchers.myhubble.money"): .store(base: "/sdk/gc"),
        .literal("https://sdk.myhubble.money"): .store(base: ""),
        .literal("https://api.razorpay.com"): .gateway,
        .literal("https://acs.bank.example"): .bank,
    ]

    private let folder: StaticFolder
    private let play: SandboxPlay?

    /// Makes the site.
    ///
    /// - Parameters:
    ///   - folder: The built pages, `web_dist/sandbox/hubble`.
    ///   - play: What the pages do by themselves; nil for nothing.
    /// - Throws: ``SandboxError/noFolder(_:)``, ``SandboxError/unknownPlay(_:possible:)``.
    public init(folder: String, play: SandboxPlay? = nil) throws(SandboxError) {
        if let play, !Self.plays.contains(play.name) { throw .unknownPlay(play.name, possible: Self.plays) }
        self.folder = try StaticFolder(folder)
        self.play = play
    }

    /// The origins of all parties.
    public var origins: [Origin] { Self.parties.keys.sorted { $0.description < $1.description } }

    /// Answers as the party whose origin was asked.
    public func respond(to request: SandboxRequest) -> SandboxResponse {
        guard let party = Self.parties[request.origin] else { return .notFound }
        if request.path == SandboxPlay.playerPath { return file("player.js", for: request) }
        switch party {
        case .store(let base): return store(request, base)
        case .gateway: return gateway(request)
        case .bank: return bank(request)
        }
    }

    private func store(_ request: SandboxRequest, _ base: String) -> SandboxResponse {
        if let name = asset(request) { return file("store/" + name, for: request) }
        let isBelow = request.path == base || request.path.utf8.starts(with: (base + "/").utf8)
        guard isBelow else { return .notFound }
        switch String(request.path.utf8.dropFirst(base.utf8.count)) ?? "" {
        case "/payment/callback":
            return forward(request, to: base + "/payment/status")
        case let route where Self.isRoute(route):
            return page("store", for: request, formAction: "https://api.razorpay.com")
        default: return .notFound
        }
    }

    private func gateway(_ request: SandboxRequest) -> SandboxResponse {
        if let name = asset(request) { return file("gateway/" + name, for: request) }
        switch request.path {
        case "/v1/checkout/embedded": return forward(request, to: "/v1/checkout")
        case "/v1/checkout":
            return page(
                "gateway", for: request, formAction: "https://vouchers.myhubble.money https://sdk.myhubble.money")
        default: return .notFound
        }
    }

    private func bank(_ request: SandboxRequest) -> SandboxResponse {
        if let name = asset(request) { return file("bank/" + name, for: request) }
        return request.path == "/3ds" ? page("bank", for: request, formAction: "'none'") : .notFound
    }

    /// Whether the store shows a page for this; what it holds is the page's own business.
    private static func isRoute(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        switch parts.first {
        case nil: return true
        case "buy": return parts.count == 2
        case "transactions": return parts.count <= 2
        case "payment": return parts.count == 2 && ["status", "success", "failed"].contains(parts[1])
        case "search", "coin-transactions", "help", "terms", "checkout": return parts.count == 1
        default: return false
        }
    }

    /// The file name of `/assets/NAME`.
    private func asset(_ request: SandboxRequest) -> String? {
        let prefix = "/assets/"
        guard request.path.utf8.starts(with: prefix.utf8) else { return nil }
        let name = String(request.path.utf8.dropFirst(prefix.utf8.count)) ?? ""
        return name.utf8.contains(UInt8(ascii: "/")) ? nil : name
    }

    private func file(_ name: String, for request: SandboxRequest) -> SandboxResponse {
        guard request.isRead else { return .methodNotAllowed(allow: ["GET", "HEAD"]) }
        guard case .file(let path) = folder.find("/" + name) else { return .notFound }
        return folder.response(with: path)
    }

    /// A form that was posted, as a redirect to the page that reads its fields from the address.
    private func forward(_ request: SandboxRequest, to path: String) -> SandboxResponse {
        guard request.method == "POST" else { return .methodNotAllowed(allow: ["POST"]) }
        let type = request.header("Content-Type")?.split(separator: ";").first
        guard type == "application/x-www-form-urlencoded" else {
            return .notice(415, "Not a form", "This address takes a posted form.")
        }
        guard request.body.count <= 4096, request.body.allSatisfy(Self.isFormByte) else {
            return .notice(400, "Not a form", "The form is too long or holds bytes that no form has.")
        }
        return .redirect(to: path + "?" + String(decoding: request.body, as: UTF8.self))
    }

    /// What `application/x-www-form-urlencoded` text consists of.
    private static func isFormByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "*-._+%&=".utf8.contains(byte)
        }
    }

    private func page(_ party: String, for request: SandboxRequest, formAction: String) -> SandboxResponse {
        guard request.isRead else { return .methodNotAllowed(allow: ["GET", "HEAD"]) }
        guard let data = folder.contents(party + "/index.html") else { return .notFound }
        var text = String(decoding: data, as: UTF8.self)
        // The store itself must see the tag of a play before it starts, so it stands in front of every other script.
        if let play, let head = text.range(of: "<head>") {
            text.insert(contentsOf: "\n        " + play.tag, at: head.upperBound)
        }
        let policy =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
            + "form-action 'self' \(formAction); base-uri 'none'; object-src 'none'"
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
