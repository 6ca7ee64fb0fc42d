// A configuration with the places that its values came from.
// SPDX-License-Identifier: Apache-2.0

/// A configuration with the places that its values came from.
public struct ConfigurationDocument: Sendable {
    /// A value that is in force.
    public struct Entry: Sendable, Equatable {
        /// The path, such as `session.idleResetAfter`.
        public let path: String
        /// The value as JSON; `‹set›` for a secret.
        public let value: String
        /// Where it stands; nil for a standard.
        public let place: ConfigurationPlace?
    }

    /// The values.
    public let configuration: Configuration
    let tree: ConfigurationNode
    let shape: ConfigurationShape

    /// Everything that is in force, in the order of the table of keys: what the files say, and the standards of the rest.
    public var entries: [Entry] { Self.entries(shape, tree, at: nil, "", standard: nil) }

    /// The place of a value, or of what is nearest around it.
    ///
    /// - Parameter path: such as `staff.pin`.
    public func place(of path: String) -> ConfigurationPlace {
        var (node, place) = (tree, tree.place)
        for name in path.split(separator: ".") {
            guard let member = node.member(String(name)) else { break }
            (node, place) = (member.value, member.place)
        }
        return place
    }

    private static func entries(
        _ shape: ConfigurationShape, _ node: ConfigurationNode?, at place: ConfigurationPlace?, _ path: String,
        standard: JSONValue?
    ) -> [Entry] {
        if case .object(let fields) = shape {
            return fields.flatMap { field in
                let member = node?.member(field.name)
                return entries(
                    field.shape, member?.value, at: member?.place, ConfigurationPath.member(path, field.name),
                    standard: field.standard)
            }
        }
        if let node {
            return [Entry(path: path, value: shape.shown(node.json), place: place)]
        }
        guard let standard else { return [] }
        return [Entry(path: path, value: JSONText.encode(standard), place: nil)]
    }
}

extension ConfigurationShape {
    /// A value as it may be shown.
    fileprivate func shown(_ value: JSONValue) -> String {
        switch self {
        case .text(.secret): "‹set›"
        case .text(.url): JSONText.encode(.string(Redaction.url(value.stringValue ?? "")))
        case .parameter(let declaration) where declaration.kind == .url:
            JSONText.encode(.string(Redaction.url(value.stringValue ?? "")))
        default: JSONText.encode(value)
        }
    }
}
