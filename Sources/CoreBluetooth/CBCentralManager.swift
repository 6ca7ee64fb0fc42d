// The central role.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import TransomDBus
import TransomGLib

/// Finds peripherals and connects to them, as the class of that name does on iOS, on BlueZ.
///
/// Use it on the main thread. Delegates are called there, whatever queue the initialiser is given, and never from inside a
/// call. Each manager has a connection to the bus of its own; when it goes, its connections to peripherals are ended.
@preconcurrency @MainActor
open class CBCentralManager: CBManager {
    /// Optional abilities of a device.
    public struct Feature: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt
        /// Takes bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Extended advertisements are scanned and connected to.
        public static let extendedScanAndConnect = Feature(rawValue: 1)
    }

    /// Is told what the manager sees.
    ///
    /// One that is set late is told the state too.
    open weak var delegate: (any CBCentralManagerDelegate)? {
        didSet { tellStateLater() }
    }

    let host: BluetoothHost
    var client: BlueZClient?
    var agent: PairingAgent?
    var discovery: DiscoverySession?
    var adapter: ObjectPath?
    var scan: Scan?
    var connectionEvents: [CBConnectionEventMatchingOption: Any]?
    var restart: TimeoutSource?
    /// The peripherals that were given out and that BlueZ knows.
    var present: [ObjectPath: CBPeripheral] = [:]
    /// The peripherals that were given out and that BlueZ does not know any more.
    var absent: [UUID: WeakReference<CBPeripheral>] = [:]
    /// The peripherals that have a connection or shall have one.
    var linked: [UUID: CBPeripheral] = [:]
    private var isStateUntold = false

    /// Makes a manager; set `delegate` then.
    public convenience init() {
        self.init(delegate: nil, queue: nil, options: nil)
    }

    /// Makes a manager.
    public convenience init(delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?) {
        self.init(delegate: delegate, queue: queue, options: nil)
    }

    /// Makes a manager; `centralManagerDidUpdateState` tells when it can be used.
    ///
    /// - Parameters:
    ///   - delegate: Who is told.
    ///   - queue: Not used: everything happens on the main queue.
    ///   - options: Not used: there is no dialog to show and nothing to restore.
    public init(delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]? = nil) {
        host = BluetoothHost.current
        self.delegate = delegate
        super.init(role: ())
        open()
    }

    /// Whether a scan is going on.
    open var isScanning: Bool { scan != nil }

    /// Whether this machine has an ability; BlueZ 5.66 uses extended advertisements where the adapter has them.
    open class func supports(_ features: Feature) -> Bool {
        features.isEmpty
    }

    /// Sets the state, after ending what cannot go on in it, and tells the delegate.
    func setState(_ new: CBManagerState) {
        guard new != state else { return }
        let wasOn = state == .poweredOn
        state = new
        if wasOn { stopEverything() }
        isStateUntold = true
        tellState()
    }

    private func tellState() {
        guard isStateUntold, let delegate else { return }
        isStateUntold = false
        delegate.centralManagerDidUpdateState(self)
    }

    private func tellStateLater() {
        guard isStateUntold, delegate != nil else { return }
        later { [weak self] in self?.tellState() }
    }

    /// Ends all connections of this manager; for a process that is about to end, since BlueZ would keep them.
    ///
    /// - Parameter completion: Called when BlueZ has answered.
    package func shutDown(completion: @escaping @MainActor () -> Void) {
        stopScan()
        let paths = linked.values.map(\.path)
        var open = paths.count
        guard open > 0, let client else { return later { completion() } }
        for path in paths {
            client.call(path, BlueZ.device, "Disconnect", deadline: client.limits.disconnect) { _ in
                open -= 1
                if open == 0 { completion() }
            }
        }
    }

    isolated deinit {
        for peripheral in linked.values {
            client?.call(peripheral.path, BlueZ.device, "Disconnect")
            let link = peripheral.link
            peripheral.link = nil
            peripheral.state = .disconnected
            link?.close(CBError(.operationCancelled))
        }
        client?.cancel()
    }
}
