// What those who drive a session do to its network, its popups and its return.
// SPDX-License-Identifier: Apache-2.0

package import TransomCore
package import TransomSandbox
import WebKit

extension HostSession {
    /// The rules of the network that the session's pages are on; nil where that is no sandbox.
    package var networkRules: NetworkRules? { driven.server?.rules }

    /// What went over the session's network, as a HAR document; nil where that is no sandbox or nothing was kept.
    package var archive: JSONValue? { driven.server?.traffic?.har(version: configuration.version) }

    /// Begins to keep what goes over the session's network.
    ///
    /// - Returns: Whether there is such a network.
    package func recordNetwork() -> Bool {
        driven.server?.record()
        return driven.server != nil
    }

    /// Lets a WebDriver drive the session's views; call it before the session starts.
    package func allowAutomation(name: String, version: String) {
        store.allowAutomation(name: name, version: version) { [weak self] in self?.view }
    }

    /// Writes one line for people.
    package func say(_ text: String) { surroundings.say(text) }

    /// Refuses the next window that a page asks for.
    package func refuseNextWindow(_ isRefused: Bool) {
        driven.refusesNextWindow = isRefused
    }

    /// Brings a view to the front.
    ///
    /// - Returns: Whether there is such a view.
    package func raiseView(_ name: String) -> Bool {
        guard view(named: name) != nil else { return false }
        if let popup = popups.first(where: { $0.id == name }) { popup.raise() } else { surface?.raise() }
        return true
    }

    /// Hands in a return link, as the desktop would.
    ///
    /// - Returns: A sentence that says why it was not taken; nil where it was.
    package func handIn(_ link: String) -> String? {
        guard returns != nil else { return "this run takes no return links; give it --return-scheme" }
        switch returned(link) {
        case .taken:
            returnTaken()
            return nil
        case let outcome:
            return "the link was not taken (\(outcome.rawValue))"
        }
    }
}
