// A value that an integration takes from its user.
// SPDX-License-Identifier: Apache-2.0

/// A value that an integration takes from its user: `--param NAME=VALUE`, or `--secret NAME=REF`.
public struct ParameterDeclaration: Sendable, Equatable {
    /// The name, the vendor's own where it has one.
    public let name: String
    /// What it is for, in a few words.
    public let summary: String
    /// Which values are possible.
    public let kind: ParameterKind
    /// The environments in which it must be given.
    public let requiredIn: Set<RunEnvironment>
    /// The value where none is given and none is required; nothing where it is then left out.
    public let standard: String?
    /// Whether it is given as a reference with `--secret` and never shown.
    public let isSecret: Bool
    /// Whether it may be given several times.
    public let isRepeatable: Bool
    /// Whether only the run may give it, and never a page that opens the integration: it names a file of the machine, or
    /// widens what the integration may do.
    public let isForRunOnly: Bool
    /// The option that gives it, where there is one of its own, such as `--url`.
    public let option: String?

    /// Declares a parameter.
    ///
    /// - Parameters:
    ///   - name: the vendor's own name where it has one.
    ///   - summary: a few words.
    ///   - kind: which values are possible.
    ///   - requiredIn: the environments in which it must be given.
    ///   - standard: the value where none is given.
    ///   - isSecret: whether it is given as a reference and never shown.
    ///   - isRepeatable: whether it may be given several times.
    ///   - isForRunOnly: whether a page that opens the integration may not give it.
    ///   - option: an option of its own, with its dashes.
    public init(
        _ name: String, _ summary: String, kind: ParameterKind = .text(maximumBytes: 256),
        requiredIn: Set<RunEnvironment> = [], standard: String? = nil, isSecret: Bool = false,
        isRepeatable: Bool = false, isForRunOnly: Bool = false, option: String? = nil
    ) {
        self.name = name
        self.summary = summary
        self.kind = kind
        self.requiredIn = requiredIn
        self.standard = standard
        self.isSecret = isSecret
        self.isRepeatable = isRepeatable
        self.isForRunOnly = isForRunOnly
        self.option = option
    }

    /// How the parameter is given on a command line, as it stands in hints.
    public var hint: String {
        if let option { return option + " …" }
        return isSecret ? "--secret \(name)=env:NAME" : "--param \(name)=…"
    }
}
