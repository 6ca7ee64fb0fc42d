// Commands as JSON lines on a descriptor, answers as events.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
package import TransomCore
package import TransomShell

/// The control pipe: reads one command a line, carries them out one after another, and answers with events.
///
/// The first event is `transom.control.ready` with the protocol's version. Each command that was carried out is answered by
/// `transom.control.result`, and each that was not, or that is no command, by `transom.control.error` with a sentence; an
/// answer names the command's `id` in `replyto`. What `open` gives is known when the sheet is gone, and the commands after it
/// do not wait for that. A bad line hurts nothing. The end of the input ends the run after the commands before it, because
/// whoever drives it is gone.
@MainActor
package final class ControlPipe {
    /// The version of the protocol, in `transom.control.ready`.
    package nonisolated static let version = 1

    private let queue: CommandQueue
    private let log = EventLog()
    private let reader: LineReader
    /// Whether there is a page to drive.
    private var hasStarted = false

    /// Begins to read.
    ///
    /// Call it before the session starts, so that `transom.control.ready` is the first event.
    ///
    /// - Parameters:
    ///   - descriptor: Where commands come from; it is left open.
    ///   - session: The session that is driven.
    ///   - stream: Where answers go, and where events are seen.
    package init(reading descriptor: Int32, session: HostSession, stream: EventStream) {
        queue = CommandQueue(CommandPerformer(session, log: log))
        queue.onAnswer = { _ = stream.emit($0, replyto: $1) }
        reader = LineReader(descriptor)
        stream.emit(EventDraft("transom.control.ready", ["version": .integer(Int64(Self.version))]))
        stream.observe { [weak self] event in
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.saw(event) } }
        }
        reader.start { [weak self] lines, isAtEnd in
            guard let self else { return }
            for line in lines { queue.take(line) }
            guard isAtEnd else { return }
            // What was said before the input ended is still done.
            queue.onIdle = { session.latest.quit() }
            queue.proceed()
        }
    }

    private func saw(_ event: Event) {
        log.add(event)
        guard !hasStarted, event.type == "transom.session.started" else { return }
        hasStarted = true
        queue.begin()
    }
}
