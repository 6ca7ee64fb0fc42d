// Where links to an integration's documents lead.
// SPDX-License-Identifier: Apache-2.0

/// Where links to an integration's documents lead, such as the wording of a policy.
///
/// They are opened outside unless the user asks for them in a closable view over the page; that view has no handlers
/// and no scripts, and goes to these origins alone.
public struct DocumentsDeclaration: Sendable, Equatable {
    /// The origins that such a view may show.
    public let origins: OriginSet

    /// Declares origins of documents.
    public init(origins: OriginSet) { self.origins = origins }
}
