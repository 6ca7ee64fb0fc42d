// The sheets that a scenario has opened, whose answers come when they are gone.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TransomCore

/// The sheets that a scenario has opened: each step's answer comes when its sheet is gone, and the steps after it go on.
final class OpenedSheets: Sendable {
    private let client: HostClient
    private let state = Mutex((tasks: [Task<Void, Never>](), refused: (index: Int, error: HostClient.Failure)?.none))

    init(_ client: HostClient) { self.client = client }

    /// The first step whose sheet the host has refused to open, and its word for that.
    var refused: (index: Int, error: HostClient.Failure)? { state.withLock { $0.refused } }

    /// Opens a sheet and does not wait for what comes of it; the command is on its way when this returns.
    func open(_ request: CommandRequest, at index: Int) async {
        await withCheckedContinuation { (sent: CheckedContinuation<Void, Never>) in
            let task = Task {
                let before = sheetsUntilNow
                do throws(HostClient.Failure) {
                    let answer = try await client.perform(request) { sent.resume() }
                    // One that was there and failed later is for the scenario's own steps to judge.
                    guard answer["outcome"] == "failed", sheetsUntilNow <= before else { return }
                    throw .refused("open: " + (answer["reason"]?.stringValue ?? "no sheet could be opened"))
                } catch {
                    // A sheet that is there when the host ends is no failure of the scenario's.
                    guard case .refused = error else { return }
                    state.withLock { state in
                        if state.refused.map({ index < $0.index }) ?? true { state.refused = (index, error) }
                    }
                }
            }
            state.withLock { $0.tasks.append(task) }
        }
    }

    private var sheetsUntilNow: Int { client.log.events.count { $0.type == "transom.sheet.opened" } }

    /// Waits until every answer has come or none will; call it when the host has ended.
    func settle() async {
        for task in state.withLock({ $0.tasks }) { await task.value }
    }
}
