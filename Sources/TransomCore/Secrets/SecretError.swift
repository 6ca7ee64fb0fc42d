// Why a secret could not be had.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Why a secret could not be had; no case carries anything that was read.
public enum SecretError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The variable is not set, or was set to nothing.
    case variableNotSet(String)
    /// A file cannot be read.
    case unreadable(SecretReference, code: Int32)
    /// What the path names is not a regular file.
    case notAFile(SecretReference)
    /// There is no `$CREDENTIALS_DIRECTORY`: the host does not run as a unit with credentials.
    case noCredentials(String)
    /// A program cannot be started.
    case cannotStart(program: String, code: Int32)
    /// A program ended with a status other than 0, or by a signal.
    case failed(program: String, status: Int32)
    /// A program gave no answer in time.
    case timeout(program: String, deadline: Duration)
    /// What was read is empty.
    case empty(SecretReference)
    /// What was read is longer than a secret may be.
    case tooLong(SecretReference, limit: Int)
    /// What was read is more than one line, or not UTF-8.
    case notOneLine(SecretReference)
    /// References of that kind cannot be followed yet.
    case notYetAvailable(SecretReference)

    /// The error in one sentence.
    public var description: String {
        switch self {
        case .variableNotSet(let name): "env:\(name): the variable is not set; export it before the host starts"
        case .unreadable(let reference, let code): "\(reference): cannot be read: \(String(cString: strerror(code)))"
        case .notAFile(let reference): "\(reference): is not a regular file; name the file that holds the secret"
        case .noCredentials(let name):
            "credential:\(name): $CREDENTIALS_DIRECTORY is not set; use LoadCredential= in the unit"
        case .cannotStart(let program, let code):
            "command:\(program): cannot be started: \(String(cString: strerror(code)))"
        case .failed(let program, let status): "command:\(program): ended with status \(status); 0 is expected"
        case .timeout(let program, let deadline): "command:\(program): gave no answer in \(deadline)"
        case .empty(let reference): "\(reference): is empty; one line is expected"
        case .tooLong(let reference, let limit): "\(reference): is longer than \(limit) bytes"
        case .notOneLine(let reference): "\(reference): is not one line of UTF-8"
        case .notYetAvailable(let reference):
            "\(reference): secrets from a service are not available yet; use command: with a program that asks it"
        }
    }
}
