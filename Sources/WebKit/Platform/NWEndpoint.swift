// A host and a port, as Apple's Network has them.
// SPDX-License-Identifier: Apache-2.0

/// Where a proxy is; a small type of that name, since Linux has no Network framework.
public enum NWEndpoint: Hashable, Sendable {
    /// A host by its name or address.
    public struct Host: Hashable, Sendable, ExpressibleByStringLiteral {
        /// The name or the address.
        let name: String

        /// A host.
        public init(_ string: String) {
            name = string
        }

        /// A host.
        public init(stringLiteral value: String) {
            name = value
        }
    }

    /// A port by its number.
    public struct Port: Hashable, Sendable, RawRepresentable, ExpressibleByIntegerLiteral {
        /// The number.
        public let rawValue: UInt16

        /// A port.
        public init?(rawValue: UInt16) {
            self.rawValue = rawValue
        }

        /// A port, or nil where the text is no number of one.
        public init?(_ service: String) {
            guard let number = UInt16(service) else { return nil }
            rawValue = number
        }

        /// A port.
        public init(integerLiteral value: UInt16) {
            rawValue = value
        }
    }

    /// A host and a port.
    case hostPort(host: Host, port: Port)
}
