// Runs a small program to see whether it works.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Runs a small program to see whether it works.
///
/// Its words go nowhere.
nonisolated enum ProbeProcess {
    /// Whether the program ended with status 0 in time; one that does not end is killed.
    ///
    /// - Parameters:
    ///   - arguments: the program's name, looked for in `PATH`, and its arguments.
    ///   - limit: how long it may take.
    static func succeeds(_ arguments: [String], within limit: Duration) -> Bool {
        var process = pid_t()
        guard let pipe = Pipe() else { return false }
        defer { close(pipe.reader) }
        guard spawn(arguments, output: pipe.writer, &process) else {
            close(pipe.writer)
            return false
        }
        close(pipe.writer)
        if !isClosed(pipe.reader, by: ContinuousClock.now + limit) { kill(process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status == 0
    }

    /// The two ends of a pipe, neither of which other programs get.
    private struct Pipe {
        let reader: Int32
        let writer: Int32

        init?() {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { return nil }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            (reader, writer) = (ends[0], ends[1])
        }
    }

    /// Starts the program with nothing to read, and with a pipe for its words, whose end tells that it has ended.
    private static func spawn(_ arguments: [String], output: Int32, _ process: inout pid_t) -> Bool {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, output, 2)
        let copies = arguments.map { strdup($0) } + [nil]
        defer { for copy in copies { free(copy) } }
        return posix_spawnp(&process, arguments[0], &actions, nil, copies, environ) == 0
    }

    /// Reads until nobody writes any longer, or until the time is over.
    private static func isClosed(_ reader: Int32, by deadline: ContinuousClock.Instant) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while true {
            let left = (deadline - .now).components
            guard left.seconds >= 0, left.attoseconds >= 0 else { return false }
            var waiting = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waiting, 1, Int32(left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000) + 1)
            if ready < 0, errno != EINTR { return false }
            if ready > 0, read(reader, &bytes, bytes.count) <= 0 { return true }
        }
    }
}
