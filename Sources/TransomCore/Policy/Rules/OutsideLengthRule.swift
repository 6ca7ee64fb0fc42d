// Keeps overlong URLs from leaving.
// SPDX-License-Identifier: Apache-2.0

/// A URL that leaves has at most 2048 bytes.
struct OutsideLengthRule: NavigationRule {
    let name = "outside-length"

    func evaluate(_ navigation: Navigation, under policy: NavigationPolicy) -> NavigationVerdict {
        let maximum = NavigationPolicy.maximumOutsideLength
        guard navigation.length > maximum else { return .pass("short enough to leave") }
        return .decide(.blocked, "the URL has \(navigation.length) bytes; one that leaves has at most \(maximum)")
    }
}
