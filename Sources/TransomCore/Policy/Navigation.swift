// A navigation with its URL in parts, as the rules see it.
// SPDX-License-Identifier: Apache-2.0

/// A request whose URL has been split once for all rules.
public struct Navigation: Sendable {
    /// What was asked.
    public let request: NavigationRequest
    /// The parts of the URL; of an overlong one only the first 8192 bytes.
    public let url: ParsedURL
    /// How many bytes the URL has.
    public let length: Int

    init(_ request: NavigationRequest) {
        self.request = request
        length = request.url.utf8.count
        if length <= NavigationPolicy.maximumLength {
            url = ParsedURL(request.url)
        } else {
            url = ParsedURL(String(decoding: request.url.utf8.prefix(NavigationPolicy.maximumLength), as: UTF8.self))
        }
    }
}
