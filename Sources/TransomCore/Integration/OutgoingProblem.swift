// Why the host does not send a message.
// SPDX-License-Identifier: Apache-2.0

/// Why the host does not send a message to a page.
public enum OutgoingProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// The integration's contract has no messages of the host.
    case noChannel(integration: String)
    /// The type is empty or too long.
    case type(bytes: Int)
    /// The payload is no object.
    case payload(kind: String)
    /// The payload is beyond the channel's limits.
    case tooLarge(JSONFault)
    /// Too many messages wait for the page to be ready.
    case queueFull(capacity: Int)

    /// The problem in one sentence.
    public var description: String {
        switch self {
        case .noChannel(let integration):
            "\(integration) takes no messages of its host"
        case .type(let bytes):
            "a type of \(bytes) bytes cannot be sent; 1 to \(OutgoingMessage.maximumTypeBytes) are possible"
        case .payload(let kind):
            "a payload of kind \(kind) cannot be sent; an object is possible"
        case .tooLarge(let fault):
            "the payload cannot be sent: \(fault)"
        case .queueFull(let capacity):
            "the page is not ready and \(capacity) messages wait already"
        }
    }
}
