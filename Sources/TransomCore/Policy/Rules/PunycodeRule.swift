// Keeps look-alike hosts from leaving.
// SPDX-License-Identifier: Apache-2.0

/// A host with an `xn--` label shows as other characters than it is spelled with, so only a listed one goes anywhere.
struct PunycodeRule: NavigationRule {
    let name = "punycode"

    func evaluate(_ navigation: Navigation, under policy: NavigationPolicy) -> NavigationVerdict {
        guard let origin = navigation.url.origin else { return .pass("no web page") }
        for label in origin.host.utf8.split(separator: UInt8(ascii: ".")) where label.starts(with: "xn--".utf8) {
            return .decide(
                .blocked, "\(origin.host) has an xn-- label, which may look like another host, and is not listed")
        }
        return .pass("no xn-- label")
    }
}
