// Refuses hosts that are not spelled canonically.
// SPDX-License-Identifier: Apache-2.0

/// The host of an https, http or app URL has one spelling: letters, digits and hyphens, four decimal numbers, or the
/// shortest IPv6 address.
///
/// In any other URL with an authority no percent escape hides what the host is.
struct HostRule: NavigationRule {
    let name = "host"

    func evaluate(_ navigation: Navigation, under policy: NavigationPolicy) -> NavigationVerdict {
        let url = navigation.url
        guard url.hasAuthority else { return .pass("no host to judge") }
        switch (url.scheme, url.host) {
        case ("https", .failure(let problem)), ("http", .failure(let problem)), ("app", .failure(let problem)):
            return .decide(.blocked, "the host \(quoted(url.hostText)) \(problem)")
        case (_, .success):
            return .pass("the host is \(url.hostText)")
        default:
            guard !url.bytes[url.hostRange].contains(UInt8(ascii: "%")) else {
                return .decide(.blocked, "the host \(quoted(url.hostText)) \(HostProblem.percent)")
            }
            return .pass("the scheme gives its host its own meaning")
        }
    }
}
