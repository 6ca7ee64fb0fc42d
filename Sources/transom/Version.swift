// The version of transom.
// SPDX-License-Identifier: Apache-2.0

/// The version of transom, as CHANGELOG.md has it.
nonisolated enum Version {
    /// The version, such as `0.1.0`.
    static let current = "0.1.0"
}
