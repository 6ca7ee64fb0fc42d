// What of a view's state is kept.
// SPDX-License-Identifier: Apache-2.0

/// The kinds of a view's data that `fetchData(of:)` gives, with Apple's numbers.
public struct WKWebViewDataType: OptionSet, Sendable {
    /// Apple's number.
    public let rawValue: UInt

    /// Kinds of Apple's numbers.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// What pages keep for one visit; the engine gives the history alone.
    public static let sessionStorage = WKWebViewDataType(rawValue: 1)
}
