// Why a manifest of assets is none.
// SPDX-License-Identifier: Apache-2.0

/// Why a manifest of assets is none.
public enum AssetManifestError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It is no JSON.
    case syntax(JSONFault)
    /// Its version is not 1.
    case version
    /// It has no list of files.
    case noFiles
    /// A file has no path, or one that no page could ask for.
    case path(index: Int)
    /// A file has no size.
    case size(path: String)
    /// A file has no hash, or one of another length.
    case hash(path: String)
    /// A file is there twice.
    case duplicate(path: String)
    /// There is no `index.html`.
    case noIndex

    /// One sentence.
    public var description: String {
        switch self {
        case .syntax(let fault): "it is no JSON: \(fault)"
        case .version: "its \"version\" is not 1"
        case .noFiles: "it has no list \"files\""
        case .path(let index): "files[\(index)].path is not the path of a visible file, such as \"js/app.js\""
        case .size(let path): "\(quoted(path)): \"size\" is not a number of bytes"
        case .hash(let path): "\(quoted(path)): \"sha256\" is not 64 lower-case hexadecimal digits"
        case .duplicate(let path): "\(quoted(path)) is there twice"
        case .noIndex: "it has no \"index.html\""
        }
    }
}
