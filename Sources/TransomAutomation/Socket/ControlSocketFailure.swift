// Why a control socket cannot be had.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// Why a control socket cannot be had.
package enum ControlSocketFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is no folder for it.
    case noFolder(String)
    /// The path is longer than a socket's can be.
    case long(path: String)
    /// The system refuses.
    case system(path: String, reason: String)

    /// The failure in one sentence.
    package var description: String {
        switch self {
        case .noFolder(let reason): reason
        case .long(let path): "\(quoted(path)) is longer than the path of a socket can be, which is 107 bytes"
        case .system(let path, let reason): "\(quoted(path)): \(reason)"
        }
    }
}
