// Blocks schemes that may not leave the host.
// SPDX-License-Identifier: Apache-2.0

/// https and http leave where the policy says so, other schemes where they are listed.
///
/// `app` and `about` never do.
struct OutsideSchemesRule: NavigationRule {
    let name = "outside-schemes"

    func evaluate(_ navigation: Navigation, under policy: NavigationPolicy) -> NavigationVerdict {
        let scheme = navigation.url.scheme
        switch scheme {
        case "https", "http":
            guard policy.opensPublicWebOutside else {
                return .decide(.blocked, "it is not an allowed origin, and web pages are not opened outside")
            }
            return .pass("web pages may be opened outside")
        case "app", "about":
            return .decide(.blocked, "\(scheme): is shown by this host or not at all")
        default:
            guard policy.outsideSchemes.contains(scheme) else {
                return .decide(.blocked, "\(quoted(scheme)) is not among the schemes that may be opened outside")
            }
        }
        let rest = navigation.url.bytes[(scheme.utf8.count + 1)...].drop { $0 == UInt8(ascii: "/") }
        if rest.first == UInt8(ascii: "-") {
            return .decide(
                .blocked, "what follows \(scheme): begins with a hyphen, which a program could take for an option")
        }
        return .pass("\(scheme): may be opened outside")
    }
}
