// What a session does when somebody comes back to it.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

extension HostSession {
    /// Judges a return link, tells of it, and shows the window.
    ///
    /// A link says nothing that is believed: what became of a payment, the vendor's server says.
    func returned(_ link: String) -> ReturnGate.Outcome {
        guard ending == nil, let outcome = returns?.take(link) else { return .scheme }
        return outcome
    }

    /// Tells of a link that was taken.
    func returnTaken() {
        guard ending == nil, let scheme = returns?.scheme.name else { return }
        tellReturn("scheme", scheme, isMatched: true)
    }

    /// A link came that no run waits for: it raises the window, and nothing else.
    func wokenByStranger() {
        guard ending == nil, let scheme = returns?.scheme.name else { return }
        tellReturn("scheme", scheme, isMatched: false)
    }

    /// Whether a page of the main frame leads back: an https address of the integrator's own, which loads only where it is
    /// an allowed page as well.
    func isReturn(_ url: String, _ decision: NavigationDecision) -> Bool {
        guard configuration.returnPaths.contains(where: { $0.matches(url) }) else { return false }
        let parsed = ParsedURL(url)
        let state = parsed.query?.split(separator: "&").first { $0.hasPrefix("state=") }.map { String($0.dropFirst(6)) }
        // Where a state is waited for, a page that does not carry it matches in its path alone.
        let isMatched = returns.map { _ in returns?.use(state) ?? false } ?? true
        tellReturn("path", (parsed.origin?.description ?? "") + parsed.path, isMatched: isMatched)
        return decision.enforced != .inside
    }

    private func tellReturn(_ kind: String, _ value: String, isMatched: Bool) {
        tell(EventDraft("transom.return", [kind: .string(value), "matched": .bool(isMatched)]))
        surface?.raise()
    }
}
