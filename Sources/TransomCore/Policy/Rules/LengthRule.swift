// Refuses empty and overlong URLs.
// SPDX-License-Identifier: Apache-2.0

/// A URL has 1 to 8192 bytes.
struct LengthRule: NavigationRule {
    let name = "length"

    func evaluate(_ navigation: Navigation, under policy: NavigationPolicy) -> NavigationVerdict {
        if navigation.length == 0 { return .decide(.blocked, "the URL is empty") }
        if navigation.length > NavigationPolicy.maximumLength {
            return .decide(
                .blocked,
                "the URL has \(navigation.length) bytes; at most \(NavigationPolicy.maximumLength) are possible")
        }
        return .pass("the length is in bounds")
    }
}
