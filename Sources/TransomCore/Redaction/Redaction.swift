// The one place where secrets are kept out of what the host writes.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Keeps the secrets of a run out of events, logs, titles and errors.
///
/// There are two layers. URLs are cut to what may be shown before an event is made (`origin(of:)`, `url(_:)`), so that
/// a secret nobody has registered is gone with the query. And every text that leaves the host goes through
/// `redact(_:)`, which replaces the values that were registered, in whatever encoding they appear.
///
/// One value serves a run. It may be used from any thread; registering is seen by every later call.
public final class Redaction: Sendable {
    /// What stands in the place of a secret.
    public static let placeholder = "‹redacted›"

    /// A value of fewer bytes is too short to be replaced without ruining every text; it is not registered.
    public static let minimumLength = 4
    /// A value of fewer bytes is replaced only where it stands alone, and not within a longer word or number.
    static let standaloneLength = 8

    /// How many passing values are kept.
    static let maximumPassing = 512

    private struct Known {
        /// The longest first, so that a value within another one does not leave the rest behind.
        var patterns: [SecretPattern] = []
        /// Whether an occurrence can begin with a byte; most bytes of a text are passed over by this alone.
        var begins = [Bool](repeating: false, count: 256)
        /// Those that were minted for one session, the one that was met last at the end.
        var passing: [SecretPattern] = []

        mutating func add(_ pattern: SecretPattern, isPassing: Bool) {
            if let index = passing.firstIndex(of: pattern) {
                passing.remove(at: index)
            } else {
                guard !patterns.contains(pattern) else { return }
                patterns.append(pattern)
                patterns.sort { $0.bytes.count > $1.bytes.count }
                for byte in pattern.firstBytes { begins[Int(byte)] = true }
            }
            guard isPassing else { return }
            passing.append(pattern)
            guard passing.count > Redaction.maximumPassing else { return }
            let oldest = passing.removeFirst()
            patterns.removeAll { $0 == oldest }
        }
    }

    private let known = Mutex(Known())

    /// A redaction that knows no secret yet.
    public init() {}

    /// Registers a value that must not be shown in this run.
    ///
    /// Register a secret the moment it is read, before anything can be written about it.
    ///
    /// A host that runs for months meets a value for every session. Of those that pass with their session the 512 that were
    /// met last are kept; all others are kept for the whole run.
    ///
    /// - Parameters:
    ///   - secret: The value itself.
    ///   - isPassing: Whether it was made for one session, and is worth nothing long before 512 others have followed it.
    /// - Returns: False where the value has fewer than four bytes and cannot be told from ordinary text: do not show
    ///   anything that is made from it.
    @discardableResult
    public func add(secret: String, isPassing: Bool = false) -> Bool {
        guard secret.utf8.count >= Self.minimumLength else { return false }
        let pattern = SecretPattern(secret)
        known.withLock { $0.add(pattern, isPassing: isPassing) }
        return true
    }

    private static func end(of patterns: [SecretPattern], in text: EncodedText, at index: Int) -> Int? {
        for pattern in patterns {
            if let end = pattern.match(in: text, at: index) { return end }
        }
        return nil
    }

    /// How many values are registered.
    public var count: Int { known.withLock { $0.patterns.count } }

    /// `text` with every occurrence of a registered value replaced by `‹redacted›`.
    ///
    /// A value is found as it is, percent-encoded in any case and to any depth, with `+` for a space, and escaped for
    /// JSON to any depth, even where these are mixed within one occurrence. A text without a secret is returned as it
    /// came.
    public func redact(_ text: String) -> String {
        let known = known.withLock { $0 }
        guard !known.patterns.isEmpty else { return text }
        var text = text
        return text.withUTF8 { bytes in
            var output: [UInt8]?
            var copied = 0
            var index = 0
            while index < bytes.count {
                guard known.begins[Int(bytes[index])],
                    let end = Self.end(of: known.patterns, in: EncodedText(bytes: bytes), at: index)
                else {
                    index += 1
                    continue
                }
                output = output ?? []
                output?.append(contentsOf: bytes[copied..<index])
                output?.append(contentsOf: Self.placeholder.utf8)
                index = end
                copied = end
            }
            guard var output else { return String(decoding: bytes, as: UTF8.self) }
            output.append(contentsOf: bytes[copied...])
            return String(decoding: output, as: UTF8.self)
        }
    }
}
