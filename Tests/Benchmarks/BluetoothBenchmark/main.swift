// The benchmark's Bluetooth program: round trips to the wallet in reach, for one row.
// SPDX-License-Identifier: Apache-2.0
//
// Use: BluetoothBenchmark COUNT, with the bus of DBUS_SYSTEM_BUS_ADDRESS. It prints one JSON object, as bleak.py does.

import TransomGLib

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1
MainActor.assumeIsolated {
    let bench = WalletBench(count: max(1, count))
    MainLoop.run()
    withExtendedLifetime(bench) {}
}
