// Commands that come as lines, one after another.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomShell

/// Reads commands from lines, carries them out one after another, and answers each.
///
/// What `open` gives is known when the sheet is gone, and the commands after it do not wait for that. The control pipe and
/// each program at the control socket have one.
@MainActor
final class CommandQueue {
    /// The longest line in bytes.
    nonisolated static let longestLine = 1 << 20

    /// Gets each answer, and the id of the command that it is for.
    var onAnswer: ((_ draft: EventDraft, _ id: String?) -> Void)?
    /// Returns when the answers have left; called before a command ends the host.
    var flush: (() -> Void)?
    /// Called when there is nothing to carry out, after the last command or when ``proceed()`` finds none.
    var onIdle: (() -> Void)?

    private let performer: CommandPerformer
    private var waiting: [CommandRequest] = []
    private var hasBegun = false
    private var isPerforming = false
    private let scheduler = MainLoopScheduler()
    private var turn: (any Deadline)?

    /// Makes a queue that waits for ``begin()``.
    init(_ performer: CommandPerformer) {
        self.performer = performer
    }

    /// Takes a line: a command, or what is answered with what is wrong with it.
    func take(_ line: LineReader.Line) {
        switch line {
        case .tooLong: fail("a line is longer than \(Self.longestLine) bytes, which no command needs", to: nil)
        case .text(let text):
            do throws(CommandError) {
                waiting.append(try CommandRequest(json: text))
            } catch {
                return fail(error.description, to: CommandRequest.id(in: text))
            }
            proceed()
        }
    }

    /// There is a page to drive: the commands that have come are carried out.
    func begin() {
        hasBegun = true
        proceed()
    }

    /// Forgets the commands that have not begun.
    func removeAll() { waiting = [] }

    /// Carries out the next command, where there is one and none is being carried out.
    func proceed() {
        guard !isPerforming else { return }
        guard !waiting.isEmpty else {
            onIdle?()
            return
        }
        guard hasBegun else { return }
        let request = waiting.removeFirst()
        let isWaitedFor = request.command.verb != .open
        isPerforming = isWaitedFor
        Task {
            do throws(CommandFailure) {
                // The end is the last that is told, so that this answer comes first.
                if request.command == .quit {
                    succeed(request, [:])
                    flush?()
                }
                let value = try await performer.perform(request)
                if request.command != .quit { succeed(request, value) }
            } catch {
                fail(error.description, to: request.id)
            }
            if isWaitedFor { endTurn() }
        }
        if !isWaitedFor { endTurn() }
    }

    /// Goes on in the main loop's next turn: however many commands wait, the page and the window have theirs in between.
    private func endTurn() {
        isPerforming = true
        turn = scheduler.after(.zero) { [weak self] in
            guard let self else { return }
            isPerforming = false
            turn = nil
            proceed()
        }
    }

    private func succeed(_ request: CommandRequest, _ value: JSONValue) {
        onAnswer?(
            EventDraft(
                "transom.control.result", ["command": .string(request.command.verb.rawValue), "result": value]),
            request.id)
    }

    private func fail(_ sentence: String, to id: String?) {
        onAnswer?(EventDraft("transom.control.error", ["message": .string(sentence)]), id)
    }
}
