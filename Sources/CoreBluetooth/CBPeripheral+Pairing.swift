// Pairing, for which Apple's API has no call.
// SPDX-License-Identifier: Apache-2.0

import TransomDBus

extension CBPeripheral {
    /// Whether the device is paired with this machine's adapter.
    package var isPaired: Bool {
        ["Paired", "Bonded"].contains { manager?.client?.value(path, BlueZ.device, $0)?.asBoolean == true }
    }

    /// Pairs with the device, which connects it where it is not; `BluetoothHost.onPairing` is asked what BlueZ asks.
    ///
    /// A device that is paired is left alone: BlueZ 5.66 never answers then.
    ///
    /// - Parameter completion: Gets nil or the error, once, after this has returned.
    package func pair(completion: @escaping @MainActor ((any Error)?) -> Void) {
        guard !isPaired else { return later { completion(nil) } }
        guard let client = manager?.client, manager?.state == .poweredOn else {
            return later { completion(CBError(.notConnected)) }
        }
        client.call(path, BlueZ.device, "Pair", deadline: client.limits.attribute) { result in
            switch result {
            case .success: completion(nil)
            case .failure(let error) where error.remoteName == "org.bluez.Error.AlreadyExists": completion(nil)
            case .failure(let error): completion(error.asAttributeError)
            }
        }
    }

    /// Gives a pairing up.
    package func cancelPairing() {
        manager?.client?.call(path, BlueZ.device, "CancelPairing")
    }
}
