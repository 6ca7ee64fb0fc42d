// Keeps URLs of this machine and the local network from leaving.
// SPDX-License-Identifier: Apache-2.0

/// A web page that is opened outside is a public one, or a page could reach into the local network through the browser.
struct PrivateHostRule: NavigationRule {
    let name = "private-host"

    func evaluate(_ navigation: Navigation, under policy: NavigationPolicy) -> NavigationVerdict {
        guard let origin = navigation.url.origin, case .success(let kind) = navigation.url.host else {
            return .pass("no web page")
        }
        guard let reason = SpecialUse.reason(kind, host: origin.host) else { return .pass("the host is public") }
        return .decide(.blocked, "\(origin.host) is no public place: \(reason)")
    }
}
