// Keeps telephone links from sending service codes.
// SPDX-License-Identifier: Apache-2.0

/// A telephone link is a number.
///
/// Codes with `*` or `#` are commands to the network or the telephone.
struct TelephoneRule: NavigationRule {
    let name = "telephone"

    func evaluate(_ navigation: Navigation, under policy: NavigationPolicy) -> NavigationVerdict {
        let scheme = navigation.url.scheme
        guard scheme == "tel" || scheme == "sms" || scheme == "callto" else { return .pass("no telephone link") }
        let rest = PercentEncoding.decode(navigation.url.bytes[(scheme.utf8.count + 1)...])
        guard !rest.contains(UInt8(ascii: "*")), !rest.contains(UInt8(ascii: "#")) else {
            return .decide(.blocked, "a number with * or # is a command to the network")
        }
        return .pass("a plain number")
    }
}
