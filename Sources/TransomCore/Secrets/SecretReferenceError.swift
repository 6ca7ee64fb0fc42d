// Why a text is no reference to a secret.
// SPDX-License-Identifier: Apache-2.0

/// Why a text is no reference to a secret; none of the cases repeats the text, which may be the secret itself.
public enum SecretReferenceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The text does not begin as a reference does, so it is taken for a secret.
    case literal
    /// `env:` without a name.
    case variable
    /// `file:` without a path.
    case path
    /// `credential:` without a name.
    case credential
    /// `command:` without an absolute path.
    case program
    /// `command:` with a character that only a shell would read.
    case shell
    /// `https:` without a canonical URL, with a fragment, or with a secret in its query.
    case url

    /// The error in one sentence.
    public var description: String { message(name: "NAME") }

    /// The error in one sentence, for the secret of that name.
    ///
    /// - Parameter name: the name of the secret, for the way to write it.
    public func message(name: String) -> String {
        switch self {
        case .literal:
            "\(name) is not a reference, and a secret is not written where others can read it; "
                + "write env:NAME, file:PATH, credential:NAME or command:/PROGRAM"
        case .variable: "\(name): env: is followed by the name of a variable, as in env:HUBBLE_SECRET"
        case .path: "\(name): file: is followed by a path, as in file:/run/secrets/hubble"
        case .credential:
            "\(name): credential: is followed by the name of a credential of systemd's, as in credential:hubble"
        case .program:
            "\(name): command: is followed by the absolute path of a program, as in command:/usr/bin/mint-token"
        case .shell:
            "\(name): command: runs without a shell, so quotes, escapes and variables are not read; "
                + "write plain arguments with spaces between"
        case .url: "\(name): https: needs a canonical URL without a fragment and without a secret in its query"
        }
    }
}
