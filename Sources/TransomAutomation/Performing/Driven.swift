// What commands are carried out on.
// SPDX-License-Identifier: Apache-2.0

package import TransomCore
package import TransomSandbox
package import TransomShell
package import WebKit

/// What commands are carried out on: a session of a host, or a view of a test's own.
@MainActor
package protocol Driven: AnyObject {
    /// What is driven now: the next session, once another one took this one's place.
    var youngest: any Driven { get }
    /// Whether customers are before it, so that no script of a tester's runs.
    var isKiosk: Bool { get }
    /// The names of the views that there are: `main` and the ids of the others.
    var viewNames: [String] { get }
    /// The view of that name.
    func view(named name: String) -> WKWebView?
    /// Closes a view as a user would; false where there is none.
    func closeView(_ name: String) -> Bool
    /// Brings a view to the front; false where there is none.
    func raise(_ name: String) -> Bool
    /// Refuses the next window that a view's page asks for, or does not.
    func refuseNextWindow(_ isRefused: Bool, of name: String)
    /// What was said in advance about dialogs and files; nil where nothing can be.
    var pageAnswers: PageAnswers? { get }
    /// The rules of the network; nil on the real one.
    var networkRules: NetworkRules? { get }
    /// How long a command may take that does not say so.
    var limits: Limits { get }
    /// The time of day of the events.
    var wall: WallTime { get }
    /// The host's own files.
    var hostFiles: ResourceFolder { get }
    /// Writes what the whole window shows as PNG, or says why it cannot; in production without the secrets of customers.
    func takePicture(to path: String) async -> String?
    /// What `status` tells besides the views.
    var summary: [String: JSONValue] { get }
    /// Sends a message to a view's page.
    func send(_ type: String, _ data: JSONValue, to name: String) throws(CommandFailure)
    /// Hands in a return link, or says why it cannot.
    func handIn(_ link: String) -> String?
    /// Opens an integration over a home page; nil where there is none.
    func openSheet(_ integration: String, parameters: [String: [String]]) async -> JSONValue?
    /// Ends it and begins another one in its place, which is given; nil where that is impossible.
    func beginAnother() async -> (any Driven)?
    /// Ends it.
    func quit()
}

extension HostSession: Driven {
    package var youngest: any Driven { latest }
    package var pageAnswers: PageAnswers? { driven.answers }
    package var wall: WallTime { clock.wall }
    package var summary: [String: JSONValue] { ["integration": .string(name)] }

    package func raise(_ name: String) -> Bool { session(of: name).raiseView(name) }

    package func refuseNextWindow(_ isRefused: Bool, of name: String) {
        session(of: name).refuseNextWindow(isRefused)
    }

    package func send(_ type: String, _ data: JSONValue, to name: String) throws(CommandFailure) {
        do throws(OutgoingProblem) { try session(of: name).send(type: type, payload: data) } catch {
            throw .sending(error)
        }
    }

    package func beginAnother() async -> (any Driven)? { await reset(.command) ? latest : nil }

    package func quit() { endHost(.command) }
}
