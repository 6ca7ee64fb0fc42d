// Waits until something happens to a file.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Waits until something is written to a file, or another takes its place: inotify(7), and a look once a second.
nonisolated enum FileWatch {
    /// Blocks until something has happened; what happens between two calls is seen by the one who reads on anyway.
    ///
    /// - Returns: False where the file cannot be watched.
    static func wait(_ path: String) -> Bool {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let isWatched =
            inotify_add_watch(descriptor, path, UInt32(IN_MODIFY) | UInt32(IN_MOVE_SELF) | UInt32(IN_DELETE_SELF)) >= 0
        let isFolderWatched =
            inotify_add_watch(descriptor, folder.isEmpty ? "/" : folder, UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)) >= 0
        guard isWatched || isFolderWatched else { return false }
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // What was written before the watch began is seen after a second at the latest.
        return poll(&poller, 1, 1_000) >= 0 || errno == EINTR
    }
}
