// The answers of a HAR file at the origins that they came from.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import TransomCore

/// The answers of a HAR file, as a browser or ``TrafficLog`` wrote it, at the origins that they came from.
///
/// A request is answered by the entries of its method and URL: the first at the first time, the next at the next, and the
/// last from then on. What is not among them is 404. Entries that failed, and those that are not https, are passed over.
@MainActor
public final class ArchiveSite: SandboxSite {
    /// The origins it is served at.
    public let origins: [Origin]
    private var answers: [String: [SandboxResponse]] = [:]
    /// Not to be sent again: the body is whole, decoded, and of a known length.
    private nonisolated static let dropped: Set<String> = [
        "content-length", "transfer-encoding", "content-encoding", "connection", "keep-alive", "date", "alt-svc",
        "strict-transport-security",
    ]

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: A HAR document.
    ///   - only: The origin whose answers are wanted; nil for all that are in it.
    /// - Throws: ``SandboxError/archive(path:reason:)``.
    public init(path: String, at only: Origin? = nil) throws(SandboxError) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .archive(path: path, reason: "it cannot be read")
        }
        let document: Document
        do { document = try JSONDecoder().decode(Document.self, from: data) } catch {
            throw .archive(path: path, reason: "it is no HAR document")
        }
        var found: [Origin] = []
        for entry in document.log.entries where (200...599).contains(entry.response.status) {
            let url = ParsedURL(entry.request.url)
            guard let origin = url.origin, origin.scheme == "https", only == nil || only == origin else {
                continue
            }
            if !found.contains(origin) { found.append(origin) }
            let query = url.query.map { "?" + $0 } ?? ""
            let path = url.path.isEmpty ? "/" : url.path
            let key = entry.request.method + " " + origin.description + path + query
            answers[key, default: []].append(Self.response(entry.response))
        }
        origins = found
        guard !found.isEmpty else {
            throw .archive(path: path, reason: "it holds no answer of \(only?.description ?? "an https origin")")
        }
    }

    /// Answers as the file does.
    public func respond(to request: SandboxRequest) -> SandboxResponse {
        let key = request.method + " " + request.url
        guard let list = answers[key], let first = list.first else { return .notFound }
        if list.count > 1 { answers[key]?.removeFirst() }
        return first
    }

    private static func response(_ recorded: Document.Response) -> SandboxResponse {
        let text = recorded.content.text ?? ""
        let body = recorded.content.encoding == "base64" ? Data(base64Encoded: text) ?? Data() : Data(text.utf8)
        var headers = recorded.headers.filter { !dropped.contains($0.name.lowercased()) }
            .map { (name: $0.name, value: $0.value) }
        if !headers.contains(where: { $0.name.lowercased() == "content-type" }), let type = recorded.content.mimeType {
            headers.append((name: "Content-Type", value: type))
        }
        return SandboxResponse(status: recorded.status, headers: headers, body: body)
    }

    /// What of the format is read.
    private struct Document: Decodable {
        struct Log: Decodable { let entries: [Entry] }
        struct Entry: Decodable {
            let request: Request
            let response: Response
        }
        struct Request: Decodable {
            let method: String
            let url: String
        }
        struct Response: Decodable {
            let status: Int
            let headers: [Field]
            let content: Content
        }
        struct Field: Decodable {
            let name: String
            let value: String
        }
        struct Content: Decodable {
            let mimeType: String?
            let text: String?
            let encoding: String?
        }
        let log: Log
    }
}
