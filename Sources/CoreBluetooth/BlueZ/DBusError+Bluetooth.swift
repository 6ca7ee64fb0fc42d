// BlueZ's errors under Apple's codes.
// SPDX-License-Identifier: Apache-2.0

import TransomDBus

extension DBusError {
    /// What a read, a write, a subscription or a pairing failed with, under Apple's codes.
    ///
    /// BlueZ has few names and says the rest in words; words that are not known are kept.
    var asAttributeError: any Error {
        if isMissingObject { return CBError(.invalidHandle) }
        if isMissingService { return CBError(.notConnected) }
        switch self {
        case .timedOut: return CBError(.connectionTimeout)
        case .closed, .unreachable: return CBError(.notConnected)
        case .remote(let name, let message): return Self.attributeError(name, message)
        default: return CBError(.unknown, detail: description)
        }
    }

    private static func attributeError(_ name: String, _ message: String) -> any Error {
        switch name {
        case "org.bluez.Error.NotPermitted":
            switch message {
            case "Read not permitted": return CBATTError(.readNotPermitted)
            case "Write not permitted": return CBATTError(.writeNotPermitted)
            case "Not paired": return CBATTError(.insufficientAuthentication)
            default: return CBError(.operationNotSupported, detail: message)
            }
        case "org.bluez.Error.InvalidArguments":
            switch message {
            case "Invalid offset": return CBATTError(.invalidOffset)
            case "Invalid Length": return CBATTError(.invalidAttributeValueLength)
            default: return CBError(.invalidParameters, detail: message)
            }
        case "org.bluez.Error.InvalidValueLength": return CBATTError(.invalidAttributeValueLength)
        case "org.bluez.Error.InvalidOffset": return CBATTError(.invalidOffset)
        case "org.bluez.Error.NotAuthorized": return CBATTError(.insufficientAuthorization)
        case "org.bluez.Error.NotSupported": return CBATTError(.requestNotSupported)
        case "org.bluez.Error.NotConnected": return CBError(.notConnected)
        case "org.bluez.Error.AuthenticationFailed", "org.bluez.Error.AuthenticationRejected":
            return CBATTError(.insufficientAuthentication, detail: message)
        case "org.bluez.Error.AuthenticationCanceled": return CBError(.operationCancelled, detail: message)
        case "org.bluez.Error.AuthenticationTimeout": return CBError(.encryptionTimedOut, detail: message)
        case "org.bluez.Error.Failed": return failed(message)
        case "org.freedesktop.DBus.Error.NoReply": return CBError(.peripheralDisconnected)
        default: return CBError(.unknown, detail: message.isEmpty ? name : message)
        }
    }

    private static func failed(_ message: String) -> any Error {
        let prefix = "Operation failed with ATT error: 0x"
        if message.hasPrefix(prefix), let code = Int(message.dropFirst(prefix.count), radix: 16) {
            return CBATTError(.init(rawValue: code))
        }
        switch message {
        case "Not connected": return CBError(.notConnected)
        case "Failed to initiate write": return CBATTError(.invalidAttributeValueLength)
        default: return CBError(.unknown, detail: message)
        }
    }

    /// Whether BlueZ says that something of the kind is in progress.
    ///
    /// BlueZ 5.66 says it in words, later ones by name.
    var isInProgress: Bool {
        remoteName == "org.bluez.Error.InProgress"
            || remoteName == "org.bluez.Error.Failed" && remoteMessage == "Operation already in progress"
    }

    /// What to do about a `Connect` that failed.
    enum ConnectRemedy: Equatable {
        /// Try again in a moment, as Apple's connections never give up by themselves.
        case retry
        /// BlueZ has forgotten the device: look for it, then try again.
        case rescan
        /// Clear up what another has in progress, and try again once.
        case clear
        /// Clear up what is left of a try that nobody answered, and try again.
        case clearOwn
        /// Give up.
        case fail(CBError)
    }

    /// What to do about a `Connect` that failed with this.
    var connectRemedy: ConnectRemedy {
        if isMissingObject { return .rescan }
        if isInProgress { return .clear }
        switch self {
        case .timedOut: return .clearOwn
        case .remote(let name, let message): return Self.connectRemedy(name, message)
        default: return .fail(CBError(.connectionFailed, detail: description))
        }
    }

    private static func connectRemedy(_ name: String, _ message: String) -> ConnectRemedy {
        if name.hasPrefix("org.bluez.Error.Authentication") || message.contains("key-missing") {
            return .fail(CBError(.peerRemovedPairingInformation, detail: message))
        }
        if message.contains("concurrent-connection-limit") { return .fail(CBError(.connectionLimitReached)) }
        let passing = ["abort-by-local", "abort-by-remote", "connection-timeout", "page-timeout", "canceled", "busy"]
        if name == "org.bluez.Error.Failed", passing.contains(where: message.contains) { return .retry }
        return .fail(CBError(.connectionFailed, detail: message.isEmpty ? name : message))
    }
}
