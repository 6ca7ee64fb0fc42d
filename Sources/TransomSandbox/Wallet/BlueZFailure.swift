// What the daemon answers instead of doing it.
// SPDX-License-Identifier: Apache-2.0

import TransomDBus

/// What the daemon answers instead of doing it: name and text as bluetoothd 5.66 gives them.
struct BlueZFailure: Error, Equatable {
    let name: String
    let message: String

    init(_ name: String, _ message: String) {
        self.name = "org.bluez.Error." + name
        self.message = message
    }

    static let invalidArguments = BlueZFailure("InvalidArguments", "Invalid arguments in method call")
    static let notReady = BlueZFailure("NotReady", "Resource Not Ready")
    static let busy = BlueZFailure("InProgress", "Operation already in progress")
    static let requestInFlight = BlueZFailure("InProgress", "In Progress")
    static let notConnected = BlueZFailure("Failed", "Not connected")
    static let doesNotExist = BlueZFailure("DoesNotExist", "Does Not Exist")
    static let alreadyExists = BlueZFailure("AlreadyExists", "Already Exists")
    static let notSupported = BlueZFailure("NotSupported", "Operation is not supported")
    static let authenticationFailed = BlueZFailure("AuthenticationFailed", "Authentication Failed")
    static let authenticationCanceled = BlueZFailure("AuthenticationCanceled", "Authentication Canceled")

    static func failed(_ message: String) -> BlueZFailure { BlueZFailure("Failed", message) }
}

extension DBusInvocation {
    /// Answers with what the daemon answers.
    func fail(_ failure: BlueZFailure) { fail(failure.name, failure.message) }

    /// Answers with nothing, or with why not.
    func finish(_ failure: BlueZFailure?) {
        if let failure { fail(failure) } else { reply() }
    }
}
