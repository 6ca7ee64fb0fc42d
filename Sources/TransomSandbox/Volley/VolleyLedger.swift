// What came of each payment request of a sandbox.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// What came of each payment request of a sandbox: the state that a vendor's server has.
///
/// A request is open from the first question about it until it is approved, declined or over. An end is for good.
@MainActor
final class VolleyLedger {
    /// What a bank answers to the question for consent.
    enum Consent: Equatable {
        /// The customer approves on the bank's page, which knows the consent by this word.
        case page(String)
        /// The customer approves on a phone.
        case phone
    }

    private enum End: String {
        case paid, declined
    }

    private struct Request {
        let opened: Duration
        var bank: String?
        var consent: String?
        var end: End?
    }

    /// The banks, and whether the customer approves on a page of theirs.
    private static let banks: [String: Bool] = ["kauri": true, "tui": true, "aoraki": false]
    /// Requests that are kept at one time; a page cannot make more.
    private static let capacity = 64

    private let expiresAfter: Duration
    private let clock: any HostClock
    private var requests: [String: Request] = [:]
    private var consents = 0
    private(set) var statusRequests = 0

    init(expiresAfter: Duration, clock: any HostClock) {
        self.expiresAfter = expiresAfter
        self.clock = clock
    }

    /// The state of a request as its page reads it.
    func status(of id: String) -> JSONValue {
        statusRequests += 1
        let request = open(id)
        let left = left(of: request)
        var answer: [String: JSONValue] = ["expiresIn": .integer(left.components.seconds)]
        if let bank = request.bank { answer["bank"] = .string(bank) }
        switch request.end {
        case .paid?:
            answer["status"] = "paid"
            answer["paymentId"] = .string("payment_\(id)")
        case .declined?: answer["status"] = "declined"
        case nil: answer["status"] = left > .zero ? "active" : "expired"
        }
        return .object(answer)
    }

    /// Asks a bank for consent; nil where there is no such bank or the request is over.
    func consent(for id: String, bank: String) -> Consent? {
        var request = open(id)
        guard let hasPage = Self.banks[bank], isOpen(request) else { return nil }
        consents += 1
        let word = "consent\(consents)"
        request.bank = bank
        request.consent = hasPage ? word : nil
        requests[id] = request
        return hasPage ? .page(word) : .phone
    }

    /// The customer's decision on the bank's page.
    ///
    /// - Returns: False where there is no such consent or it is no longer open.
    func decide(consent: String, result: String) -> Bool {
        guard let id = requests.first(where: { $0.value.consent == consent })?.key else { return false }
        return decide(request: id, result: result)
    }

    /// The customer's decision on a request that a bank was chosen for.
    func decide(request id: String, result: String) -> Bool {
        guard var request = requests[id], request.bank != nil, isOpen(request),
            let end = ["approved": End.paid, "declined": .declined][result]
        else { return false }
        request.end = end
        requests[id] = request
        return true
    }

    private func open(_ id: String) -> Request {
        if let request = requests[id] { return request }
        let request = Request(opened: clock.monotonic)
        if requests.count < Self.capacity { requests[id] = request }
        return request
    }

    private func left(of request: Request) -> Duration {
        max(.zero, request.opened + expiresAfter - clock.monotonic)
    }

    private func isOpen(_ request: Request) -> Bool { request.end == nil && left(of: request) > .zero }
}
