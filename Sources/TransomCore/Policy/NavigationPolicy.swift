// The navigation policy: an ordered list of named rules over the lists of one integration.
// SPDX-License-Identifier: Apache-2.0

/// Decides what becomes of each navigation of a host: inside, outside or blocked.
///
/// Every view of a host, its popups included, asks the same policy before it loads anything. The decision is made on
/// the bytes of the URL, by comparing origins exactly; no rule compares beginnings of URLs. A value of this type is
/// immutable in use and may be asked from any thread. A decision costs a few microseconds.
public struct NavigationPolicy: Sendable {
    /// Whether decisions are carried out.
    public enum Mode: String, Hashable, Sendable {
        /// What is blocked does not load.
        case enforce
        /// What would be blocked loads and is marked, for finding the rules that a flow needs. Not for kiosks.
        case report
    }

    /// The longest URL that is judged, in bytes.
    public static let maximumLength = 8192
    /// The longest URL that leaves the host, in bytes.
    public static let maximumOutsideLength = 2048

    /// Schemes that lead to a person or to a payment app of UPI, for a policy that no integration has declared.
    public static let commonOutsideSchemes: Set<String> = [
        "mailto", "tel", "tez", "phonepe", "paytmmp", "cred", "bhim",
    ]

    /// The origins that load in the main frame.
    ///
    /// None means that nothing loads and nothing leaves.
    public var allow: [OriginRule]
    /// The origins that load in frames, nil for the same as `allow`.
    public var frames: [OriginRule]?
    /// The origins that load in popups, nil for the same as `allow`.
    public var popups: [OriginRule]?
    /// Schemes besides https and http that leave the host, lower case, without colon: `mailto`, `tel`, `upi`.
    public var outsideSchemes: Set<String>
    /// Whether https and http URLs of public hosts leave the host when they are not inside.
    public var opensPublicWebOutside: Bool
    /// Whether nothing leaves the host, as in a kiosk: what would be outside is blocked.
    public var blocksOutside: Bool
    /// Whether decisions are carried out.
    public var mode: Mode
    /// The rules in the order in which they are asked.
    public var rules: [any NavigationRule]

    /// Makes a policy from its lists.
    ///
    /// - Parameters:
    ///   - allow: The origins that load in the main frame.
    ///   - frames: The origins that load in frames, nil for the same.
    ///   - popups: The origins that load in popups, nil for the same.
    ///   - outsideSchemes: Schemes besides https and http that leave the host, lower case, without colon.
    ///   - opensPublicWebOutside: Whether https and http URLs of public hosts leave the host.
    ///   - blocksOutside: Whether what would leave is blocked.
    ///   - mode: Whether decisions are carried out.
    ///   - rules: The rules in order.
    public init(
        allow: [OriginRule],
        frames: [OriginRule]? = nil,
        popups: [OriginRule]? = nil,
        outsideSchemes: Set<String> = [],
        opensPublicWebOutside: Bool = true,
        blocksOutside: Bool = false,
        mode: Mode = .enforce,
        rules: [any NavigationRule] = NavigationPolicy.standardRules
    ) {
        self.allow = allow
        self.frames = frames
        self.popups = popups
        self.outsideSchemes = outsideSchemes
        self.opensPublicWebOutside = opensPublicWebOutside
        self.blocksOutside = blocksOutside
        self.mode = mode
        self.rules = rules
    }

    /// The rules that every host asks, in order.
    public static let standardRules: [any NavigationRule] = [
        LengthRule(), SpellingRule(), SchemeRule(), CredentialsRule(), HostRule(), PortRule(), NothingAllowedRule(),
        AboutRule(), FramesRule(), AllowRule(), SameHostRule(), OutsideSchemesRule(), OutsideLengthRule(),
        PrivateHostRule(), PunycodeRule(), MailRule(), TelephoneRule(), BlocksOutsideRule(), OutsideRule(),
    ]

    /// The rules whose answer an allow rule for the URL's origin would change.
    static let rulesOfOrigins: Set<String> = [
        NothingAllowedRule().name, FramesRule().name, SameHostRule().name, OutsideSchemesRule().name,
        OutsideLengthRule().name, PrivateHostRule().name, PunycodeRule().name, BlocksOutsideRule().name,
        OutsideRule().name,
    ]

    /// Schemes that the engine can show when it is told to; nothing else loads in the report mode.
    private static let loadableSchemes: Set<String> = ["https", "http", "app", "about", "data", "blob"]

    /// Decides one navigation.
    ///
    /// - Returns: The outcome, the rule that decided and every step. Where no rule decides, the navigation is blocked.
    public func decide(_ request: NavigationRequest) -> NavigationDecision {
        let navigation = Navigation(request)
        var steps: [NavigationStep] = []
        steps.reserveCapacity(rules.count)
        for rule in rules {
            switch rule.evaluate(navigation, under: self) {
            case .pass(let why):
                steps.append(NavigationStep(rule: rule.name, matched: false, why: why))
            case .decide(let outcome, let why):
                steps.append(NavigationStep(rule: rule.name, matched: true, why: why))
                return decision(outcome, rule.name, steps, navigation)
            }
        }
        steps.append(NavigationStep(rule: "default", matched: true, why: "no rule lets it in or out"))
        return decision(.blocked, "default", steps, navigation)
    }

    /// This policy with further allowed origins, in frames and popups as well.
    ///
    /// For what an integrator allows besides the integration's own lists.
    public func adding(_ rules: [OriginRule]) -> NavigationPolicy {
        var policy = self
        policy.allow += rules
        policy.frames? += rules
        policy.popups? += rules
        return policy
    }

    /// The origins that load at the top of what navigates.
    func allowed(from target: NavigationTarget) -> [OriginRule] {
        target == .popup ? popups ?? allow : allow
    }

    private func decision(
        _ outcome: NavigationOutcome, _ rule: String, _ steps: [NavigationStep], _ navigation: Navigation
    ) -> NavigationDecision {
        let loads = outcome == .blocked && mode == .report && Self.loadableSchemes.contains(navigation.url.scheme)
        return NavigationDecision(
            outcome: outcome, enforced: loads ? .inside : outcome, rule: rule, steps: steps,
            origin: navigation.url.origin)
    }
}
