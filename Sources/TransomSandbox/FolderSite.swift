// A folder of files at an origin: a user's own build where it will run one day.
// SPDX-License-Identifier: Apache-2.0

public import TransomCore

/// A folder of files at an origin: a user's own build where it will run one day.
///
/// Files are served as they are, with their media type; a folder's address gives its `index.html`, and no folder is ever
/// listed. Where there is no file, a page that is loaded gets the `index.html` at the top: an application with routes of
/// its own answers at all of them, as it does behind a development server. That is a GET or HEAD that accepts `text/html`,
/// for a path whose last part has no dot; a missing script, image or JSON stays 404.
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
        case .nothing:
            guard Self.isRoute(request), case .file(let index) = folder.find("/") else { return .notFound }
            return folder.response(with: index)
        }
    }

    /// Whether this could be a route of the page at the top.
    private static func isRoute(_ request: SandboxRequest) -> Bool {
        let last = request.path.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }
        return !last.contains(UInt8(ascii: ".")) && request.acceptsHTML
    }
}
