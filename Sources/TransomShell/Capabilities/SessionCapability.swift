// Something of the host that an integration is made from, at work in one session.
// SPDX-License-Identifier: Apache-2.0

package import TransomCore

/// A capability at work in one session: it has a channel of its own to the page, and does what the page asks there.
///
/// It is made by whoever starts the host; the shell knows none. What a page asks is judged by the host, with the gate and the
/// integration's own decoding, before it is done; what came of it is told by the host.
package protocol SessionCapability: AnyObject {
    /// The view is there and nothing is loaded yet.
    func begin(in host: any CapabilityHost)

    /// The session is over: everything that waits is answered, and everything is given back.
    func end()
}

/// The capabilities that a host has.
package struct SessionCapabilities {
    /// Makes a capability from the settings of an integration.
    ///
    /// Nil for settings that are none of it, which is a mistake of the integration.
    package typealias Maker = (_ settings: [String: JSONValue]) -> (any SessionCapability)?

    private let makers: [String: Maker]

    /// Names the capabilities.
    package init(_ makers: [String: Maker] = [:]) {
        self.makers = makers
    }

    /// Makes what an integration asks for.
    ///
    /// - Throws: The name of one that this host does not have.
    func make(_ wanted: [Capability]) throws(Missing) -> [any SessionCapability] {
        var made: [any SessionCapability] = []
        for capability in wanted {
            guard let one = makers[capability.name]?(capability.settings) else { throw Missing(name: capability.name) }
            made.append(one)
        }
        return made
    }

    /// A capability that this host does not have.
    struct Missing: Error, Equatable, CustomStringConvertible {
        let name: String

        var description: String { "this host has no capability \"\(name)\" as the integration asks for it" }
    }
}
