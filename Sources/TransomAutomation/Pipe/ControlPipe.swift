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
/// do not wait for that. A bad line hurts nothing. The end of the input ends the run after the
/// commands before it, because whoever drives it is gone.
@MainActor
package final class ControlPipe {
    /// The version of the protocol, in `transom.control.ready`.
    package nonisolated static let version = 1
    /// The longest line in bytes.
    package nonisolated static let longestLine = 1 << 20

    private let session: HostSession
    private let stream: EventStream
    private let performer: CommandPerformer
    private let log = EventLog()
    private let reader: LineReader
    private var waiting: [CommandRequest] = []
    private var isPerforming = false
    /// Whether the input has ended.
    private var isClosed = false
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
        self.session = session
        self.stream = stream
        performer = CommandPerformer(session, log: log)
        reader = LineReader(descriptor)
        stream.emit(EventDraft("transom.control.ready", ["version": .integer(Int64(Self.version))]))
        stream.observe { [weak self] event in
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.saw(event) } }
        }
        reader.start { [weak self] lines, isAtEnd in
            for line in lines { self?.take(line) }
            if isAtEnd { self?.closed() }
        }
    }

    private func take(_ line: LineReader.Line) {
        switch line {
        case .tooLong:
            fail("a line is longer than \(Self.longestLine) bytes, which no command needs", to: nil)
        case .text(let text):
            do throws(CommandError) {
                waiting.append(try CommandRequest(json: text))
            } catch {
                return fail(error.description, to: CommandRequest.id(in: text))
            }
            performNext()
        }
    }

    private func saw(_ event: Event) {
        log.add(event)
        guard !hasStarted, event.type == "transom.session.started" else { return }
        hasStarted = true
        performNext()
    }

    private func performNext() {
        guard !isPerforming else { return }
        // What was said before the input ended is still done.
        guard !waiting.isEmpty else { return isClosed ? session.latest.end(.command) : () }
        guard hasStarted else { return }
        let request = waiting.removeFirst()
        let isWaitedFor = request.command.verb != .open
        isPerforming = isWaitedFor
        Task {
            do throws(CommandFailure) {
                // The end is the last that is told, so that this answer comes first.
                if request.command == .quit { answer(request, [:]) }
                let value = try await performer.perform(request)
                if request.command != .quit { answer(request, value) }
            } catch {
                fail(error.description, to: request.id)
            }
            guard isWaitedFor else { return }
            isPerforming = false
            performNext()
        }
        if !isWaitedFor { performNext() }
    }

    private func answer(_ request: CommandRequest, _ value: JSONValue) {
        stream.emit(
            EventDraft(
                "transom.control.result", ["command": .string(request.command.verb.rawValue), "result": value]),
            replyto: request.id)
    }

    private func fail(_ sentence: String, to id: String?) {
        stream.emit(EventDraft("transom.control.error", ["message": .string(sentence)]), replyto: id)
    }

    private func closed() {
        isClosed = true
        performNext()
    }
}
