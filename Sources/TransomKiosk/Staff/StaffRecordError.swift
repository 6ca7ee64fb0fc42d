// Why wrong PINs are not kept over a restart.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Why wrong PINs are not kept over a restart.
nonisolated enum StaffRecordError: Error, Equatable, CustomStringConvertible {
    /// The file cannot be written, with the system's number for why.
    case notWritten(String, errno: Int32)

    var description: String {
        switch self {
        case .notWritten(let path, let number):
            "\(path) cannot be written (\(String(cString: strerror(number)))), so wrong PINs are forgotten at a restart; "
                + "give the service a StateDirectory, or set XDG_STATE_HOME to a folder of its user's own"
        }
    }
}
