// The address that a run starts at, which may hold secrets.
// SPDX-License-Identifier: Apache-2.0

/// The address that a run starts at, which may hold secrets.
///
/// It shows itself without its query, and gives the whole of it only to ``reveal()``, whose callers are few: the load.
public struct StartURL: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let text: String

    /// Takes an address.
    public init(_ text: String) { self.text = text }

    /// The whole address, to be loaded and never written anywhere.
    public func reveal() -> String { text }

    /// The address up to its query; what was left out is an ellipsis.
    public var description: String {
        guard let end = text.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return text }
        return text[..<end] + "?…"
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Shows nothing but ``description``, to `dump` too.
    public var customMirror: Mirror { Mirror(self, children: ["url": description]) }
}
