// Lets allowed origins in.
// SPDX-License-Identifier: Apache-2.0

/// The scheme, the host and the port are exactly those of an allow rule.
struct AllowRule: NavigationRule {
    let name = "allow"

    func evaluate(_ navigation: Navigation, under policy: NavigationPolicy) -> NavigationVerdict {
        guard let origin = navigation.url.origin else { return .pass("the URL has no origin that could be allowed") }
        guard let rule = policy.allowed(from: navigation.request.from).first(where: { $0.matches(origin) }) else {
            return .pass("\(origin) is not an allowed origin")
        }
        return .decide(.inside, "\(origin) is allowed by \(rule)")
    }
}
