// A message of the host to a page.
// SPDX-License-Identifier: Apache-2.0

/// A message of the host to a page: a type and, mostly, a payload.
public struct OutgoingMessage: Sendable, Equatable {
    /// Longest type in bytes.
    public static let maximumTypeBytes = 256

    /// The type, any text: it is passed as a value.
    public let type: String
    /// The payload; nothing where the message has none.
    public let payload: [String: JSONValue]?

    /// Checks and makes a message.
    ///
    /// - Parameters:
    ///   - type: 1 to 256 bytes.
    ///   - payload: an object, or nothing; `null` counts as nothing.
    ///   - limits: the channel's.
    /// - Throws: what is wrong with it.
    public init(type: String, payload: JSONValue? = nil, limits: ChannelLimits = .standard) throws(OutgoingProblem) {
        guard (1...Self.maximumTypeBytes).contains(type.utf8.count) else { throw .type(bytes: type.utf8.count) }
        switch payload {
        case nil, .null?: self.payload = nil
        case .object(let members)?:
            do throws(JSONFault) {
                _ = try JSONParser.parse(JSONText.encode(.object(members)), limits: limits)
            } catch {
                throw .tooLarge(error)
            }
            self.payload = members
        case let other?: throw .payload(kind: other.kind)
        }
        self.type = type
    }
}
