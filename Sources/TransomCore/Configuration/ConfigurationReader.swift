// Makes a configuration from its files, or says everything that is wrong with them.
// SPDX-License-Identifier: Apache-2.0

/// Makes a configuration from its files, or says everything that is wrong with them.
///
/// It reads no file and follows no secret.
public struct ConfigurationReader: Sendable {
    /// What stands in a draft where somebody has to write something.
    public static let placeholder = "FILL-IN"

    /// The integrations there are.
    private let integrations: [any Integration.Type]
    private let shape: ConfigurationShape

    /// Makes a reader.
    ///
    /// - Parameter integrations: those that the host has.
    public init(integrations: [any Integration.Type]) {
        self.integrations = integrations
        shape = ConfigurationTable.shape(of: integrations)
    }

    /// The JSON Schema (2020-12) of a configuration file, for editors.
    public var schema: JSONValue { ConfigurationShape.document(integrations) }

    /// Reads files, each over those before it: objects merge, everything else is replaced.
    ///
    /// - Parameter files: one at least.
    /// - Throws: everything that is wrong, at once.
    public func read(_ files: [ConfigurationFile]) throws(ConfigurationMistakes) -> ConfigurationDocument {
        var mistakes: [ConfigurationMistake] = []
        var trees: [ConfigurationNode] = []
        for file in files {
            var scanner = ConfigurationScanner(file.bytes, file: file.name)
            do throws(ConfigurationMistake) {
                trees.append(try scanner.document())
                mistakes += scanner.mistakes
            } catch {
                mistakes += scanner.mistakes + [error]
            }
        }
        let isWhole = trees.count == files.count
        guard let first = trees.first else { throw ConfigurationMistakes(mistakes) }
        let tree = trees.dropFirst().reduce(first) { $0.merging($1) }
        let environment = tree["environment"]?.text.flatMap(RunEnvironment.init(rawValue:))
        let profile = IntegrationOptions.profile(of: environment ?? .sandbox)
        for tree in trees { shape.check(tree, at: tree.place, path: "", profile: profile, &mistakes) }
        mistakes = mistakes.map(secretAmongParameters)
        let drafts = Self.drafts(in: tree)
        // What is wrong with the placeholder itself helps nobody.
        mistakes.removeAll { mistake in drafts.contains { $0.path == mistake.path } }
        mistakes += drafts
        let configuration = Configuration(tree, profile: profile)
        // Of a file that cannot be read nobody knows what it holds, so nothing can be said to be missing.
        if isWhole {
            let known = mistakes
            for mistake in ConfigurationRules(configuration, tree, integrations, profile: profile, known: known)
                .mistakes
            where !known.contains(where: { Self.isAbout($0.path, mistake.path) }) {
                mistakes.append(mistake)
            }
        }
        guard mistakes.isEmpty else { throw ConfigurationMistakes(mistakes) }
        return ConfigurationDocument(configuration: configuration, tree: tree, shape: shape)
    }

    /// The values that are still as the draft has them, in the files together: a drop-in may say what another leaves open.
    private static func drafts(
        in node: ConfigurationNode, at place: ConfigurationPlace? = nil, _ path: String = ""
    ) -> [ConfigurationMistake] {
        if node.text == placeholder {
            return [
                ConfigurationMistake(
                    .other("this is still \(placeholder); write what it is, as the line says"), at: place ?? node.place,
                    path: path)
            ]
        }
        return node.members.flatMap { drafts(in: $0.value, at: $0.place, ConfigurationPath.member(path, $0.name)) }
            + node.elements.enumerated().flatMap { drafts(in: $1, at: $1.place, "\(path)[\($0)]") }
    }

    /// Whether one path is the other or within it.
    private static func isAbout(_ path: String, _ other: String) -> Bool {
        path == other || other.hasPrefix(path + ".") || path.hasPrefix(other + ".")
    }

    /// A secret that stands among the parameters is a mistake of its own.
    private func secretAmongParameters(_ mistake: ConfigurationMistake) -> ConfigurationMistake {
        let parts = mistake.path.split(separator: ".").map(String.init)
        guard case .unknownKey = mistake.problem, parts.count == 4, parts[0] == "integrations",
            parts[2] == "parameters", let integration = integrations.first(where: { $0.name == parts[1] }),
            integration.parameters.contains(where: { $0.isSecret && $0.name == parts[3] })
        else { return mistake }
        return ConfigurationMistake(
            .other(
                "this is a secret, which is not written where others can read it; write integrations.\(parts[1])"
                    + ".secrets.\(parts[3]): \"credential:NAME\" or \"file:/PATH\""),
            at: mistake.place, path: mistake.path)
    }
}
