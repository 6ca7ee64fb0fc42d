// A helper program that says when it is ready.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Foundation
import TransomGLibShims

/// A program that writes one line to a pipe when it is ready, and that goes when we go.
///
/// It gets SIGTERM from the kernel when our first thread ends, also after SIGKILL. Make it on the process's first thread.
@MainActor
package final class AnnouncingProcess {
    /// Why there is none.
    package enum Failure: Error, Equatable, Sendable {
        /// The program is not there or cannot be started; the associated value is the system's word for it.
        case notStarted(String)
        /// It ended, or 20 seconds passed, before it had said anything.
        case ended
    }

    private let process: Int32
    private var descriptor: Int32
    /// What it wrote, where that has been waited for.
    private(set) var line: String?
    private var isStopped = false

    /// Starts a program, which gets ready while this process does something else.
    ///
    /// - Parameter arguments: The program, looked for in `PATH`, and what it gets; takes the number of the descriptor to
    ///   which it is to write.
    /// - Throws: ``Failure/notStarted(_:)``.
    package init(_ arguments: (_ descriptor: Int32) -> [String]) throws(Failure) {
        var pipe: [Int32] = [-1, -1]
        guard g_unix_open_pipe(&pipe, FD_CLOEXEC, nil) != 0 else { throw .notStarted("no descriptors are left") }
        var child: Int32 = 0
        let copies = arguments(pipe[1]).map { strdup($0) }
        let error = (copies.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { argv in
            argv.baseAddress.map { transom_spawn($0, pipe[1], &child) } ?? EINVAL
        }
        for copy in copies { free(copy) }
        close(pipe[1])
        guard error == 0 else {
            close(pipe[0])
            throw .notStarted(String(cString: strerror(error)))
        }
        (process, descriptor) = (child, pipe[0])
    }

    /// What it wrote, without the end of the line; waits for that, at most 20 seconds.
    ///
    /// - Throws: ``Failure/ended``; the program is ended then.
    package func announcement() throws(Failure) -> String {
        awaitLine()
        guard !isStopped, let line else {
            stop()
            throw .ended
        }
        return line
    }

    /// Ends the program and waits until it is gone; harmless when it was done before.
    ///
    /// One that does not go within two seconds is killed.
    package func stop() {
        guard !isStopped else { return }
        isStopped = true
        // One that is told to go before it is ready may leave behind what it has made.
        awaitLine()
        kill(process, line == nil ? SIGKILL : SIGTERM)
        for _ in 0..<400 {
            let ended = waitpid(process, nil, WNOHANG)
            if ended > 0 || (ended < 0 && errno != EINTR) { return }
            poll(nil, 0, 5)
        }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    private func awaitLine() {
        guard descriptor >= 0 else { return }
        line = Self.readLine(descriptor)
        close(descriptor)
        descriptor = -1
    }

    private static func readLine(_ descriptor: Int32) -> String? {
        var text: [UInt8] = []
        var byte: UInt8 = 0
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let end = ContinuousClock.now + .seconds(20)
        while text.count < 4096 {
            let rest = (end - .now).components
            let milliseconds = max(0, rest.seconds * 1_000 + rest.attoseconds / 1_000_000_000_000_000)
            // A signal that interrupts the wait is the main loop's to handle, and no reason to give up.
            let count = Glibc.poll(&poll, 1, Int32(milliseconds))
            if count < 0, errno == EINTR { continue }
            guard count > 0, read(descriptor, &byte, 1) == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { return String(decoding: text, as: UTF8.self) }
            text.append(byte)
        }
        return nil
    }
}
