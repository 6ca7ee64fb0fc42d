// Runs a program that mints a secret.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Runs a program that mints a secret: fixed arguments, no shell, JSON on standard input, one line on standard output.
///
/// The program gets a process group of its own, standard error goes nowhere (it could name the secret), no other
/// descriptor is passed on, and the whole group is killed at the deadline. Blocks its thread; see `posix_spawn(3)`.
struct SecretCommand: Sendable {
    let arguments: [String]
    let limits: Limits
    let clock: any HostClock

    private var program: String { arguments.first ?? "" }

    /// Runs the program.
    ///
    /// - Parameter input: what it reads, at most 4,096 bytes, which a pipe holds without a reader.
    /// - Returns: what it wrote.
    func run(input: [UInt8]) -> Result<[UInt8], SecretError> {
        let deadline = clock.monotonic + limits.secretDeadline
        do throws(SecretError) {
            let (child, output) = try start(input: input)
            defer { close(output) }
            do throws(SecretError) {
                let bytes = try read(output, until: deadline)
                let status = try wait(for: child, until: deadline)
                guard status == 0 else { throw .failed(program: program, status: status) }
                return .success(bytes)
            } catch {
                kill(-child, SIGKILL)
                var ignored: Int32 = 0
                while waitpid(child, &ignored, 0) < 0, errno == EINTR {}
                throw error
            }
        } catch {
            return .failure(error)
        }
    }

    private func start(input: [UInt8]) throws(SecretError) -> (child: pid_t, output: Int32) {
        var inlet: [Int32] = [-1, -1]
        var outlet: [Int32] = [-1, -1]
        guard pipe(&inlet) == 0 else { throw .cannotStart(program: program, code: errno) }
        guard pipe(&outlet) == 0 else {
            let code = errno
            for descriptor in inlet { close(descriptor) }
            throw .cannotStart(program: program, code: code)
        }
        for descriptor in inlet + outlet { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        // Written while this process holds both ends: it neither blocks nor raises SIGPIPE, however the program behaves.
        let written = input.withUnsafeBytes { write(inlet[1], $0.baseAddress, min($0.count, 4_096)) }
        close(inlet[1])
        defer { close(inlet[0]) }
        defer { close(outlet[1]) }
        let (code, child) = written < 0 ? (errno, 0) : spawn(inlet[0], outlet[1])
        guard code == 0 else {
            close(outlet[0])
            throw .cannotStart(program: program, code: code)
        }
        return (child, outlet[0])
    }

    private func spawn(_ input: Int32, _ output: Int32) -> (code: Int32, child: pid_t) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        for descriptor in Self.openDescriptors() where descriptor > 2 {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        var child: pid_t = 0
        var vector = arguments.map { strdup($0) } + [nil]
        defer { for argument in vector { free(argument) } }
        let code = SpawnAttributes().withPointer { posix_spawn(&child, program, &actions, $0, &vector, environ) }
        return (code, child)
    }

    /// The descriptors of this process; one that is gone when the program starts does no harm.
    ///
    /// `posix_spawn_file_actions_addclosefrom_np` would do, but is behind `_GNU_SOURCE`, which Swift's module is without.
    private static func openDescriptors() -> [Int32] {
        guard let folder = opendir("/proc/self/fd") else { return [] }
        defer { closedir(folder) }
        var descriptors: [Int32] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if let descriptor = Int32(name) { descriptors.append(descriptor) }
        }
        return descriptors
    }

    private func read(_ descriptor: Int32, until deadline: Duration) throws(SecretError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while true {
            var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&poller, 1, try slice(until: deadline)) > 0 else { continue }
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return bytes }
            bytes.append(contentsOf: chunk[..<count])
            guard bytes.count <= limits.secretBytes + 2 else {
                throw .tooLong(.command(arguments), limit: limits.secretBytes)
            }
        }
    }

    private func wait(for child: pid_t, until deadline: Duration) throws(SecretError) -> Int32 {
        var status: Int32 = 0
        var ended = waitpid(child, &status, WNOHANG)
        while ended == 0 || (ended < 0 && errno == EINTR) {
            // The program has closed its output and is about to end; one that does not has until the deadline.
            poll(nil, 0, min(10, try slice(until: deadline)))
            ended = waitpid(child, &status, WNOHANG)
        }
        // Where the process ignores SIGCHLD the kernel keeps no status, and nobody can say that all went well.
        guard ended == child else { return 255 }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    /// The next wait in milliseconds: short enough that a clock which was moved by hand is noticed.
    private func slice(until deadline: Duration) throws(SecretError) -> Int32 {
        let rest = (deadline - clock.monotonic).components
        guard rest.seconds >= 0, rest.seconds > 0 || rest.attoseconds > 0 else {
            throw .timeout(program: program, deadline: limits.secretDeadline)
        }
        return Int32(min(rest.seconds * 1_000 + rest.attoseconds / 1_000_000_000_000_000 + 1, 100))
    }
}
