// Which far end belongs to which integration.
// SPDX-License-Identifier: Apache-2.0

public import TransomCore

/// The sandbox's far ends by the names of their integrations.
@MainActor
public enum SandboxCatalogue {
    /// The far ends of an integration; none where it has no pages of a vendor.
    ///
    /// - Parameters:
    ///   - integration: The integration's name.
    ///   - resources: The folder that holds `web_dist`.
    ///   - play: What the pages do by themselves; nil for nothing.
    ///   - parameters: What the user gave, by name: some of it is for the far end, such as `expiresAfter`.
    ///   - clock: What the far end measures its own times with.
    /// - Throws: ``SandboxError``.
    public static func sites(
        of integration: String, resources: String, play: SandboxPlay?, parameters: [String: [String]] = [:],
        clock: any HostClock = SystemHostClock()
    ) throws(SandboxError) -> [any SandboxSite] {
        let pages = resources + "/web_dist/sandbox/" + integration
        switch integration {
        case "home": return [try HomeSite(folder: resources + "/web_dist/home", play: play)]
        case "hubble": return [try HubbleSite(folder: pages, play: play)]
        case "googlepay": return [try GooglePaySite(folder: pages, play: play)]
        case "xcover": return [try XCoverSite(folder: pages, play: play)]
        case "volley":
            let seconds = parameters["expiresAfter"]?.first.flatMap(Double.init)
            let expiry = seconds.map { Duration.milliseconds(Int64(min(max($0, 0), 86_400) * 1000)) }
            return [
                try VolleySite(
                    folder: pages, play: play, expiresAfter: expiry ?? VolleySite.standardExpiry, clock: clock)
            ]
        default: return []
        }
    }

    /// The device that an integration's sandbox has besides its pages; nil where it has none.
    ///
    /// - Parameters:
    ///   - integration: The integration's name.
    ///   - play: What is played; the device takes part in it.
    /// - Throws: `PrivateBus.Failure`, `DBusError`.
    package static func device(of integration: String, play: SandboxPlay?) async throws -> SimulatedBluetooth? {
        guard integration == "ukey" else { return nil }
        var settings = SimulatedBluetooth.Settings()
        settings.isFast = play.map { $0.pace < .milliseconds(100) } ?? false
        // Its features are read once when it is connected and once more; then it goes away, once.
        if play?.name == "drop" { settings.dropsAfter = 2 }
        return try await SimulatedBluetooth.start(settings)
    }
}
