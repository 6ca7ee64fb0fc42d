// Drives a host that is a process of its own.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
package import TransomCore

/// Drives a host that is a process of its own, over its control pipe.
///
/// Callable from any thread: it needs no main loop, so that Swift Testing can use it as well as XCTest.
package final class HostClient: Sendable {
    /// Why a command did not get its result.
    package enum Failure: Error, Equatable, Sendable, CustomStringConvertible {
        /// The program could not be started.
        case start(String)
        /// The host says why the command was not carried out.
        case refused(String)
        /// The host ended before it answered.
        case ended(status: Int32, notes: String)
        /// No answer came, and no end.
        case silent(command: String, after: Duration)

        /// The failure in one sentence, or in several lines where an event was waited for.
        package var description: String {
            switch self {
            case .start(let reason), .refused(let reason): reason
            case .ended(let status, let notes):
                "the host ended with status \(status) before it answered"
                    + (notes.isEmpty ? "" : "; it said:\n\(notes)")
            case .silent(let command, let time):
                "the host has not answered \(command) within \(time.components.seconds) s"
            }
        }
    }

    /// Every event of the host.
    package let log = EventLog()

    private struct State {
        var count = 0
        var answers: [String: CheckedContinuation<Event?, Never>] = [:]
        var notes: [String] = []
        var areNotesOver = false
        var readers: [CheckedContinuation<Void, Never>] = []
        var isOver = false
    }

    private let state = Mutex(State())
    private let process: Mutex<ChildProcess?>

    /// Starts a host and waits until it can be driven.
    ///
    /// - Parameters:
    ///   - executable: The path of `transom`.
    ///   - arguments: Those of `transom run`; `--control -` is added, and `--headless` where neither that nor `--window` is
    ///     among them.
    ///   - environment: The whole environment; nil for this process's own.
    ///   - folder: Its working folder; nil for this process's own.
    ///   - deadline: For the start.
    /// - Throws: ``Failure``.
    package static func start(
        _ executable: String, _ arguments: [String], environment: [String: String]? = nil,
        folder: String? = nil, deadline: Duration = .seconds(60)
    ) async throws(Failure) -> HostClient {
        let client = HostClient()
        let isPlaced = arguments.contains("--headless") || arguments.contains("--window")
        let all = ["run"] + arguments + ["--control", "-"] + (isPlaced ? [] : ["--headless"])
        do throws(ChildProcess.Failure) {
            // env(1) becomes the program: posix_spawn's own way to another folder is not in Swift's module.
            let child = try ChildProcess(
                folder == nil ? executable : "env", folder.map { ["--chdir=" + $0, executable] + all } ?? all,
                environment: environment,
                output: { [weak client] in client?.took($0) },
                notes: { [weak client] line in
                    guard let line else {
                        client?.endNotes()
                        return
                    }
                    client?.state.withLock { if $0.notes.count < 1_000 { $0.notes.append(line) } }
                })
            client.process.withLock { $0 = child }
        } catch { throw .start(error.description) }
        guard await client.event(.init(type: "transom.control.ready"), within: deadline) != nil else {
            if let child = client.child, client.state.withLock({ $0.isOver }) {
                throw .ended(status: await child.waitForEnd(), notes: await client.allNotes())
            }
            client.child?.signal(SIGKILL)
            throw .silent(command: "the start", after: deadline)
        }
        return client
    }

    private init() { process = Mutex(nil) }

    private var child: ChildProcess? { process.withLock { $0 } }

    /// What the host has said to people.
    package var notes: String { state.withLock { $0.notes.joined(separator: "\n") } }

    /// What the host has said to people, when all of it is here: it comes by another way than the end.
    ///
    /// A program that the host has started may hold the way open; then it is what has come within five seconds.
    private func allNotes() async -> String {
        let timer = Task { [weak self] in
            do { try await Task.sleep(for: .seconds(5)) } catch { return }
            self?.endNotes()
        }
        defer { timer.cancel() }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let areOver = state.withLock { state in
                if !state.areNotesOver { state.readers.append(continuation) }
                return state.areNotesOver
            }
            if areOver { continuation.resume() }
        }
        return notes
    }

    private func endNotes() {
        let readers = state.withLock { state in
            state.areNotesOver = true
            defer { state.readers = [] }
            return state.readers
        }
        for reader in readers { reader.resume() }
    }

    /// Carries a command out.
    ///
    /// - Parameters:
    ///   - request: The command.
    ///   - sent: Called once, when the command has been written or never will be.
    /// - Returns: What it gives.
    /// - Throws: ``Failure``.
    package func perform(
        _ request: CommandRequest, sent: @Sendable () -> Void = {}
    ) async throws(Failure) -> JSONValue {
        guard let child else {
            sent()
            throw .start("the host was never started")
        }
        var request = request
        let id = state.withLock { state in
            state.count += 1
            return "c\(state.count)"
        }
        request.id = id
        let time = (request.timeout ?? .seconds(10)) + .seconds(60)
        let line = JSONText.encode(request.json)
        let timer = Task { [weak self] in
            do { try await Task.sleep(for: time) } catch { return }
            self?.give(up: id)
        }
        defer { timer.cancel() }
        let answer = await withCheckedContinuation { (continuation: CheckedContinuation<Event?, Never>) in
            let isOver = state.withLock { state in
                if !state.isOver { state.answers[id] = continuation }
                return state.isOver
            }
            if isOver || !child.write(line) { give(up: id, or: isOver ? continuation : nil) }
            sent()
        }
        guard let answer else {
            guard state.withLock({ $0.isOver }) || child.exitStatus != nil else {
                throw .silent(command: request.command.verb.rawValue, after: time)
            }
            throw .ended(status: await child.waitForEnd(), notes: await allNotes())
        }
        guard case .object(let data) = answer.data else { return .null }
        if answer.type == "transom.control.error" {
            throw .refused(data["message"]?.stringValue ?? "the host gave an error without words")
        }
        return data["result"] ?? .null
    }

    /// Waits for an event that came after the last one that was found.
    ///
    /// - Returns: nil where none came in time.
    package func event(_ wish: EventLog.Wish, within time: Duration) async -> Event? {
        await EventWait(log).next(wish, within: time)
    }

    /// Ends the host.
    ///
    /// - Returns: Its exit status.
    @discardableResult
    package func stop() async -> Int32 {
        guard let child else { return 0 }
        if child.exitStatus == nil {
            child.write(#"{"command":"quit"}"#)
            child.closeInput()
        }
        let timer = Task {
            do { try await Task.sleep(for: .seconds(30)) } catch { return }
            child.signal(SIGKILL)
        }
        defer { timer.cancel() }
        return await child.waitForEnd()
    }

    /// Waits for the end of the host.
    package func waitForEnd() async -> Int32 { await child?.waitForEnd() ?? 0 }

    private func took(_ line: String?) {
        guard let line else {
            let all = state.withLock { state in
                state.isOver = true
                defer { state.answers = [:] }
                return state.answers
            }
            for continuation in all.values { continuation.resume(returning: nil) }
            log.end()
            return
        }
        guard let event = Event(json: line) else { return }
        let isAnswer = event.type == "transom.control.result" || event.type == "transom.control.error"
        let continuation = event.replyto.flatMap { id in
            isAnswer ? state.withLock { $0.answers.removeValue(forKey: id) } : nil
        }
        log.add(event)
        continuation?.resume(returning: event)
    }

    private func give(up id: String, or other: CheckedContinuation<Event?, Never>? = nil) {
        (state.withLock { $0.answers.removeValue(forKey: id) } ?? other)?.resume(returning: nil)
    }

    deinit {
        // The end of the input is the end of a run that is driven.
        process.withLock { $0?.closeInput() }
    }
}
