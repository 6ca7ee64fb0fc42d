// How long the parts of a Bluetooth exchange may take.
// SPDX-License-Identifier: Apache-2.0

/// How long the parts of a Bluetooth exchange may take.
package struct BluetoothLimits: Equatable, Sendable {
    /// A call that touches no radio, such as the start of a scan.
    package var call = Duration.seconds(10)
    /// One `Connect`; BlueZ itself gives up after some 42 seconds.
    package var connect = Duration.seconds(60)
    /// The pause before a connection is tried again.
    package var retry = Duration.seconds(1)
    /// From the connection until BlueZ knows the services.
    package var resolve = Duration.seconds(40)
    /// From then until a service that is wanted is there, for BlueZ may tell it late.
    package var settle = Duration.seconds(3)
    /// One read, write or subscription, with the pairing that it may start; an attribute request has 30 seconds.
    package var attribute = Duration.seconds(75)
    /// The pause before a request is sent again of which BlueZ says that another one is in progress.
    package var busy = Duration.milliseconds(100)
    /// How often such a request is sent again.
    package var busyRetries = 5
    /// From `Disconnect` until the link is down; BlueZ takes some two seconds.
    package var disconnect = Duration.seconds(10)
    /// How long the state is `resetting` until a service that went away counts as `unsupported`.
    package var restart = Duration.seconds(5)
    /// How many writes without response are on the way at most.
    package var commandsInFlight = 16

    /// The values of a running host.
    package init() {}
}
