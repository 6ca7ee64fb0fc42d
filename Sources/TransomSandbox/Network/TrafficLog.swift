// What went over a sandbox's network, as a HAR file holds it.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import TransomCore

/// The requests that reached a sandbox and what they were answered with: the last 1,000.
///
/// Bodies of up to 1 MiB are kept. See <http://www.softwareishard.com/blog/har-12-spec/>.
@MainActor
public final class TrafficLog {
    /// One exchange.
    public struct Entry: Sendable {
        /// When the request was there.
        public let time: WallTime
        /// How long the answer took.
        public internal(set) var duration: Duration
        /// What was asked for.
        public let request: SandboxRequest
        /// What it was answered with; nothing where the connection was closed or no answer has come yet.
        public internal(set) var response: SandboxResponse?
    }

    private static let capacity = 1_000
    static let longestBody = 1 << 20

    /// The exchanges, in the order of the requests.
    public private(set) var entries: [Entry] = []
    private var dropped = 0
    private let clock: any HostClock

    init(clock: any HostClock) {
        self.clock = clock
    }

    /// Forgets what was.
    public func removeAll() {
        dropped += entries.count
        entries = []
    }

    /// Notes a request.
    ///
    /// - Returns: Notes its answer.
    func begin(_ request: SandboxRequest) -> (SandboxResponse) -> Void {
        let began = clock.monotonic
        entries.append(Entry(time: clock.wall, duration: .zero, request: request, response: nil))
        if entries.count > Self.capacity {
            entries.removeFirst(Self.capacity / 2)
            dropped += Self.capacity / 2
        }
        let number = dropped + entries.count - 1
        return { [weak self] response in
            guard let self, number >= dropped, number - dropped < entries.count else { return }
            entries[number - dropped].response = response
            entries[number - dropped].duration = clock.monotonic - began
        }
    }

    /// Everything as a HAR 1.2 document.
    ///
    /// - Parameter version: Of the program that writes it.
    public func har(version: String) -> JSONValue {
        let list = entries.map { entry -> JSONValue in
            let milliseconds = Self.milliseconds(entry.duration)
            return [
                "startedDateTime": .string(entry.time.rfc3339), "time": .integer(milliseconds),
                "request": Self.request(entry.request), "response": Self.response(entry.response), "cache": [:],
                "timings": ["send": 0, "wait": .integer(milliseconds), "receive": 0],
            ]
        }
        return [
            "log": [
                "version": "1.2", "creator": ["name": "transom", "version": .string(version)], "entries": .array(list),
            ]
        ]
    }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        let parts = duration.components
        return parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000
    }

    private static func request(_ request: SandboxRequest) -> JSONValue {
        let pairs = (request.query ?? "").split(separator: "&").map { pair -> JSONValue in
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            return ["name": .string(parts.first ?? ""), "value": .string(parts.count > 1 ? parts[1] : "")]
        }
        var members: [String: JSONValue] = [
            "method": .string(request.method), "url": .string(request.url), "httpVersion": "HTTP/1.1", "cookies": [],
            "headers": fields(request.headers), "queryString": .array(pairs), "headersSize": -1,
            "bodySize": .integer(Int64(request.body.count)),
        ]
        if !request.body.isEmpty, request.body.count <= longestBody {
            members["postData"] = [
                "mimeType": .string(request.header("Content-Type") ?? ""),
                "text": .string(String(decoding: request.body, as: UTF8.self)),
            ]
        }
        return .object(members)
    }

    private static func response(_ response: SandboxResponse?) -> JSONValue {
        guard let response else {
            // What a browser writes for a request that failed.
            return [
                "status": 0, "statusText": "", "httpVersion": "", "cookies": [], "headers": [], "content": ["size": 0],
                "redirectURL": "", "headersSize": -1, "bodySize": -1,
            ]
        }
        var content: [String: JSONValue] = [
            "size": .integer(Int64(response.body.count)),
            "mimeType": .string(response.header("Content-Type") ?? "application/octet-stream"),
        ]
        if !response.body.isEmpty, response.body.count <= longestBody {
            if let text = String(data: response.body, encoding: .utf8) {
                content["text"] = .string(text)
            } else {
                content["text"] = .string(response.body.base64EncodedString())
                content["encoding"] = "base64"
            }
        }
        return [
            "status": .integer(Int64(response.status)), "statusText": "", "httpVersion": "HTTP/1.1", "cookies": [],
            "headers": fields(response.headers), "content": .object(content),
            "redirectURL": .string(response.header("Location") ?? ""), "headersSize": -1,
            "bodySize": .integer(Int64(response.body.count)),
        ]
    }

    private static func fields(_ headers: [(name: String, value: String)]) -> JSONValue {
        .array(headers.map { ["name": .string($0.name), "value": .string($0.value)] })
    }
}
