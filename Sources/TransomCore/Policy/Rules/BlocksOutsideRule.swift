// Keeps everything from leaving a kiosk.
// SPDX-License-Identifier: Apache-2.0

/// Nothing opens outside where there is no outside.
struct BlocksOutsideRule: NavigationRule {
    let name = "kiosk"

    func evaluate(_ navigation: Navigation, under policy: NavigationPolicy) -> NavigationVerdict {
        policy.blocksOutside
            ? .decide(.blocked, "it could be opened outside, but nothing leaves this host")
            : .pass("things may leave this host")
    }
}
