// Why a list of return paths is none.
// SPDX-License-Identifier: Apache-2.0

/// Why a list of return paths is none.
public enum ReturnPathsError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A single path is not an https origin with a path.
    case form
    /// The file is no JSON.
    case json
    /// The file has no `applinks.details` with paths or components.
    case noDetails
    /// A pattern or a component is not of Apple's form.
    case pattern

    /// The problem in one sentence.
    public var description: String {
        switch self {
        case .form: "a return path is an https origin with a path, such as https://shop.example/return/*"
        case .json: "the apple-app-site-association file is no JSON of at most 128 KiB"
        case .noDetails: "the apple-app-site-association file has no applinks.details with components or paths"
        case .pattern:
            "a component has \"/\", \"?\", \"#\", exclude, caseSensitive, percentEncoded and comment; patterns are ASCII texts "
                + "of at most 1024 characters without $(…)"
        }
    }
}
