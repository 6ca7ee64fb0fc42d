// Keeps other schemes and ports of an allowed host from leaving.
// SPDX-License-Identifier: Apache-2.0

/// A URL of an allowed host under another scheme or port is another origin, and may carry what was meant for the
/// allowed one: it is opened nowhere.
struct SameHostRule: NavigationRule {
    let name = "same-host"

    func evaluate(_ navigation: Navigation, under policy: NavigationPolicy) -> NavigationVerdict {
        guard let origin = navigation.url.origin,
            let rule = policy.allowed(from: navigation.request.from).first(where: { $0.covers(host: origin.host) })
        else { return .pass("the host is not an allowed one") }
        return .decide(.blocked, "\(origin) is the host of \(rule) under another scheme or port")
    }
}
