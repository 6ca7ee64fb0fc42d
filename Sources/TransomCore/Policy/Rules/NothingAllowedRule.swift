// Refuses everything where no origin is allowed.
// SPDX-License-Identifier: Apache-2.0

/// Without an allow rule there is no page that could lead anywhere.
struct NothingAllowedRule: NavigationRule {
    let name = "nothing-allowed"

    func evaluate(_ navigation: Navigation, under policy: NavigationPolicy) -> NavigationVerdict {
        policy.allow.isEmpty ? .decide(.blocked, "no origin is allowed at all") : .pass("some origins are allowed")
    }
}
