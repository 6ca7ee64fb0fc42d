// How long things take on a radio link.
// SPDX-License-Identifier: Apache-2.0

/// How long things take on a radio link.
struct RadioTimes {
    var advertising = Duration.milliseconds(80)
    var advertisingInterval = Duration.milliseconds(250)
    var connecting = Duration.milliseconds(150)
    /// From the link to the services, the first time and afterwards.
    var discovering = Duration.milliseconds(450)
    var resolving = Duration.milliseconds(170)
    var disconnecting = Duration.seconds(2)
    var request = Duration.milliseconds(8)
    var pairing = Duration.milliseconds(50)
    /// How long the daemon looks for a device that is not there.
    var absence = Duration.seconds(40)
    /// How long a device is known that was only seen.
    var temporary = Duration.seconds(30)

    /// As on a real link.
    static let real = RadioTimes()
    /// As fast as the bus is; what happens one after another still does.
    static var fast: RadioTimes {
        var times = RadioTimes()
        times.advertising = .zero
        times.connecting = .zero
        times.discovering = .zero
        times.resolving = .zero
        times.disconnecting = .zero
        times.request = .zero
        times.pairing = .zero
        return times
    }
}
