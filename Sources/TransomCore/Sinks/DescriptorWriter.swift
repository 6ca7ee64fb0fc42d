// Writes bytes to a file descriptor, whole or not at all.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Writes bytes to a file descriptor, whole or not at all.
package enum DescriptorWriter {
    /// Why a write stopped.
    package struct Failure: Error, Equatable {
        /// The `errno` of it.
        package let code: Int32
        /// How many bytes had been written.
        package let written: Int
    }

    /// Writes all bytes with `write(2)`, however many calls it takes.
    ///
    /// A descriptor that somebody has set to non-blocking (a terminal shared with another program) is waited for with
    /// `poll(2)`. `SIGPIPE` must be ignored by the process, else a reader that has gone ends it.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
            }
            if count >= 0 {
                written += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&poller, 1, -1)
            case let code: throw Failure(code: code, written: written)
            }
        }
    }
}
