// How a run ends.
// SPDX-License-Identifier: Apache-2.0

/// Why a run ended, with the word in `transom.session.ended` and the exit status.
package nonisolated enum HostEnding: Sendable, Equatable {
    /// The awaited event came.
    case until
    /// The page closed itself.
    case page
    /// The user closed the window.
    case user
    /// The page failed for good.
    case error
    /// The time was over.
    case timeout
    /// SIGINT or SIGTERM.
    case signal
    /// Whoever drives the host has told it to end, or is gone.
    case command
    /// The reader of the events went away.
    case reader
    /// An event could not be written anywhere.
    case sink
    /// The display went away or was never there.
    case display
    /// The engine could not start as it was asked to.
    case engine
    /// An update has replaced the engine, and the host is to be started anew.
    case updated
    /// Another session takes its place.
    case reset
    /// Somebody who looks after the machine ended it.
    case staff
    /// A secret could not be fetched.
    case secret
    /// The host closed it, being a sheet whose errand is done or whose run ends.
    case host

    /// The word in the event.
    package var reason: String {
        switch self {
        case .until: "until"
        case .page: "page"
        case .user: "user"
        case .error, .sink, .secret: "error"
        case .timeout: "timeout"
        case .signal, .reader: "signal"
        case .command: "command"
        case .display: "display"
        case .engine, .updated: "engine"
        case .host, .reset: "page"
        case .staff: "user"
        }
    }

    /// What happened, for people.
    var words: String {
        switch self {
        case .until: "the awaited event came"
        case .page: "the page closed itself"
        case .user: "the window was closed"
        case .error: "the page failed"
        case .timeout: "the time was over"
        case .signal: "stopped by a signal"
        case .command: "ended by a command"
        case .reader: "the reader of the events went away"
        case .sink: "the events could not be written"
        case .display: "the display went away"
        case .engine: "the engine could not start"
        case .updated: "the engine was replaced"
        case .secret: "a secret could not be fetched"
        case .host: "the host closed it"
        case .reset: "another session began"
        case .staff: "ended by staff"
        }
    }

    /// Why a kiosk begins another session after this ending; nil where the run ends.
    var reset: SessionReset? {
        switch self {
        case .page: .page
        case .user: .user
        case .error: .error
        default: nil
        }
    }

    /// The exit status.
    ///
    /// - Parameter isAwaiting: Whether an event was waited for that had not come.
    package func status(isAwaiting: Bool) -> Int32 {
        switch self {
        case .until, .signal, .reader, .host, .reset, .staff: 0
        case .page, .user, .command: isAwaiting ? 1 : 0
        case .error: 1
        case .timeout: 3
        case .sink, .display, .engine, .updated, .secret: 4
        }
    }
}
