// Requests to a peripheral's attributes, one at a time.
// SPDX-License-Identifier: Apache-2.0

import TransomDBus
import TransomGLib

/// Sends a connection's reads, writes and subscriptions one after another, and answers each of them once.
///
/// A peripheral takes one request at a time, and BlueZ refuses a second one to the same characteristic.
@MainActor
final class AttributeQueue {
    /// A request.
    struct Request: Sendable {
        /// The characteristic or the descriptor.
        let path: ObjectPath
        let interface: String
        let method: String
        var arguments: [DBusValue] = []
        /// Errors that mean that what is asked for is so already.
        var isDone: @Sendable (DBusError) -> Bool = { _ in false }
        /// Whether it is sent again when BlueZ says that another one is in progress.
        var isSentAgain = true
        /// Called when it is sent.
        var onStart: @MainActor () -> Void = {}
        /// Gets the values of the answer, or the error.
        let completion: @MainActor (Result<[DBusValue], any Error>) -> Void
    }

    private let client: BlueZClient
    private var waiting: [Request] = []
    private var current: Request?
    private var end: (any Error)?
    private var pause: TimeoutSource?

    init(_ client: BlueZClient) {
        self.client = client
    }

    /// Sends a request when its turn comes.
    func add(_ request: Request) {
        if let end { return later { request.completion(.failure(end)) } }
        waiting.append(request)
        sendNext()
    }

    /// Answers everything with an error; nothing is sent any more.
    func close(_ error: any Error) {
        end = error
        pause = nil
        let all = (current.map { [$0] } ?? []) + waiting
        current = nil
        waiting = []
        for request in all { request.completion(.failure(error)) }
    }

    private func sendNext() {
        guard current == nil, !waiting.isEmpty else { return }
        let request = waiting.removeFirst()
        current = request
        request.onStart()
        send(request, attempt: 0)
    }

    private func send(_ request: Request, attempt: Int) {
        client.call(
            request.path, request.interface, request.method, request.arguments, deadline: client.limits.attribute
        ) { [weak self] result in
            guard let self, end == nil else { return }
            if case .failure(let error) = result, error.isInProgress, request.isSentAgain,
                attempt < client.limits.busyRetries
            {
                pause = TimeoutSource(milliseconds: client.limits.busy.asMilliseconds) { [weak self] in
                    guard let self, end == nil else { return }
                    send(request, attempt: attempt + 1)
                }
                return
            }
            current = nil
            switch result {
            case .success(let values): request.completion(.success(values))
            case .failure(let error) where request.isDone(error): request.completion(.success([]))
            case .failure(let error): request.completion(.failure(error.asAttributeError))
            }
            sendNext()
        }
    }
}
