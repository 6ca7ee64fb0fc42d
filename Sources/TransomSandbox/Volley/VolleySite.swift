// The far end of a payment page: the page, its server's state, and the banks.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import TransomCore

/// The far end of a payment page: the page with its server, and the page of the banks at an origin of its own.
///
/// The server keeps what came of each request, as the vendor's does: the payment page asks for it, whatever the
/// customer does at the bank and wherever that was opened.
public final class VolleySite: SandboxSite {
    /// The plays that the pages know.
    public static let plays = ["approve", "decline", "decoupled", "expire", "close"]
    /// How long a request is open where nobody says otherwise.
    public static let standardExpiry = Duration.seconds(300)

    private static let pay = Origin.literal("https://app.volley.nz")
    private static let bank = Origin.literal("https://bank.example")

    private let pages: PartyPages
    private let ledger: VolleyLedger

    /// Makes the site.
    ///
    /// - Parameters:
    ///   - folder: The built pages, `web_dist/sandbox/volley`.
    ///   - play: What the pages do by themselves; nil for nothing.
    ///   - expiresAfter: How long a request is open, from its first opening; 0 to 1 day.
    ///   - clock: What that is measured with.
    /// - Throws: ``SandboxError/noFolder(_:)``, ``SandboxError/unknownPlay(_:possible:)``.
    public init(
        folder: String, play: SandboxPlay? = nil, expiresAfter: Duration = VolleySite.standardExpiry,
        clock: any HostClock = SystemHostClock()
    ) throws(SandboxError) {
        pages = try PartyPages(folder, play: play, of: Self.plays)
        ledger = VolleyLedger(expiresAfter: min(max(expiresAfter, .zero), .seconds(86_400)), clock: clock)
    }

    /// The origins of both parties.
    public var origins: [Origin] { [Self.pay, Self.bank] }

    /// How often payment pages have asked for the status of their request.
    public var statusRequests: Int { ledger.statusRequests }

    /// Answers as the party whose origin was asked.
    public func respond(to request: SandboxRequest) -> SandboxResponse {
        switch request.origin {
        case Self.pay: pages.asset(of: "pay", for: request) ?? payment(request)
        case Self.bank: pages.asset(of: "bank", for: request) ?? bank(request)
        default: .notFound
        }
    }

    private func payment(_ request: SandboxRequest) -> SandboxResponse {
        let parts = Self.segments(of: request.path)
        guard parts.count == 2 || parts.count == 3, parts[0] == "pay", Self.isID(parts[1]) else { return .notFound }
        let id = parts[1]
        switch parts.dropFirst(2).first {
        case nil:
            return pages.page(of: "pay", for: request)
        case "status"?:
            guard request.isRead else { return .methodNotAllowed(allow: ["GET", "HEAD"]) }
            return Self.json(ledger.status(of: id))
        case "consent"?:
            return posted(request, field: "bank") { bank in
                switch self.ledger.consent(for: id, bank: bank) {
                case .page(let consent):
                    ["url": .string("\(Self.bank)/authorise?bank=\(URLComponent.encode(bank))&consent=\(consent)")]
                case .phone: ["url": .null]
                case nil: nil
                }
            }
        case "phone"?:
            return posted(request, field: "result") { result in
                self.ledger.decide(request: id, result: result) ? [:] : nil
            }
        default:
            return .notFound
        }
    }

    private func bank(_ request: SandboxRequest) -> SandboxResponse {
        let parts = Self.segments(of: request.path)
        guard parts.first == "authorise" else { return .notFound }
        switch parts.count {
        case 1: return pages.page(of: "bank", for: request)
        case 2:
            return posted(request, field: "result") { result in
                self.ledger.decide(consent: parts[1], result: result) ? [:] : nil
            }
        default: return .notFound
        }
    }

    /// Answers a posted JSON object that has one text; a result of nil is a conflict with what is already so.
    private func posted(
        _ request: SandboxRequest, field: String, _ answer: (String) -> JSONValue?
    ) -> SandboxResponse {
        guard request.method == "POST" else { return .methodNotAllowed(allow: ["POST"]) }
        // A page of another origin cannot post this type without being asked first, and nobody answers such a question.
        guard request.header("Content-Type") == "application/json", request.body.count <= 1_024,
            let body = try? JSONParser.parse(String(decoding: request.body, as: UTF8.self)),
            let text = body[field]?.stringValue, text.utf8.count <= 64
        else { return .notice(400, "Not a request", "This address takes a small JSON object.") }
        guard let value = answer(text) else {
            return .notice(409, "Not possible", "The payment is in another state.")
        }
        return Self.json(value)
    }

    private static func json(_ value: JSONValue) -> SandboxResponse {
        SandboxResponse(
            headers: [
                (name: "Content-Type", value: "application/json"), (name: "X-Content-Type-Options", value: "nosniff"),
                (name: "Cache-Control", value: "no-store"),
            ], body: Data(JSONText.encode(value).utf8))
    }

    private static func segments(of path: String) -> [String] {
        path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
    }

    private static func isID(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
