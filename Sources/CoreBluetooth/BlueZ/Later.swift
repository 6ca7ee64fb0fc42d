// Answering after the caller has returned.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomGLib

/// Does something on the main thread after the caller has returned, in order: a delegate is never called from inside a call.
@MainActor
func later(_ body: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.async { MainActor.assumeIsolated { body() } }
}

/// Says on standard error that a call could not be obeyed, as iOS does in its log.
func misuse(_ sentence: String) {
    FileHandle.standardError.write(Data("[CoreBluetooth] API MISUSE: \(sentence)\n".utf8))
}

extension Duration {
    /// Whole milliseconds for a timer, at most 49 days.
    var asMilliseconds: UInt32 {
        let parts = components
        guard parts.seconds < 4_294_966 else { return .max }
        return UInt32(
            clamping: parts.seconds * 1000 + (parts.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
