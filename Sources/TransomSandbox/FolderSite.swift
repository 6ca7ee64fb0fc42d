// A folder of files at an origin: a user's own build where it will run one day.
// SPDX-License-Identifier: Apache-2.0

public import TransomCore

/// A folder of files at an origin: a user's own build where it will run one day.
///
/// Files are served as they are, with their media type; a folder's address gives its `index.html`, and no folder is ever
/// listed.
public struct FolderSite: SandboxSite {
    /// The origins it is served at.
    public let origins: [Origin]
    private let folder: StaticFolder

    /// Makes a site of a folder.
    ///
    /// - Parameters:
    ///   - origins: https origins with a host name.
    ///   - path: An existing folder; links in it are followed as long as they stay inside.
    /// - Throws: ``SandboxError/noFolder(_:)``.
    public init(_ origins: [Origin], folder path: String) throws(SandboxError) {
        self.origins = origins
        folder = try StaticFolder(path)
    }

    /// Answers with a file.
    public func respond(to request: SandboxRequest) -> SandboxResponse {
        guard request.isRead else { return .methodNotAllowed(allow: ["GET", "HEAD"]) }
        switch folder.find(request.path) {
        case .file(let file): return folder.response(with: file)
        case .folder:
            return .redirect(to: request.path + "/" + (request.query.map { "?" + $0 } ?? ""), status: 301)
        case .nothing: return .notFound
        }
    }
}
