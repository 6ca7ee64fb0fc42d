// Follows references to secrets.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Synchronization

/// Follows references to secrets.
///
/// A secret is fetched anew for every opening and never kept, but for variables of the environment: those are taken out
/// of it when the resolver is made, so that no child process inherits them, and held here. (`/proc/PID/environ` keeps the
/// start value for the same user; `file:` and `credential:` do not have that weakness.)
public final class SecretResolver: Sendable {
    private let limits: Limits
    private let clock: any HostClock
    private let credentialsDirectory: String?
    private let variables: [String: SecretValue]

    /// Takes the variables that are named out of the environment.
    ///
    /// Call it on the main thread before any other thread runs: `unsetenv(3)` and `getenv(3)` do not go together.
    ///
    /// - Parameters:
    ///   - references: all that may be followed later.
    ///   - limits: for the deadline and the length.
    ///   - clock: for the deadline.
    public init(
        _ references: [SecretReference], limits: Limits = .standard, clock: any HostClock = SystemHostClock()
    ) {
        self.limits = limits
        self.clock = clock
        var variables: [String: SecretValue] = [:]
        for case .environment(let name) in references {
            if let value = getenv(name), value.pointee != 0 { variables[name] = SecretValue(String(cString: value)) }
        }
        for name in variables.keys { unsetenv(name) }
        self.variables = variables
        credentialsDirectory = getenv("CREDENTIALS_DIRECTORY").map { String(cString: $0) }
    }

    /// Fetches a secret; a program runs off the calling thread and has ``Limits/secretDeadline``.
    ///
    /// - Parameters:
    ///   - reference: where it comes from.
    ///   - request: what a program is told.
    /// - Throws: why it could not be had.
    public func resolve(_ reference: SecretReference, for request: SecretRequest) async throws(SecretError)
        -> SecretValue
    {
        switch reference {
        case .environment(let name):
            guard let value = variables[name] else { throw .variableNotSet(name) }
            return try line(Array(value.reveal().utf8), of: reference)
        case .file(let path):
            return try read(path, reference)
        case .credential(let name):
            guard let credentialsDirectory else { throw .noCredentials(name) }
            return try read(credentialsDirectory + "/" + name, reference)
        case .command(let arguments):
            let command = SecretCommand(arguments: arguments, limits: limits, clock: clock)
            let input = Array((JSONText.encode(request.json) + "\n").utf8)
            let result = await withCheckedContinuation { continuation in
                DispatchQueue.global().async { continuation.resume(returning: command.run(input: input)) }
            }
            return try line(try result.get(), of: reference)
        case .https:
            throw .notYetAvailable(reference)
        }
    }

    private func read(_ path: String, _ reference: SecretReference) throws(SecretError) -> SecretValue {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(reference, code: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(reference) }
        var bytes = [UInt8](repeating: 0, count: limits.secretBytes + 2)
        var length = 0
        while length < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress?.advanced(by: length), buffer.count - length)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(reference, code: errno) }
            if count == 0 { break }
            length += count
        }
        return try line(Array(bytes[..<length]), of: reference)
    }

    /// One line without its end.
    private func line(_ bytes: [UInt8], of reference: SecretReference) throws(SecretError) -> SecretValue {
        var bytes = bytes
        if bytes.last == 0x0A { bytes.removeLast() }
        if bytes.last == 0x0D { bytes.removeLast() }
        guard !bytes.isEmpty else { throw .empty(reference) }
        guard bytes.count <= limits.secretBytes else { throw .tooLong(reference, limit: limits.secretBytes) }
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else { throw .notOneLine(reference) }
        return SecretValue(text)
    }
}
