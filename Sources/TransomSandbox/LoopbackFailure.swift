// Why a server of this machine gave no answer.
// SPDX-License-Identifier: Apache-2.0

/// Why a server of this machine gave no answer.
public enum LoopbackFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// Nothing listens on the port.
    case notListening(port: UInt16)
    /// What listens closed the connection or spoke something that is no HTTP.
    case noHTTP(port: UInt16)

    /// One sentence that names the address and what to do.
    public var description: String {
        switch self {
        case .notListening(let port):
            "nothing listens on http://127.0.0.1:\(port); start the server there, or name its port in --serve"
        case .noHTTP(let port):
            "http://127.0.0.1:\(port) gave no HTTP answer; look at the server's own output, or name its port in --serve"
        }
    }

    /// 502, as a page that says what to do.
    var response: SandboxResponse {
        switch self {
        case .notListening(let port):
            .notice(
                502, "No server",
                "Nothing listens on http://127.0.0.1:\(port). Start the server there and load this page again.")
        case .noHTTP(let port):
            .notice(
                502, "No answer",
                "What listens on http://127.0.0.1:\(port) gave no HTTP answer. Look at its own output.")
        }
    }
}
