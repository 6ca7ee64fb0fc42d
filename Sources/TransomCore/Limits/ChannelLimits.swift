// What one script message handler may carry.
// SPDX-License-Identifier: Apache-2.0

/// What one script message handler may carry.
///
/// The web process holds pages to the same figures; the host checks again, because it trusts no web process. An
/// integration may lower them or raise them up to ``ceiling``.
public struct ChannelLimits: Sendable, Equatable {
    /// Longest message in bytes of UTF-8: the text itself, or the JSON text that the object would have; 1 to 1,048,576.
    public var textBytes: Int
    /// Deepest nesting of arrays and objects, counted from 1 for the outermost; 0 allows scalars alone; 0 to 64.
    public var depth: Int
    /// Most keys in one object; 0 to 1,024.
    public var keys: Int
    /// Messages a second that may be kept up for ever; 1 to 1,000.
    public var rate: Int
    /// Messages that may come at once before the rate counts; 1 to 10,000.
    public var burst: Int

    /// What a handler has unless its declaration says otherwise.
    public static let standard = ChannelLimits(textBytes: 65_536, depth: 32, keys: 64, rate: 200, burst: 1_000)
    /// What no declaration and no configuration may go beyond.
    public static let ceiling = ChannelLimits(textBytes: 1_048_576, depth: 64, keys: 1_024, rate: 1_000, burst: 10_000)

    /// Makes limits; each figure is cut to what is possible, from its least value up to the ceiling.
    ///
    /// - Parameters:
    ///   - textBytes: 1 to 1,048,576 bytes.
    ///   - depth: 0 to 64 levels.
    ///   - keys: 0 to 1,024 an object.
    ///   - rate: 1 to 1,000 messages a second.
    ///   - burst: 1 to 10,000 messages.
    public init(textBytes: Int = 65_536, depth: Int = 32, keys: Int = 64, rate: Int = 200, burst: Int = 1_000) {
        self.textBytes = min(max(textBytes, 1), 1_048_576)
        self.depth = min(max(depth, 0), 64)
        self.keys = min(max(keys, 0), 1_024)
        self.rate = min(max(rate, 1), 1_000)
        self.burst = min(max(burst, 1), 10_000)
    }
}
