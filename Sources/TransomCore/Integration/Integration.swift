// A vendor's page, as the host knows it.
// SPDX-License-Identifier: Apache-2.0

/// A vendor's page, as the host knows it: what it declares and how its messages are decoded.
///
/// An integration is a value that does nothing: it reads no file, opens no connection, touches no view. What is the same
/// for every run is static, what depends on the options is ``declaration``. All of it can be called from any thread.
public protocol Integration: Sendable {
    /// The name on the command line and at the head of every event type: `[a-z]`.
    static var name: String { get }
    /// What it is, in one line.
    static var summary: String { get }
    /// The environments that the vendor has, the first one being the standard.
    static var environments: [RunEnvironment] { get }
    /// What the user may or must give, secrets included.
    static var parameters: [ParameterDeclaration] { get }
    /// What `--route` may be, with the parts that vary in braces; empty where there are no routes.
    static var routes: [String] { get }
    /// The kinds of events.
    static var events: [EventDeclaration] { get }
    /// The flows that the sandbox can play.
    static var plays: [PlayDeclaration] { get }
    /// What has to be set up at the vendor before production, a sentence each.
    static var setup: [String] { get }
    /// The origins that the sandbox must serve besides those of ``declaration``; empty where there is none or no need.
    static var sandboxOrigins: [Origin] { get }
    /// The integrations that its page may open as sheets over itself; none unless it is a home page.
    static var sheets: [any Integration.Type] { get }
    /// Schemes of which it wants to know whether the machine has a program for them, given these options.
    static func schemesToLookUp(_ options: IntegrationOptions) -> [String]

    /// Checks the options and makes the integration for one run.
    ///
    /// - Parameter options: what the user gave.
    /// - Throws: everything that is wrong, at once.
    init(_ options: IntegrationOptions) throws(IntegrationProblems)

    /// What is asked of the host.
    var declaration: IntegrationDeclaration { get }
    /// Where the run starts.
    var startURL: StartURL { get }

    /// Says what a message means.
    ///
    /// - Parameter message: what passed the gate.
    /// - Returns: an event with its reactions, or the reason why it is no message of the contract.
    func decode(_ message: GatedMessage) -> Decoding
}

extension Integration {
    /// None.
    public static var sheets: [any Integration.Type] { [] }

    /// None.
    public static func schemesToLookUp(_ options: IntegrationOptions) -> [String] { [] }
}
