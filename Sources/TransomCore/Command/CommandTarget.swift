// Which view or frame a command is for.
// SPDX-License-Identifier: Apache-2.0

/// Which view or frame a command is for.
public enum CommandTarget: Sendable, Equatable, CustomStringConvertible {
    /// The host's main view.
    case main
    /// A popup or a sheet, by the id in its `opened` event.
    case view(id: String)
    /// The frame whose URL matches the glob.
    case frame(url: String)

    /// Reads a target: `main`, an id, or a URL with `://` in it.
    public init(_ text: String) {
        if text == "main" {
            self = .main
        } else if text.contains("://") {
            self = .frame(url: text)
        } else {
            self = .view(id: text)
        }
    }

    /// The target as it is written.
    public var description: String {
        switch self {
        case .main: "main"
        case .view(let id): id
        case .frame(let url): url
        }
    }
}
