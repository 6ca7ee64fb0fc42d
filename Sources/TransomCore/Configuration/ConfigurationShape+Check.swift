// Holds values of a configuration against what they may be.
// SPDX-License-Identifier: Apache-2.0

extension ConfigurationShape {
    /// Adds everything that is wrong with a value.
    ///
    /// - Parameters:
    ///   - node: the value.
    ///   - place: where an editor is sent: the key, or the value where it has none.
    ///   - path: the value's path.
    ///   - profile: whether this machine may be named.
    ///   - mistakes: gets what is wrong.
    func check(
        _ node: ConfigurationNode, at place: ConfigurationPlace, path: String, profile: RuleProfile,
        _ mistakes: inout [ConfigurationMistake]
    ) {
        func invalid(_ possible: String) {
            let given = isSecret ? "no text" : Self.shown(node)
            mistakes.append(ConfigurationMistake(.invalid(given: given, possible: possible), at: place, path: path))
        }
        switch self {
        case .integer(let range, let unit):
            guard case .scalar(.integer(let value)) = node.content, let value = Int(exactly: value),
                range.contains(value)
            else { return invalid("\(unit) from \(range.lowerBound) to \(range.upperBound) are possible") }
        case .seconds(let range):
            guard let value = node.number, range.contains(value) else {
                return invalid(
                    "seconds from \(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound)) are possible")
            }
        case .oneOf(let values):
            guard case .scalar(.integer(let value)) = node.content, values.contains(Int(value)) else {
                return invalid("\(Self.list(values.map(String.init))) are possible")
            }
        case .word(let words):
            guard let text = node.text, words.contains(text) else {
                let near = node.text.flatMap { NearestName.suggestion(for: $0, in: words) }
                let hint = near.map { "did you mean \"\($0)\"? " } ?? ""
                return invalid(hint + "\(Self.list(words.map { "\"\($0)\"" })) are possible")
            }
        case .text(let kind):
            guard let text = node.text else { return invalid(kind.possible) }
            let name = String(path.split(separator: ".").last ?? "NAME")
            if let problem = kind.problem(in: text, name: name, profile: profile) {
                mistakes.append(ConfigurationMistake(problem, at: place, path: path))
            }
        case .parameter(let declaration): checkParameter(declaration, node, at: place, path, profile, &mistakes)
        case .list(let element, let maximum):
            guard case .array(let elements) = node.content else { return invalid("an array [ … ] is possible") }
            guard elements.count <= maximum else {
                mistakes.append(
                    ConfigurationMistake(.tooMany(count: elements.count, maximum: maximum), at: place, path: path))
                return
            }
            for (index, value) in elements.enumerated() {
                element.check(value, at: value.place, path: "\(path)[\(index)]", profile: profile, &mistakes)
            }
        case .object(let fields):
            guard case .object(let members) = node.content else { return invalid("an object { … } is possible") }
            for member in members {
                let memberPath = ConfigurationPath.member(path, member.name)
                guard let field = fields.first(where: { $0.name == member.name }) else {
                    let names = fields.map(\.name)
                    let near = NearestName.suggestion(for: member.name, in: names)
                    mistakes.append(
                        ConfigurationMistake(
                            .unknownKey(suggestion: near, possible: names), at: member.place, path: memberPath))
                    continue
                }
                field.shape.check(member.value, at: member.place, path: memberPath, profile: profile, &mistakes)
            }
        }
    }

    private func checkParameter(
        _ declaration: ParameterDeclaration, _ node: ConfigurationNode, at place: ConfigurationPlace, _ path: String,
        _ profile: RuleProfile, _ mistakes: inout [ConfigurationMistake]
    ) {
        let values = ConfigurationParameter.texts(node)
        let kind = declaration.kind
        if values.isEmpty || values.count > 1 && !declaration.isRepeatable {
            let several = declaration.isRepeatable ? ", or an array of them," : ""
            let possible = "\(kind.expectation)\(several) is possible"
            mistakes.append(
                ConfigurationMistake(.invalid(given: Self.shown(node), possible: possible), at: place, path: path))
            return
        }
        for value in values where !kind.accepts(value, profile: profile) {
            let given = quoted(kind == .url ? Redaction.url(value) : value)
            mistakes.append(
                ConfigurationMistake(
                    .invalid(given: given, possible: kind.expectation + " is possible"), at: place, path: path))
        }
    }

    private var isSecret: Bool {
        guard case .text(.secret) = self else { return false }
        return true
    }

    /// A value as a sentence shows it.
    private static func shown(_ node: ConfigurationNode) -> String {
        switch node.content {
        case .scalar(.string(let text)): quoted(text)
        case .scalar(let value): JSONText.encode(value)
        case .array: "an array"
        case .object: "an object"
        }
    }

    private static func plain(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String(number)
    }

    /// Words as a sentence has them: `a`, `a and b`, `a, b and c`.
    private static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "nothing" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}
