// What a host says to its page.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import TransomCore
import WebKit

extension HostSession {
    /// Sends a message to the page, in the form that the vendor's contract has.
    ///
    /// This is the only way from the host to a page. Type and payload are passed as values and never become script text;
    /// what is sent before the page listens waits, in order.
    ///
    /// - Parameters:
    ///   - type: The vendor's word; any text.
    ///   - payload: An object, or nil.
    /// - Throws: The integration has no such channel, the message is too large, or too many wait.
    package func send(type: String, payload: JSONValue? = nil) throws(OutgoingProblem) {
        guard let channel = integration.declaration.outgoing else { throw .noChannel(integration: name) }
        let message = try OutgoingMessage(type: type, payload: payload, limits: channel.limits)
        for ready in try outgoing?.send(message) ?? [] { post(ready, channel) }
    }

    /// Posts what waited for an event of the page.
    func postWaiting(after type: String) {
        guard let channel = integration.declaration.outgoing else { return }
        for message in outgoing?.told(type) ?? [] { post(message, channel) }
    }

    private func post(_ message: OutgoingMessage, _ channel: OutgoingChannel) {
        guard let view, let source = outgoingScript else { return }
        let world: WKContentWorld =
            switch channel.world {
            case .page: .page
            case .isolated(let name): .world(name: name)
            }
        let arguments = channel.arguments(for: message).mapValues(\.foundation)
        view.callAsyncJavaScript(source, arguments: arguments, in: nil, in: world) { [weak self] result in
            if case .failure = result {
                self?.surroundings.say("\(self?.name ?? ""): a message could not be delivered")
            }
        }
    }
}
