// A request whose answer takes time.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomSoup
import Foundation
import TransomCore
import TransomGLib

/// A request whose answer takes time: libsoup holds the message until there is something to write.
///
/// It ends in one of three ways: the answer was given, the client went away, or the server did.
@MainActor
final class Exchange {
    private enum State {
        case waiting
        case streaming(BodyStream)
        case over
    }

    /// Called with the answer when it goes out; with that of a body that comes in parts at its end.
    var onAnswer: ((SandboxResponse) -> Void)?

    private let message: ObjectRef
    private unowned let connection: ClientConnection
    // Unowned, for the connection owns its exchange and tells it when it goes.
    private let limits: Limits
    private let timers: any SandboxTimers
    private var state = State.waiting
    private var work: Task<Void, Never>?
    private var handOver: HandOver?
    private var timer: AnyObject?
    private var chunks: SignalConnection?
    private var bytesPerSecond: Int?
    /// The answer that comes in parts, and what has come of it, where somebody notes it.
    private var noted: SandboxResponse?

    /// Makes libsoup wait.
    ///
    /// `soup_server_message_pause`.
    init(_ message: OpaquePointer, of connection: ClientConnection, limits: Limits, timers: any SandboxTimers) {
        self.message = ObjectRef(retaining: UnsafeMutableRawPointer(message))
        self.connection = connection
        self.limits = limits
        self.timers = timers
        soup_server_message_pause(message)
        connection.waits(for: self)
    }

    private var raw: OpaquePointer { OpaquePointer(message.pointer) }

    /// Answers with a response, when it is time and when it is there.
    func answer(with response: SandboxResponse) {
        guard case .waiting = state else { return }
        bytesPerSecond = response.bytesPerSecond ?? bytesPerSecond
        guard response.delay == .zero else {
            let due = response.delayed(by: .zero)
            timer = timers.start(response.delay) { [weak self] in self?.answer(with: due) }
            return
        }
        switch response.source {
        case .body:
            guard let bytesPerSecond, !response.body.isEmpty else { return finish(with: response) }
            timer = timers.start(Self.time(of: response.body.count, at: bytesPerSecond)) { [weak self] in
                self?.finish(with: response)
            }
        case .stream: finish(with: response)
        case .later(let operation): wait(for: operation)
        case .handOver(let handOver, let failure): pass(to: handOver, failure)
        case .takeOver(let ready, let take): give(to: take, when: ready)
        case .nothing: abandon()
        }
    }

    private static func time(of bytes: Int, at bytesPerSecond: Int) -> Duration {
        .milliseconds(Int64(bytes) * 1000 / Int64(max(1, bytesPerSecond)))
    }

    private func give(
        to take: @escaping @MainActor (ObjectRef) -> Void, when ready: @escaping @MainActor () async -> Void
    ) {
        let go: @MainActor () -> Void = { [weak self] in
            guard let self, case .waiting = state else { return }
            guard let stream = soup_server_message_steal_connection(raw) else { return abandon() }
            state = .over
            timer = nil
            work = nil
            connection.endsExchange()
            take(ObjectRef(adopting: UnsafeMutableRawPointer(stream)))
            MainLoop.wake()
        }
        // Whoever never says that it is ready is gone on without.
        timer = timers.start(.seconds(5), go)
        work = Task {
            await ready()
            go()
        }
    }

    private func wait(for operation: @escaping @MainActor () async -> SandboxResponse) {
        timer = timers.start(limits.sandboxAnswerDeadline) { [weak self] in
            self?.work?.cancel()
            self?.finish(with: .notice(504, "No answer", "What stands behind this address did not answer in time."))
        }
        work = Task { [weak self] in
            let response = await operation()
            self?.answer(with: response)
        }
    }

