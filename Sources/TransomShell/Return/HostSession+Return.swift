// What a session does when somebody comes back to it.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

extension HostSession {
    /// Judges a return link: the page takes it, or the sheet over it that waits for its state.
    ///
    /// A link says nothing that is believed: what became of a payment, the vendor's server says.
    func returned(_ link: String) -> ReturnGate.Outcome {
        guard ending == nil, let outcome = returns?.take(link) else { return .scheme }
        if outcome == .stranger, let sheet = sheets?.claim(link) {
            returnTakers.append(sheet)
            return .taken
        }
        if outcome == .taken { returnTakers.append(self) }
        return outcome
    }

    /// Tells of the link that was taken first of those that are not told of yet, and shows the window.
    func returnTaken() {
        guard !returnTakers.isEmpty else { return }
        let taker = returnTakers.removeFirst()
        guard taker.ending == nil, let scheme = taker.returns?.scheme.name else { return }
        taker.tellReturn("scheme", scheme, isMatched: true)
    }

    /// Waits for the return link that carries a state, which is kept out of everything that is written.
    func expectReturn(_ state: String?) {
        guard let state else { return }
        surroundings.redaction.add(secret: state, isPassing: true)
        returns?.expect(state)
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
