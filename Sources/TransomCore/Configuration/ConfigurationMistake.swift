// One mistake in a configuration.
// SPDX-License-Identifier: Apache-2.0

/// One mistake in a configuration, with its place.
public struct ConfigurationMistake: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong.
    public enum Problem: Sendable, Equatable {
        /// The file cannot be read, or not as text; the reason and what is possible, in words.
        case file(String)
        /// The text is not JSON5 from here on.
        case syntax(expected: String)
        /// A value that cannot be; what was given as it may be shown.
        case invalid(given: String, possible: String)
        /// A key that there is not.
        case unknownKey(suggestion: String?, possible: [String])
        /// A key that stands in its object already.
        case duplicateKey(line: Int)
        /// Something that must be there.
        case missing(possible: String)
        /// A secret that is not a reference; the name stands in the way to write it.
        case secret(name: String, SecretReferenceError)
        /// An array with too many elements.
        case tooMany(count: Int, maximum: Int)
        /// Anything else, in words that stand after the path and a colon.
        case other(String)
    }

    /// Where it is.
    public let place: ConfigurationPlace
    /// Which value it is about, such as `session.idleResetAfter`; empty for the file itself.
    public let path: String
    /// What is wrong.
    public let problem: Problem

    /// Makes a mistake.
    public init(_ problem: Problem, at place: ConfigurationPlace, path: String = "") {
        self.problem = problem
        self.place = place
        self.path = path
    }

    /// The mistake as a line: `kiosk.json5:7:3: session.idleResetAfter is -5; seconds from 5 to 86400 are possible`.
    public var description: String {
        let head = "\(place): "
        let subject = path.isEmpty ? "the file" : path
        switch problem {
        case .file(let words): return head + words
        case .syntax(let expected): return head + "this is not JSON5; \(expected) is possible here"
        case .invalid(let given, let possible): return head + "\(subject) is \(given); \(possible)"
        case .unknownKey(let suggestion, let possible):
            let hint = suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
            let names = possible.isEmpty ? "none is possible here" : "possible: " + possible.joined(separator: ", ")
            return head + "\(subject) is no key that there is\(hint) (\(names))"
        case .duplicateKey(let line):
            return head + "\(subject) is there twice, first in line \(line); once is possible"
        case .missing(let possible): return head + "\(subject) is missing; \(possible)"
        case .secret(let name, let error):
            return head + Self.replacing(name, with: subject, in: error.message(name: name))
        case .tooMany(let count, let maximum):
            return head + "\(subject) has \(count) elements; \(maximum) at most are possible"
        case .other(let words): return head + "\(subject): \(words)"
        }
    }

    /// The sentence of a secret begins with its name, and here with its whole path.
    private static func replacing(_ name: String, with path: String, in sentence: String) -> String {
        path + sentence.dropFirst(name.count)
    }
}
