// What keeps a host in service in a public place.
// SPDX-License-Identifier: Apache-2.0

package import TransomCore

/// Keeps a host in service in a public place: gives its sessions their place on the screen, begins another one when a
/// customer has gone, and shows something when none can begin.
///
/// The shell knows none; whoever starts the host hands one in. Main thread.
package protocol HostKeeper: AnyObject {
    /// Nothing has been started: the time to take out of the environment what must not steer this host.
    func prepare()
    /// The toolkit has started.
    ///
    /// - Throws: A sentence for the log where there is no place for a page.
    func open(for host: any KeptHost) throws(KeeperFailure)
    /// The place of a session's stage.
    func place(_ stage: PageStage) -> any Surface
    /// A session has begun.
    func began(_ session: HostSession)
    /// Whether somebody is using the session, so that it cannot be replaced now.
    var isInUse: Bool { get }
    /// A changed configuration is in force from the next session on.
    func take(_ configuration: HostConfiguration)
    /// A session is over, and nothing of it shall be seen any more.
    func isClearing()
    /// No session can begin.
    ///
    /// - Parameters:
    ///   - cause: What the code on the screen stands for.
    ///   - wait: After what time it is tried again; nil for never.
    func cannotServe(_ cause: OutOfService, retryingIn wait: Duration?)
    /// The host ends.
    func close()
}

/// Why a keeper has no place for a page.
package struct KeeperFailure: Error, Equatable, CustomStringConvertible {
    /// What is wrong, for people.
    package let description: String

    /// Tells what is wrong.
    package init(_ description: String) {
        self.description = description
    }
}

/// A host as its keeper sees it.
package protocol KeptHost: AnyObject {
    /// The session that is open; nil while there is none.
    var session: HostSession? { get }
    /// Monotonic and wall time.
    var clock: any HostClock { get }
    /// Deadlines.
    var scheduler: any DeadlineScheduler { get }
    /// Every figure of the host.
    var limits: Limits { get }
    /// Begins another session in the place of the one that there is.
    func reset(_ reason: SessionReset)
    /// Tells of something as an event of the session that is open.
    func tell(_ draft: EventDraft)
    /// Writes one line for people.
    func say(_ text: String)
    /// Ends the host.
    func end(_ reason: HostEnding)
}
