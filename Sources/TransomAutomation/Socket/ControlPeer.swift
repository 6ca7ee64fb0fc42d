// One program at the control socket.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import TransomCore

/// One program at the control socket: reads its commands, carries them out one after another, and answers each.
@MainActor
final class ControlPeer {
    /// Called once, when the program is gone.
    var onEnd: ((ControlPeer) -> Void)?

    private let descriptor: Int32
    private let factory: EventFactory
    private let performer: CommandPerformer
    private let reader: LineReader
    private let writing = DispatchQueue(label: "transom.control.answers")
    private var waiting: [CommandRequest] = []
    private var hasBegun = false
    private var isPerforming = false
    private var isGone = false

    /// Takes a connection over, and closes it in the end.
    init(_ descriptor: Int32, factory: EventFactory, performer: CommandPerformer) {
        self.descriptor = descriptor
        self.factory = factory
        self.performer = performer
        reader = LineReader(descriptor)
        reader.start { [self] lines, isAtEnd in
            for line in lines { take(line) }
            if isAtEnd { ended() }
        }
    }

    /// There is a page to drive: the commands that have come are carried out.
    func begin() {
        hasBegun = true
        performNext()
    }

    /// Lets go of the program; what it was promised is still written.
    func stop() {
        writing.sync {}
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    private func take(_ line: LineReader.Line) {
        switch line {
        case .tooLong: fail("a line is longer than \(ControlPipe.longestLine) bytes, which no command needs", to: nil)
        case .text(let text):
            do throws(CommandError) {
                waiting.append(try CommandRequest(json: text))
            } catch {
                return fail(error.description, to: CommandRequest.id(in: text))
            }
            performNext()
        }
    }

    private func performNext() {
        guard hasBegun, !isPerforming, !waiting.isEmpty else { return }
        let request = waiting.removeFirst()
        // What a sheet gives is known when it is gone, and nobody waits for that with other commands.
        let isWaitedFor = request.command.verb != .open
        isPerforming = isWaitedFor
        Task {
            do throws(CommandFailure) {
                if request.command == .quit {
                    // The end of the host comes after its answer.
                    answer(request, [:])
                    writing.sync {}
                }
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
        write(
            EventDraft(
                "transom.control.result", ["command": .string(request.command.verb.rawValue), "result": value]),
            to: request.id)
    }

    private func fail(_ sentence: String, to id: String?) {
        write(EventDraft("transom.control.error", ["message": .string(sentence)]), to: id)
    }

    private func write(_ draft: EventDraft, to id: String?) {
        guard !isGone else { return }
        let line = Array(factory.event(draft, replyto: id).json.utf8) + [0x0A]
        writing.async { [descriptor] in
            // Whoever does not read its answers is let go, and is then at the end of its input as well.
            if !UnixSocket.send(line, to: descriptor) { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    private func ended() {
        guard !isGone else { return }
        isGone = true
        waiting = []
        // Nothing is written to a number that may by then be another file's.
        writing.async { [descriptor] in close(descriptor) }
        onEnd?(self)
        onEnd = nil
    }
}
