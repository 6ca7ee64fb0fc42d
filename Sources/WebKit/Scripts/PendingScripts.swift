// Scripts that have not answered.
// SPDX-License-Identifier: Apache-2.0

/// Answers every script that was started, also when the engine never will: it forgets the callback with the view or the
/// web process.
@MainActor
final class PendingScripts {
    private var pending: [UInt64: (Result<Any?, any Error>) -> Void] = [:]
    private var next: UInt64 = 0

    /// Remembers a completion and returns what answers it, once.
    func add(_ completion: @escaping (Result<Any?, any Error>) -> Void) -> (Result<Any?, any Error>) -> Void {
        let number = next
        next += 1
        pending[number] = completion
        return { [weak self] result in self?.pending.removeValue(forKey: number)?(result) }
    }

    /// Fails everything that is pending.
    func failAll(_ error: WKError) {
        let all = pending.sorted { $0.key < $1.key }
        pending = [:]
        for (_, completion) in all { completion(.failure(error)) }
    }
}
