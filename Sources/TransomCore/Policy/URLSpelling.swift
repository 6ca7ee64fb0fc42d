// Who has spelled a URL.
// SPDX-License-Identifier: Apache-2.0

/// How far the spelling of a URL can be trusted.
public enum URLSpelling: String, Hashable, Sendable {
    /// A person or a page wrote it: a message, the command line, a configuration, a return link. It is refused where
    /// two parsers could read it differently.
    case raw
    /// The engine has parsed and serialised it, as in a policy decision. Characters that the serialiser leaves alone
    /// are no reason to refuse it.
    case canonical
}
