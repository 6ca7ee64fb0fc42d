// Writes text to a file descriptor, whole or not at all.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Writes text with `write(2)`.
///
/// `print` hides that a reader has gone, and `FileHandle.write` traps on it.
nonisolated enum FileDescriptorWriter {
    /// Writes all of a text.
    ///
    /// - Returns: 0, or the number of the error: `EPIPE` where the reader has gone, `ENOSPC` where the device is full.
    static func write(_ text: String, to descriptor: Int32) -> Int32 {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if count < 0, errno != EINTR {
                return errno
            }
        }
        return 0
    }
}
