// Why the host's own files are not there.
// SPDX-License-Identifier: Apache-2.0

/// Why the host's own files are not there.
public enum ResourceFolderError: Error, Equatable, Sendable, CustomStringConvertible {
    /// None of these folders holds them.
    case notFound(tried: [String])
    /// A name that leads out of the folder or is none.
    case name(given: String)
    /// There is no such file, or it cannot be read.
    case missing(path: String)

    /// The error in one sentence.
    public var description: String {
        switch self {
        case .notFound(let tried):
            "the host's files (a folder with \(ResourceFolder.mark) in it) are in none of: "
                + tried.joined(separator: ", ") + "; set TRANSOM_RESOURCES or install them again"
        case .name(let given): "\(quoted(given)) is not the name of a file among the host's files"
        case .missing(let path): "\(path) is missing or cannot be read; install the host's files again"
        }
    }
}
