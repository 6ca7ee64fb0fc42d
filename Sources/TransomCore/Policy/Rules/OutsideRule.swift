// Hands out what no rule has kept.
// SPDX-License-Identifier: Apache-2.0

/// What is not inside, and passed every rule about leaving, is opened outside.
struct OutsideRule: NavigationRule {
    let name = "outside"

    func evaluate(_ navigation: Navigation, under policy: NavigationPolicy) -> NavigationVerdict {
        guard let origin = navigation.url.origin else {
            return .decide(.outside, "\(navigation.url.scheme): is opened by another program")
        }
        return .decide(.outside, "\(origin) is not an allowed origin; as a public web page it opens outside")
    }
}
