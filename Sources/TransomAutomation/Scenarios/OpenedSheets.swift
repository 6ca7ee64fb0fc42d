// The sheets that a scenario has opened, whose answers come when they are gone.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TransomCore

/// The sheets that a scenario has opened: each step's answer comes when its sheet is gone, and the steps after it go on.
final class OpenedSheets: Sendable {
    private struct State {
        var tasks: [Task<Void, Never>] = []
        /// How many answers have come.
        var answers = 0
        var refused: (index: Int, error: HostClient.Failure)?
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let client: HostClient
    private let state = Mutex(State())

    init(_ client: HostClient) { self.client = client }

    /// The first step whose sheet the host has refused to open, and its word for that.
    var refused: (index: Int, error: HostClient.Failure)? { state.withLock { $0.refused } }

    /// Opens a sheet and does not wait for what comes of it; the command is on its way when this returns.
    func open(_ request: CommandRequest, at index: Int) async {
        await withCheckedContinuation { (sent: CheckedContinuation<Void, Never>) in
            let task = Task {
                let refusal = await perform(request) { sent.resume() }
                let waiting = state.withLock { state in
                    state.answers += 1
                    if let refusal, state.refused.map({ index < $0.index }) ?? true { state.refused = (index, refusal) }
                    defer { state.waiting = [] }
                    return state.waiting
                }
                for one in waiting { one.resume() }
            }
            state.withLock { $0.tasks.append(task) }
        }
    }

    /// The host's word for why there is no sheet; nil where there was one, whatever came of it.
    private func perform(_ request: CommandRequest, sent: @Sendable () -> Void) async -> HostClient.Failure? {
        let before = count("opened")
        do throws(HostClient.Failure) {
            let answer = try await client.perform(request, sent: sent)
            // One that was there and failed later is for the scenario's own steps to judge.
            guard answer["outcome"] == "failed", count("opened") <= before else { return nil }
            return .refused("open: " + (answer["reason"]?.stringValue ?? "no sheet could be opened"))
        } catch {
            // A sheet that is there when the host ends is no failure of the scenario's.
            if case .refused = error { return error }
            return nil
        }
    }

    private func count(_ what: String) -> Int {
        client.log.events.count { $0.type == "transom.sheet.\(what)" }
    }

    /// Waits until a sheet that is neither there nor answered for has its answer, for five seconds at most.
    ///
    /// A step that fails may do so for want of a sheet whose refusal is on its way.
    func decide() async {
        let shown = count("opened") - count("closed")
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isDecided = state.withLock { state in
                guard state.tasks.count - state.answers > shown else { return true }
                state.waiting.append(continuation)
                return false
            }
            if isDecided { return continuation.resume() }
            Task {
                try? await Task.sleep(for: .seconds(5))
                let waiting = state.withLock { state in
                    defer { state.waiting = [] }
                    return state.waiting
                }
                for one in waiting { one.resume() }
            }
        }
    }

    /// Waits until every answer has come or none will; call it when the host has ended.
    func settle() async {
        for task in state.withLock({ $0.tasks }) { await task.value }
    }
}
