// A payment that leads to a bank nobody could name beforehand.
// SPDX-License-Identifier: Apache-2.0

/// Keeps a payment inside while it goes from a named gateway to a bank and back.
///
/// A payment by netbanking or 3-D Secure sends the page to one of thousands of banks. From a gateway that the policy names,
/// https pages of public hosts stay inside: in the main frame until an allowed page is reached again, in the gateway's own
/// frames, and in either for ``Limits/excursion`` at most. What such a page says is refused, as that of any other foreign
/// page is. A value for one view; main thread or any other, one at a time.
public struct Excursion: Sendable {
    /// The name of the rule in events.
    public static let rule = "excursion"

    private let gateways: Set<Origin>
    private let policy: NavigationPolicy
    private let limit: Duration
    private let clock: any HostClock
    private var began: Duration?
    private var framesBegan: Duration?
    private var frameOrigins: Set<Origin> = []
    /// How many origins of frames are remembered; a page can make them up.
    private static let most = 64

    /// Makes it for the gateways of a policy; none of them means that there are no excursions.
    ///
    /// - Parameters:
    ///   - gateways: The origins that a payment may go on from.
    ///   - allow: The origins that are inside: their hosts under another scheme or port are never part of one.
    ///   - limits: For how long one may last.
    ///   - clock: What its time is measured with.
    public init(gateways: [Origin], allow: [OriginRule] = [], limits: Limits = .standard, clock: any HostClock) {
        self.gateways = Set(gateways)
        policy = NavigationPolicy(allow: allow)
        limit = limits.excursion
        self.clock = clock
    }

    /// Whether the main frame is on one.
    public var isUnderWay: Bool { isRunning(began) }

    /// When the main frame's is over, by the monotonic clock; nil where there is none.
    public var ends: Duration? { began.map { $0 + limit } }

    /// Whether the main frame may go on to a page that the policy does not allow, and that `decision` is about.
    ///
    /// - Parameters:
    ///   - source: The origin of the document that the main frame shows.
    ///   - request: The navigation.
    ///   - decision: What the policy says of it.
    /// - Returns: The decision that lets it go on, or nil.
    public mutating func main(
        from source: Origin?, _ request: NavigationRequest, _ decision: NavigationDecision
    ) -> NavigationDecision? {
        guard let allowed = allowing(request, decision) else { return nil }
        if isUnderWay { return allowed }
        guard let source, gateways.contains(source) else { return nil }
        began = clock.monotonic
        return allowed
    }

    /// Whether a frame may go on: one of the gateway's, or of a page that such a frame has come to.
    ///
    /// - Parameter source: The origin of the document that navigates or that shows the frame, nil where nobody says: then
    ///   only a redirect goes on, and only while there is such a frame.
    public mutating func frame(
        from source: Origin?, isRedirect: Bool, _ request: NavigationRequest, _ decision: NavigationDecision
    ) -> NavigationDecision? {
        guard let allowed = allowing(request, decision), let origin = decision.origin else { return nil }
        if let source, gateways.contains(source) {
            if !isRunning(framesBegan) { framesBegan = clock.monotonic }
        } else {
            guard isRunning(framesBegan), source.map(frameOrigins.contains) ?? isRedirect else { return nil }
        }
        if frameOrigins.count < Self.most { frameOrigins.insert(origin) }
        return allowed
    }

    /// Whether a page of the main frame belongs to one that is under way.
    public func continues(_ request: NavigationRequest, _ decision: NavigationDecision) -> Bool {
        isUnderWay && allowing(request, decision) != nil
    }

    /// Whether a page of a frame belongs to one of the gateway's frames.
    public func continuesInFrame(_ request: NavigationRequest, _ decision: NavigationDecision) -> Bool {
        (isRunning(framesBegan) || isUnderWay) && allowing(request, decision) != nil
    }

    /// The main frame shows an allowed page again.
    public mutating func arrived() {
        began = nil
        framesBegan = nil
        frameOrigins = []
    }

    private func isRunning(_ began: Duration?) -> Bool {
        began.map { clock.monotonic - $0 < limit } ?? false
    }

    /// What an excursion may lead to: an https page of a public host that nothing speaks against but that it is not listed.
    private static let blockers: [any NavigationRule] = [SameHostRule(), PrivateHostRule(), PunycodeRule()]

    private func allowing(_ request: NavigationRequest, _ decision: NavigationDecision) -> NavigationDecision? {
        let unlisted: Set<String> = [
            OutsideRule().name, OutsideSchemesRule().name, OutsideLengthRule().name, BlocksOutsideRule().name,
            FramesRule().name,
        ]
        guard unlisted.contains(decision.rule), let origin = decision.origin, origin.scheme == "https" else {
            return nil
        }
        let navigation = Navigation(request)
        for blocker in Self.blockers {
            if case .decide = blocker.evaluate(navigation, under: policy) { return nil }
        }
        let step = NavigationStep(
            rule: Self.rule, matched: true, why: "\(origin) is a public page that a payment gateway led to")
        return NavigationDecision(
            outcome: .inside, enforced: .inside, rule: Self.rule, steps: decision.steps + [step], origin: origin)
    }
}
