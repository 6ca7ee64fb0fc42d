// A forwarder of a page's own window.postMessage, as it is written on a command line.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// A forwarder of a page's own `window.postMessage`, as it is written on a command line: `SOURCE:HANDLER`.
struct PageForward: Equatable {
    /// What is possible, in words that stand after "is not".
    static let expectation = "SOURCE:HANDLER with the name of one of the handlers and a SOURCE of 1 to 64 bytes"

    let source: String
    let handler: String

    /// Reads a forwarder; the handler is what stands after the last colon.
    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        source = String(text[..<colon])
        handler = String(text[text.index(after: colon)...])
        guard (1...64).contains(source.utf8.count) else { return nil }
    }

    /// The script that forwards, for documents of these origins.
    ///
    /// Source and handler are its arguments, not its text.
    func script(origins: OriginSet) -> ScriptDeclaration {
        ScriptDeclaration(
            .resource("web_dist/bridge/forwarder.js"), origins: origins,
            arguments: [
                "TRANSOM_FORWARD_SOURCE": .string(source), "TRANSOM_FORWARD_HANDLER": .string(handler),
            ])
    }
}
