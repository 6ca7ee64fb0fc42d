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
    private let queue: CommandQueue
    private let reader: LineReader
    private let writing = DispatchQueue(label: "transom.control.answers")
    private var isGone = false

    /// Takes a connection over, and closes it in the end.
    init(_ descriptor: Int32, factory: EventFactory, performer: CommandPerformer) {
        self.descriptor = descriptor
        self.factory = factory
        queue = CommandQueue(performer)
        reader = LineReader(descriptor)
        queue.onAnswer = { [weak self] in self?.write($0, to: $1) }
        queue.flush = { [writing] in writing.sync {} }
        reader.start { [self] lines, isAtEnd in
            for line in lines { queue.take(line) }
            if isAtEnd { ended() }
        }
    }

    /// There is a page to drive: the commands that have come are carried out.
    func begin() { queue.begin() }

    /// Lets go of the program; what it was promised is still written.
    func stop() {
        writing.sync {}
        shutdown(descriptor, Int32(SHUT_RDWR))
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
        queue.removeAll()
        // Nothing is written to a number that may by then be another file's.
        writing.async { [descriptor] in close(descriptor) }
        onEnd?(self)
        onEnd = nil
    }
}
