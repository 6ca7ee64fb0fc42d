// What BlueZ asks when a device is paired.
// SPDX-License-Identifier: Apache-2.0

import TransomDBus

/// Answers BlueZ's questions while a device that this manager talks to is paired.
///
/// BlueZ fails a pairing for which it finds no agent, and takes that of the client that began it. `org.bluez.Agent1`.
@MainActor
final class PairingAgent {
    private static let path: ObjectPath = "/org/transom/agent"
    private static let text = """
        <node><interface name='org.bluez.Agent1'>
        <method name='Release'/><method name='Cancel'/>
        <method name='RequestPinCode'><arg type='o' direction='in'/><arg type='s' direction='out'/></method>
        <method name='DisplayPinCode'><arg type='o' direction='in'/><arg type='s' direction='in'/></method>
        <method name='RequestPasskey'><arg type='o' direction='in'/><arg type='u' direction='out'/></method>
        <method name='DisplayPasskey'>
        <arg type='o' direction='in'/><arg type='u' direction='in'/><arg type='q' direction='in'/></method>
        <method name='RequestConfirmation'><arg type='o' direction='in'/><arg type='u' direction='in'/></method>
        <method name='RequestAuthorization'><arg type='o' direction='in'/></method>
        <method name='AuthorizeService'><arg type='o' direction='in'/><arg type='s' direction='in'/></method>
        </interface></node>
        """

    /// Who a device is: its name and its identifier.
    typealias Describe = (ObjectPath) -> (name: String?, peripheral: CBPeripheral?)

    private let client: BlueZClient
    private let ask: ((PairingRequest) -> Void)?
    private let describe: Describe
    private let interface: DBusExportedInterface?
    private weak var open: PairingRequest?

    init(_ client: BlueZClient, ask: ((PairingRequest) -> Void)?, describe: @escaping Describe) {
        self.client = client
        self.ask = ask
        self.describe = describe
        let description = try? DBusInterfaceDescription.read(Self.text)[BlueZ.agent]
        interface = description.map { DBusExportedInterface($0) }
        try? interface?.export(on: client.connection, at: Self.path)
        interface?.onCall = { [weak self] in self?.answer($0) }
    }

    /// Tells BlueZ that we are there; once for each BlueZ.
    ///
    /// Without somebody to ask, only devices that need no question can be paired.
    func register() {
        client.call(
            BlueZ.managerPath, BlueZ.agentManager, "RegisterAgent",
            [.objectPath(Self.path), .string(ask == nil ? "NoInputNoOutput" : "KeyboardDisplay")])
    }

    /// Ends the question that is open, if there is one.
    func cancel() {
        let request = open
        open = nil
        request?.cancel()
    }

    private func answer(_ call: DBusInvocation) {
        // Anybody on the bus can call; only BlueZ may ask.
        guard call.sender == client.owner else {
            return call.fail("org.freedesktop.DBus.Error.AccessDenied", "Only org.bluez may ask")
        }
        switch (call.method, call.arguments.count > 1 ? call.arguments[1].asInteger : nil) {
        case ("Release", _), ("Cancel", _):
            cancel()
            call.reply()
        case ("RequestPasskey", _): request(.passkey, call)
        case ("RequestPinCode", _): request(.pinCode, call)
        case ("RequestConfirmation", let number?): request(.confirmation(UInt32(clamping: number)), call)
        case ("RequestAuthorization", _): request(.authorization, call)
        case ("DisplayPasskey", let number?):
            // It is sent again for each key that is typed at the device.
            guard open == nil else { return call.reply() }
            let digits = String(number)
            request(.display(String(repeating: "0", count: max(0, 6 - digits.count)) + digits), call)
        case ("DisplayPinCode", _): request(.display(call.arguments[1].asString ?? ""), call)
        default: call.fail("org.bluez.Error.Rejected", "Nothing but the role of a central is offered")
        }
    }

    private func request(_ kind: PairingRequest.Kind, _ call: DBusInvocation) {
        guard let ask, let device = call.arguments.first?.asObjectPath else {
            return call.fail("org.bluez.Error.Rejected", "There is nobody to ask")
        }
        cancel()
        let described = describe(device)
        let request = PairingRequest(
            kind, name: described.name, identifier: described.peripheral?.identifier, invocation: call)
        open = request
        ask(request)
    }
}
