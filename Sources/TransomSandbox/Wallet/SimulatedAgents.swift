// The agents that clients register with the daemon.
// SPDX-License-Identifier: Apache-2.0

import TransomDBus

/// The agents that clients register with the daemon: who is asked for a passkey.
@MainActor
final class SimulatedAgents {
    /// An agent of a client.
    struct Agent: Equatable {
        let client: String
        let path: ObjectPath
        let capability: String
    }

    static let path: ObjectPath = "/org/bluez"
    let interface: DBusExportedInterface
    /// Told when there is an agent, and when there is none any more.
    var onPairable: ((Bool) -> Void)?
    private var agents: [String: Agent] = [:]
    private var standard: String?

    init() throws(DBusError) {
        interface = DBusExportedInterface(try BlueZInterfaces.description(BlueZInterfaces.agentManager))
        interface.onCall = { [weak self] in self?.answer($0) }
    }

    /// The client's own agent, or the standard one.
    func pick(_ client: String) -> Agent? {
        agents[client] ?? standard.flatMap { agents[$0] }
    }

    /// A client left the bus, or took its agent back.
    func leave(_ client: String) {
        guard agents.removeValue(forKey: client) != nil else { return }
        if standard == client { standard = agents.keys.min() }
        if agents.isEmpty { onPairable?(false) }
    }

    private func answer(_ call: DBusInvocation) {
        guard let path = call.arguments.first?.asObjectPath else { return call.fail(.invalidArguments) }
        switch call.method {
        case "RegisterAgent":
            let capability = call.arguments[1].asString ?? ""
            let possible = ["", "DisplayOnly", "DisplayYesNo", "KeyboardOnly", "NoInputNoOutput", "KeyboardDisplay"]
            guard possible.contains(capability) else { return call.fail(.invalidArguments) }
            guard agents[call.sender] == nil else { return call.fail(.alreadyExists) }
            agents[call.sender] = Agent(
                client: call.sender, path: path, capability: capability.isEmpty ? "KeyboardDisplay" : capability)
            standard = standard ?? call.sender
            call.reply()
            onPairable?(true)
        case "UnregisterAgent":
            guard agents[call.sender]?.path == path else { return call.fail(.doesNotExist) }
            leave(call.sender)
            call.reply()
        default:
            guard agents[call.sender]?.path == path else { return call.fail(.doesNotExist) }
            standard = call.sender
            call.reply()
        }
    }
}
