// Kinds of media.
// SPDX-License-Identifier: Apache-2.0

/// Kinds of media, with Apple's numbers.
public struct WKAudiovisualMediaTypes: OptionSet, Sendable {
    /// Apple's number.
    public let rawValue: UInt

    /// Kinds of Apple's numbers.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// What is heard.
    public static let audio = WKAudiovisualMediaTypes(rawValue: 1)
    /// What is seen.
    public static let video = WKAudiovisualMediaTypes(rawValue: 2)
    /// Everything.
    public static let all = WKAudiovisualMediaTypes(rawValue: UInt.max)
}
