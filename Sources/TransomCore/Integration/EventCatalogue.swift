// All kinds of events of one run, and whether an event is one of them.
// SPDX-License-Identifier: Apache-2.0

/// All kinds of events of one run, and whether an event is one of them.
///
/// Tests hold every event of every run against it.
public struct EventCatalogue: Sendable {
    /// The kinds of events.
    public let declarations: [EventDeclaration]

    /// The events of an integration, those of what its page may open as sheets, and those of the host itself.
    public init(_ integration: any Integration.Type) {
        declarations = integration.events + integration.sheets.flatMap { $0.events } + HostEvents.all
    }

    /// The kind of an event: the one with exactly its type, else the first whose pattern it matches, else nothing.
    ///
    /// - Parameter type: the type of an event.
    public func declaration(of type: String) -> EventDeclaration? {
        declarations.first { $0.type == type }
            ?? declarations.first { declaration in
                declaration.type.hasSuffix("*") && type.utf8.count >= declaration.type.utf8.count
                    && type.utf8.starts(with: declaration.type.utf8.dropLast())
            }
    }

    /// Everything about an event that its kind does not allow, a sentence each; empty where it is as declared.
    ///
    /// - Parameters:
    ///   - type: the type of the event.
    ///   - data: what it carries.
    public func mismatches(type: String, data: JSONValue) -> [String] {
        guard let declaration = declaration(of: type) else { return ["\(quoted(type)) is no type of this run"] }
        return declaration.data.mismatches(in: data).map { "\(type): \($0)" }
    }
}
