// Looks whether an event that is waited for can come.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import TransomCore

/// The pattern of `--until`, held against the events that a run can give.
nonisolated struct AwaitedEvent {
    /// The pattern, as in the shell.
    let pattern: String
    /// The integration whose events and the host's are possible.
    let integration: any Integration.Type

    private var types: [String] { EventCatalogue(integration).declarations.map(\.type) }

    /// A sentence where nothing can match, with the nearest type; nothing where something can.
    var warning: String? {
        guard !types.contains(where: canMatch) else { return nil }
        let words = types.map { $0.hasSuffix(".*") ? String($0.dropLast(2)) : $0 }
        let given = pattern.filter { $0 != "*" }
        let hint = NearestName.suggestion(for: given, in: words).map { "; did you mean \($0)?" } ?? ""
        return "--until \(TransomCore.quoted(pattern)) matches no event of \(integration.name) or of the host\(hint) "
            + "(transom integrations \(integration.name) lists them)"
    }

    /// Whether an event of that declaration can match; of two patterns, whether their beginnings agree.
    private func canMatch(_ type: String) -> Bool {
        guard type.hasSuffix("*") else { return fnmatch(pattern, type, 0) == 0 }
        let declared = type.utf8.dropLast()
        let beginning = pattern.utf8.prefix { !"*?[\\".utf8.contains($0) }
        if beginning.count == pattern.utf8.count { return beginning.starts(with: declared) }
        return beginning.starts(with: declared) || declared.starts(with: beginning)
    }
}
