// What a site of a sandbox answers.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import TransomGLib

/// What a site of a sandbox answers.
public struct SandboxResponse: Sendable {
    /// The status, 200 to 599.
    public var status: Int
    /// The header fields; a name may come more than once.
    ///
    /// `Content-Length` is added.
    public var headers: [(name: String, value: String)]
    /// The body; not sent for HEAD.
    public var body: Data
    /// How long the answer waits, zero or more; the host's own deadlines are tried with it.
    public var delay: Duration = .zero
    /// How many bytes a second the body takes; nil for as fast as it goes.
    var bytesPerSecond: Int?
    /// Where the body, or all of the response, comes from.
    var source = Source.body

    /// Where the body, or all of the response, comes from.
    enum Source: Sendable {
        /// From ``SandboxResponse/body``.
        case body
        /// From a stream, a part at a time.
        case stream(BodyStream)
        /// From work that gives another response.
        case later(@MainActor () async -> SandboxResponse)
        /// From a server of this machine that gets the connection, and all that follows on it.
        case handOver(HandOver, failure: @MainActor () -> SandboxResponse)
        /// From somebody who gets the connection when something is ready.
        case takeOver(ready: @MainActor () async -> Void, take: @MainActor (ObjectRef) -> Void)
        /// From nowhere: the connection is closed.
        case nothing
    }

    /// Makes a response.
    public init(status: Int = 200, headers: [(name: String, value: String)] = [], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A page.
    public static func html(
        _ text: String, status: Int = 200, headers: [(name: String, value: String)] = []
    ) -> SandboxResponse {
        let type = [(name: "Content-Type", value: "text/html; charset=utf-8")]
        return SandboxResponse(status: status, headers: type + headers, body: Data(text.utf8))
    }

    /// A text.
    public static func text(
        _ text: String, status: Int = 200, headers: [(name: String, value: String)] = []
    ) -> SandboxResponse {
        let type = [(name: "Content-Type", value: "text/plain; charset=utf-8")]
        return SandboxResponse(status: status, headers: type + headers, body: Data(text.utf8))
    }

    /// A redirect.
    ///
    /// - Parameters:
    ///   - location: A URL, or a reference relative to the request's.
    ///   - status: 301, 302, 303, 307 or 308; 303 turns a POST into a GET.
    public static func redirect(to location: String, status: Int = 303) -> SandboxResponse {
        SandboxResponse(status: status, headers: [(name: "Location", value: location)])
    }

    /// A response that takes work.
    ///
    /// The work runs on the main thread, in a task that is cancelled when the client or the server goes away, and when
    /// `Limits.sandboxAnswerDeadline` passes, after which the client gets 504.
    public static func later(_ work: @escaping @MainActor () async -> SandboxResponse) -> SandboxResponse {
        var response = SandboxResponse()
        response.source = .later(work)
        return response
    }

    /// The connection is closed.
    static var nothing: SandboxResponse {
        var response = SandboxResponse()
        response.source = .nothing
        return response
    }

    /// 404.
    public static var notFound: SandboxResponse {
        notice(404, "Not found", "The sandbox has no such page.")
    }

    /// 405, with the methods that are possible.
    public static func methodNotAllowed(allow methods: [String]) -> SandboxResponse {
        var response = notice(405, "Method not allowed", "This page takes \(methods.joined(separator: " and ")).")
        response.headers.append((name: "Allow", value: methods.joined(separator: ", ")))
        return response
    }

    /// The first value of a header field; names are compared without regard to case.
    public func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }

    /// The same response after some time.
    public func delayed(by delay: Duration) -> SandboxResponse {
        var response = self
        response.delay = delay
        return response
    }

    /// A small page that says what is wrong.
    ///
    /// Both texts are ours.
    static func notice(_ status: Int, _ title: String, _ sentence: String) -> SandboxResponse {
        html(
            """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title) (sandbox)</title>
            <h1>\(title)</h1>
            <p>\(sentence)</p>
            </html>

            """,
            status: status,
            headers: [
                (name: "Content-Security-Policy", value: "default-src 'none'"),
                (name: "X-Content-Type-Options", value: "nosniff"),
            ])
    }
}
