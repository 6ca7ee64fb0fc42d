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

    private let pages: PartyPages

    /// Makes the site.
    ///
    /// - Parameters:
    ///   - folder: The built pages, `web_dist/sandbox/hubble`.
    ///   - play: What the pages do by themselves; nil for nothing.
    /// - Throws: ``SandboxError/noFolder(_:)``, ``SandboxError/unknownPlay(_:possible:)``.
    public init(folder: String, play: SandboxPlay? = nil) throws(SandboxError) {
        pages = try PartyPages(folder, play: play, of: Self.plays)
    }

    /// The origins of all parties.
    public var origins: [Origin] { Self.parties.keys.sorted { $0.description < $1.description } }

    /// Answers as the party whose origin was asked.
    public func respond(to request: SandboxRequest) -> SandboxResponse {
        guard let party = Self.parties[request.origin] else { return .notFound }
        switch party {
        case .store(let base): return store(request, base)
        case .gateway: return gateway(request)
        case .bank: return bank(request)
        }
    }

    private func store(_ request: SandboxRequest, _ base: String) -> SandboxResponse {
        if let asset = pages.asset(of: "store", for: request) { return asset }
        let isBelow = request.path == base || request.path.utf8.starts(with: (base + "/").utf8)
        guard isBelow else { return .notFound }
        switch String(request.path.utf8.dropFirst(base.utf8.count)) ?? "" {
        case "/payment/callback":
            return forward(request, to: base + "/payment/status")
        case let route where Self.isRoute(route):
            return pages.page(of: "store", for: request, formAction: "'self' https://api.razorpay.com")
        default: return .notFound
        }
    }

    private func gateway(_ request: SandboxRequest) -> SandboxResponse {
        if let asset = pages.asset(of: "gateway", for: request) { return asset }
        switch request.path {
        case "/v1/checkout/embedded": return forward(request, to: "/v1/checkout")
        case "/v1/checkout":
            return pages.page(
                of: "gateway", for: request,
                formAction: "'self' https://vouchers.myhubble.money https://sdk.myhubble.money")
        default: return .notFound
        }
    }

    private func bank(_ request: SandboxRequest) -> SandboxResponse {
        if let asset = pages.asset(of: "bank", for: request) { return asset }
        return request.path == "/3ds" ? pages.page(of: "bank", for: request) : .notFound
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
}