    private func pass(to handOver: HandOver, _ failure: @escaping @MainActor () -> SandboxResponse) {
        self.handOver = handOver
        timer = timers.start(limits.sandboxAnswerDeadline) { [weak self] in
            handOver.cancel()
            self?.answer(with: failure())
        }
        handOver.connect { [weak self] isConnected in
            guard let self, case .waiting = state else { return }
            guard isConnected else { return answer(with: failure()) }
            guard let stream = soup_server_message_steal_connection(raw) else { return abandon() }
            state = .over
            timer = nil
            connection.isHandedOver()
            handOver.join(ObjectRef(adopting: UnsafeMutableRawPointer(stream)))
        }
    }

    /// The client went away or must go, so nothing is written any more and the work is cancelled.
    func abandon() {
        guard end() else { return }
        // A message that libsoup was told to hold is freed by taking its connection away.
        if let stream = soup_server_message_steal_connection(raw) {
            g_io_stream_close(stream, nil, nil)
            g_object_unref(stream)
        }
        connection.endsExchange()
    }

    /// The connection is gone already, so the work is cancelled and nothing else is done.
    func discard() {
        handOver?.cancel()
        _ = end()
    }

    private func end() -> Bool {
        if case .over = state { return false }
        if case .streaming(let stream) = state { stream.cancel() }
        // libsoup asks for no more once it has as many bytes as were announced.
        note(nil)
        state = .over
        work?.cancel()
        handOver?.cancel()
        timer = nil
        chunks = nil
        return true
    }

    private func finish(with response: SandboxResponse) {
        guard case .waiting = state else { return }
        timer = nil
        work = nil
        let response = ResponseWriter.write(response, to: raw)
        if case .stream = response.source { noted = onAnswer.map { _ in response } } else { onAnswer?(response) }
        connection.beginsToWrite()
        guard case .stream(let stream) = response.source else {
            state = .over
            // libsoup may close the socket as soon as it goes on, so nobody else looks at it from here on.
            connection.endsExchange()
            resume()
            return
        }
        state = .streaming(stream)
        chunks = SignalConnection(message.pointer, WeakReference(self)) { object, data, destroy in
            transom_soup_server_message_connect_wrote_chunk(
                OpaquePointer(object),
                { _, data in CallbackBox<WeakReference<Exchange>>.value(at: data)?.object?.pump() }, data, destroy)
        }
        resume()
        pump()
    }

    /// Lets libsoup go on, also from outside a callback of GLib's.
    private func resume() {
        soup_server_message_unpause(raw)
        MainLoop.wake()
    }

    /// Reads one part and gives it to libsoup, which asks for the next one when the client has taken it.
    private func pump() {
        guard case .streaming(let stream) = state else { return }
        connection.waitsForMore()
        stream.read { [weak self] part in
            guard let self, case .streaming = state else { return }
            switch part {
            case .bytes(let bytes):
                note(bytes)
                soup_message_body_append_bytes(soup_server_message_get_response_body(raw), bytes)
                if let bytesPerSecond {
                    let time = Self.time(of: Int(g_bytes_get_size(bytes)), at: bytesPerSecond)
                    timer = timers.start(time) { [weak self] in self?.goOn() }
                    return
                }
            case .end:
                soup_message_body_complete(soup_server_message_get_response_body(raw))
                note(nil)
            case .broken:
                note(nil)
                // Half a body must not look like a whole one, so the connection goes with it.
                return connection.close()
            }
            goOn()
        }
    }

    private func goOn() {
        guard case .streaming = state else { return }
        timer = nil
        connection.beginsToWrite()
        resume()
    }

    /// Keeps a part, or tells the whole at its end.
    private func note(_ bytes: OpaquePointer?) {
        guard var response = noted else { return }
        noted = nil
        guard let bytes else {
            response.source = .body
            onAnswer?(response)
            return
        }
        var size: gsize = 0
        if response.body.count <= TrafficLog.longestBody, let start = g_bytes_get_data(bytes, &size) {
            response.body.append(Data(bytes: start, count: Int(size)))
        }
        noted = response
    }
}
