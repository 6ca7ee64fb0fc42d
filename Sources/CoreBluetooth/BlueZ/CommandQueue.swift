// Writes without response, in order.
// SPDX-License-Identifier: Apache-2.0

import TransomDBus

/// Sends a connection's writes without response in order, a bounded number at a time.
@MainActor
final class CommandQueue {
    /// A write.
    struct Command: Sendable {
        let path: ObjectPath
        let data: [UInt8]
        /// Called when BlueZ has taken it, or has not.
        let completion: @MainActor ((any Error)?) -> Void
    }

    private let client: BlueZClient
    private let onReady: () -> Void
    private var waiting: [Command] = []
    private var sent: [Int: Command] = [:]
    private var count = 0
    private var end: (any Error)?
    private var wasRefused = false

    init(_ client: BlueZClient, onReady: @escaping () -> Void) {
        self.client = client
        self.onReady = onReady
    }

    /// Whether there is room; who is told that there is none is called when there is.
    var hasRoom: Bool {
        let hasRoom = end == nil && waiting.isEmpty && sent.count < client.limits.commandsInFlight
        if !hasRoom { wasRefused = true }
        return hasRoom
    }

    /// Sends a write when there is room.
    func add(_ command: Command) {
        if let end { return later { command.completion(end) } }
        waiting.append(command)
        pump()
    }

    /// Answers everything with an error; nothing is sent any more.
    func close(_ error: any Error) {
        end = error
        let all = sent.sorted { $0.key < $1.key }.map(\.value) + waiting
        sent = [:]
        waiting = []
        for command in all { command.completion(error) }
    }

    private func pump() {
        while sent.count < client.limits.commandsInFlight, !waiting.isEmpty {
            let command = waiting.removeFirst()
            count += 1
            let number = count
            sent[number] = command
            client.call(
                command.path, BlueZ.characteristic, "WriteValue",
                [.bytes(command.data), .properties(["type": .string("command")])]
            ) { [weak self] result in
                guard let self, let command = sent.removeValue(forKey: number) else { return }
                if case .failure(let error) = result {
                    command.completion(error.asAttributeError)
                } else {
                    command.completion(nil)
                }
                pump()
                if wasRefused, end == nil, waiting.isEmpty, sent.count < client.limits.commandsInFlight {
                    wasRefused = false
                    onReady()
                }
            }
        }
    }
}
