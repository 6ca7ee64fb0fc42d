// A program that is started, spoken to over pipes, and ended with whoever started it.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import TransomCore

/// A program with pipes for its input and its outputs: socket pairs, to which one can write without the signal that ends the
/// writer when nobody reads any more.
///
/// It is in a process group of its own, gets no other descriptor, and ends with its input where it minds that. Callable from
/// any thread, and without a main loop.
package final class ChildProcess: Sendable {
    /// Why a program could not be started.
    package struct Failure: Error, CustomStringConvertible {
        let program: String
        let code: Int32

        package var description: String { "\(program) cannot be started: \(String(cString: strerror(code)))" }
    }

    /// The process.
    package let identifier: Int32
    private let input: Mutex<Int32>
    private let status = Mutex<Int32?>(nil)
    private let waiting = Mutex<[CheckedContinuation<Int32, Never>]>([])

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: A path; a name alone is looked for in `PATH`.
    ///   - arguments: What follows the program's name.
    ///   - environment: The whole environment; nil for this process's own.
    ///   - output: Gets the lines of standard output without their ends, on a thread of its own; the last call is nil.
    ///   - notes: Gets those of standard error.
    /// - Throws: ``Failure``.
    package init(
        _ path: String, _ arguments: [String], environment: [String: String]? = nil,
        output: @escaping @Sendable (String?) -> Void, notes: @escaping @Sendable (String?) -> Void
    ) throws(Failure) {
        var ends: [Int32] = []
        for _ in 0..<3 {
            var pair: [Int32] = [-1, -1]
            // Somebody else's child must not keep our pipes open.
            guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair) == 0 else {
                let code = errno
                for end in ends { close(end) }
                throw Failure(program: path, code: code)
            }
            ends += pair
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        posix_spawn_file_actions_adddup2(&actions, ends[3], 1)
        posix_spawn_file_actions_adddup2(&actions, ends[5], 2)
        var vector = ([path] + arguments).map { strdup($0) } + [nil]
        var variables = environment?.map { strdup("\($0.key)=\($0.value)") } ?? []
        variables.append(nil)
        defer { for text in vector + variables { free(text) } }
        var child: pid_t = 0
        let code = SpawnAttributes().withPointer { attributes in
            environment == nil
                ? posix_spawnp(&child, path, &actions, attributes, &vector, environ)
                : posix_spawnp(&child, path, &actions, attributes, &vector, &variables)
        }
        for end in [ends[0], ends[3], ends[5]] { close(end) }
        guard code == 0 else {
            for end in [ends[1], ends[2], ends[4]] { close(end) }
            throw Failure(program: path, code: code)
        }
        identifier = child
        input = Mutex(ends[1])
        Self.read(ends[2], output)
        Self.read(ends[4], notes)
        Self.onThread { [self] in
            var status: Int32 = 0
            while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
            let signal = status & 0x7F
            ended(signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
        }
    }

    /// Writes a line.
    ///
    /// - Returns: Whether the program still reads.
    @discardableResult
    package func write(_ line: String) -> Bool {
        input.withLock { descriptor in
            guard descriptor >= 0 else { return false }
            let bytes = Array((line + "\n").utf8)
            var written = 0
            while written < bytes.count {
                let count = bytes[written...].withUnsafeBytes {
                    send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                written += count
            }
            return true
        }
    }

    /// Ends the program's input.
    package func closeInput() {
        input.withLock { descriptor in
            if descriptor >= 0 { close(descriptor) }
            descriptor = -1
        }
    }

    /// Sends a signal to the program and what it has started.
    package func signal(_ number: Int32) {
        // A number that is free again may be somebody else's.
        status.withLock { if $0 == nil { kill(-identifier, number) } }
    }

    /// The exit status, 128 and the signal's number where one ended it; nil while it runs.
    package var exitStatus: Int32? { status.withLock { $0 } }

    /// Waits for the end.
    package func waitForEnd() async -> Int32 {
        await withCheckedContinuation { continuation in
            let known = status.withLock { status -> Int32? in
                if status == nil { waiting.withLock { $0.append(continuation) } }
                return status
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    private func ended(_ code: Int32) {
        let all = status.withLock { status in
            status = code
            return waiting.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
        }
        for continuation in all { continuation.resume(returning: code) }
    }

    private static func read(_ descriptor: Int32, _ take: @escaping @Sendable (String?) -> Void) {
        onThread {
            var rest: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65536)
            while true {
                let count = Glibc.read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                var start = 0
                for index in 0..<count where buffer[index] == UInt8(ascii: "\n") {
                    rest += buffer[start..<index]
                    take(String(decoding: rest, as: UTF8.self))
                    rest.removeAll(keepingCapacity: true)
                    start = index + 1
                }
                rest += buffer[start..<count]
            }
            if !rest.isEmpty { take(String(decoding: rest, as: UTF8.self)) }
            take(nil)
            close(descriptor)
        }
    }

    /// A thread of its own: what waits in the kernel must not hold one of libdispatch's.
    private static func onThread(_ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(ThreadBody(body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { pointer in
                if let pointer { Unmanaged<ThreadBody>.fromOpaque(pointer).takeRetainedValue().run() }
                return nil
            }, box.toOpaque())
        guard code == 0 else { return box.release() }
        pthread_detach(thread)
    }

    private final class ThreadBody: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    deinit {
        input.withLock { if $0 >= 0 { close($0) } }
    }
}
