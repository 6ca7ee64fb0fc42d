// The host's end of a WebDriver session.
// SPDX-License-Identifier: Apache-2.0

package import TransomCore
package import TransomShell
import WebKit

/// The host's end of a WebDriver session: `WebKitWebDriver` has started the process, and drives its views itself.
///
/// What the native side tells is in the file of events, and in the page as `__transom.events(since)`: a promise of the events
/// whose sequence is greater.
@MainActor
package final class WebDriverEnd {
    /// What a session's `browserName` has to be, where it names one.
    package static let browserName = "transom"

    private let log = EventLog()

    /// Makes a session ready; call it before it starts.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - stream: Its events.
    ///   - version: The host's version.
    package init(_ session: HostSession, stream: EventStream, version: String) {
        stream.observe { [log] in log.add($0) }
        session.allowAutomation(name: Self.browserName, version: version)
        session.driven.onController = { [log, weak session] controller in
            guard let session else { return }
            do throws(ResourceFolderError) {
                try PageRelay.answerHook(of: controller, resources: session.hostFiles) { text in
                    let since = UInt64(text) ?? 0
                    return "[" + log.events.filter { $0.sequence > since }.map(\.json).joined(separator: ",") + "]"
                }
            } catch { session.say("--automation: \(error)") }
        }
    }
}
