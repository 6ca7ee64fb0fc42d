// Where an allow rule is used, since tests may name what a kiosk may not.
// SPDX-License-Identifier: Apache-2.0

/// Which rules are possible.
public enum RuleProfile: String, Sendable {
    /// https and packaged pages; no loopback.
    case production
    /// As production, and a literal loopback address over http or https, which is where test servers listen.
    case test
}
