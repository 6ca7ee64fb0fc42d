// BlueZ's discovery, of which each client has one session.
// SPDX-License-Identifier: Apache-2.0

import TransomDBus
import TransomGLib

/// Keeps BlueZ's discovery as it is wanted: starting and stopping are calls, and one at a time.
@MainActor
final class DiscoverySession {
    /// Which advertisements BlueZ should tell.
    enum Filter: Equatable {
        case everything
        /// Those of these services, as BlueZ spells their UUIDs.
        case services([String])
    }

    private let client: BlueZClient
    private let adapter: ObjectPath
    private let onStart: () -> Void
    private let onFailure: (DBusError) -> Void
    private var running: Filter?
    private var isBusy = false
    private var check: TimeoutSource?

    /// What is wanted; nil for no discovery.
    var wanted: Filter? {
        didSet { if wanted != oldValue { reconcile() } }
    }

    init(
        _ client: BlueZClient, adapter: ObjectPath, onStart: @escaping () -> Void,
        onFailure: @escaping (DBusError) -> Void
    ) {
        self.client = client
        self.adapter = adapter
        self.onStart = onStart
        self.onFailure = onFailure
    }

    /// Takes notice of `Discovering`: when it is false although we scan, somebody has ended our session.
    ///
    /// The signal of an earlier stop may be late, so that it is looked at again after a moment.
    func discoveringChanged(_ isDiscovering: Bool) {
        guard !isDiscovering, running != nil else {
            check = nil
            return
        }
        check = TimeoutSource(milliseconds: client.limits.retry.asMilliseconds) { [weak self] in
            guard let self, !isBusy, running != nil,
                client.value(adapter, BlueZ.adapter, "Discovering")?.asBoolean == false
            else { return }
            running = nil
            reconcile()
        }
    }

    private func reconcile() {
        guard !isBusy, wanted != running else { return }
        isBusy = true
        if running != nil {
            client.call(adapter, BlueZ.adapter, "StopDiscovery") { [weak self] _ in
                self?.running = nil
                self?.settle()
            }
        } else if let wanted {
            start(wanted)
        }
    }

    private func start(_ filter: Filter) {
        // Without duplicates BlueZ tells no more of a device that it knows, and names that come late would be missed.
        var options: [String: DBusValue] = ["Transport": .string("le"), "DuplicateData": .boolean(true)]
        if case .services(let uuids) = filter { options["UUIDs"] = .strings(uuids) }
        client.call(adapter, BlueZ.adapter, "SetDiscoveryFilter", [.properties(options)]) { [weak self] result in
            guard let self else { return }
            if case .failure(let error) = result { return fail(error) }
            client.call(adapter, BlueZ.adapter, "StartDiscovery") { [weak self] result in
                guard let self else { return }
                if case .failure(let error) = result, !error.isInProgress { return fail(error) }
                running = filter
                onStart()
                settle()
            }
        }
    }

    private func fail(_ error: DBusError) {
        isBusy = false
        wanted = nil
        onFailure(error)
    }

    private func settle() {
        isBusy = false
        reconcile()
    }
}
