// What an observer of a property is told.
// SPDX-License-Identifier: Apache-2.0

/// What the change that an observer is given holds, and when it is called.
///
/// Foundation on Linux has no key-value observing; this is the part of it that observes a web view.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    /// Apple's number.
    public let rawValue: UInt

    /// Options of Apple's numbers.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The change holds the value after it.
    public static let new = NSKeyValueObservingOptions(rawValue: 1)
    /// The change holds the value before it.
    public static let old = NSKeyValueObservingOptions(rawValue: 2)
    /// The observer is called once at once, before `observe` returns.
    public static let initial = NSKeyValueObservingOptions(rawValue: 4)
    /// The observer is called before each change as well.
    public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}
