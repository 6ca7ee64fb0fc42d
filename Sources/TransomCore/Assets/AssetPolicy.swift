// What a packaged page may load and reach.
// SPDX-License-Identifier: Apache-2.0

/// What the documents of a packaged page may load and reach, besides the files that they came with.
///
/// It becomes the Content-Security-Policy header of every answer. Scripts are the page's own files in any case: neither
/// inline text nor `eval` nor another origin's script runs.
public struct AssetPolicy: Sendable, Equatable {
    /// The origins that `fetch`, `XMLHttpRequest`, `WebSocket` and `EventSource` may reach.
    public let connections: [OriginRule]
    /// The origins that may stand in frames.
    public let frames: [OriginRule]
    /// The origins that images and media may come from.
    public let media: [OriginRule]
    /// Whether `style` attributes and elements count, which many component libraries write.
    public let allowsInlineStyles: Bool
    /// Whether WebAssembly may be compiled.
    public let allowsWebAssembly: Bool

    /// Says what the documents may load and reach.
    public init(
        connections: [OriginRule] = [], frames: [OriginRule] = [], media: [OriginRule] = [],
        allowsInlineStyles: Bool = false, allowsWebAssembly: Bool = false
    ) {
        self.connections = connections
        self.frames = frames
        self.media = media
        self.allowsInlineStyles = allowsInlineStyles
        self.allowsWebAssembly = allowsWebAssembly
    }

    /// The value of the Content-Security-Policy header.
    public var header: String {
        func own(_ rules: [OriginRule], and words: String...) -> String {
            (["'self'"] + words + rules.map(\.description)).joined(separator: " ")
        }
        return [
            "default-src 'none'",
            "script-src 'self'" + (allowsWebAssembly ? " 'wasm-unsafe-eval'" : ""),
            "worker-src 'self'",
            "style-src 'self'" + (allowsInlineStyles ? " 'unsafe-inline'" : ""),
            "font-src 'self'",
            "img-src " + own(media, and: "data:", "blob:"),
            "media-src " + own(media, and: "blob:"),
            "connect-src " + own(connections),
            "frame-src " + own(frames),
            "manifest-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'self'",
        ].joined(separator: "; ")
    }
}
