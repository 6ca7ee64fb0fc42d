// How a path in a configuration is shown.
// SPDX-License-Identifier: Apache-2.0

/// How a path in a configuration is shown, such as `session.idleResetAfter` or `policy.allow[2]`.
enum ConfigurationPath {
    /// The path of a member.
    static func member(_ path: String, _ name: String) -> String {
        shown(path.isEmpty ? name : path + "." + name)
    }

    /// A path as it may stand in a sentence: a key of strange characters, or a very long one, stands in quotation marks.
    static func shown(_ path: String) -> String {
        let isPlain = path.utf8.count <= 120 && path.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 }
        return isPlain ? path : quoted(path)
    }
}
