// Why a sandbox could not be set up.
// SPDX-License-Identifier: Apache-2.0

public import TransomCore

/// Why a sandbox could not be set up.
public enum SandboxError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A site has an origin that cannot be served: only https origins with a host name can.
    case unservableOrigin(Origin)
    /// Two sites have the same origin.
    case sharedOrigin(Origin)
    /// A folder of pages is not there or cannot be read.
    case noFolder(String)
    /// A server that is to be passed on has no port.
    case noPort
    /// The site has no play of that name.
    case unknownPlay(String, possible: [String])
    /// The certificate of the run could not be made.
    case certificate(String)
    /// A HAR file cannot be used.
    case archive(path: String, reason: String)
    /// No loopback port could be opened.
    case listen(String)

    /// One sentence that names what was given and what would be right.
    public var description: String {
        switch self {
        case .unservableOrigin(let origin):
            "the origin \(origin) cannot be served; an https origin with a host name can"
        case .sharedOrigin(let origin):
            "the origin \(origin) is served twice; give each origin one folder or site"
        case .noFolder(let path):
            "the folder \(quoted(path)) is not there or cannot be read"
        case .noPort:
            "port 0 is no port that a server listens on; give one from 1 to 65535"
        case .unknownPlay(let name, let possible):
            "the sandbox has no play \(quoted(name)); it has \(possible.joined(separator: ", "))"
        case .certificate(let reason):
            "the sandbox's certificate could not be made: \(reason)"
        case .archive(let path, let reason):
            "the HAR file \(quoted(path)) cannot be used: \(reason)"
        case .listen(let reason):
            "the sandbox could not listen on 127.0.0.1: \(reason)"
        }
    }
}
