// The private folder of one running process.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomGLibShims

/// A folder that only this process uses and that does not outlive it.
///
/// It holds what other processes must find by path: the compiled web-process extension and the private display's
/// cookie. It is made below `$XDG_RUNTIME_DIR/transom`, or below `/tmp/transom-<uid>` where there is no such directory or
/// no code can be loaded from it: Debian mounts `/run`, where a service's folder is, `noexec`. A service whose `/tmp` is
/// mounted so as well has `$STATE_DIRECTORY`. A lock is held in it; a folder that a killed process left behind is unlocked
/// and is swept by the next one.
package enum RunFolder {
    /// The reason why no folder could be made.
    package struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
        /// The path that was tried.
        package let path: String
        /// The system's word for what went wrong.
        package let reason: String

        package var description: String {
            "no private folder could be made at \(path): \(reason); set XDG_RUNTIME_DIR to a folder of yours"
        }
    }

    /// The folder's path.
    ///
    /// Made at the first use; later uses give the same path or the same failure.
    package static func path() throws(Failure) -> String {
        try folder.get()
    }

    /// Removes the folder and what is in it.
    ///
    /// Called when the process ends in order.
    package static func remove() {
        if case .success(let path) = folder { try? FileManager.default.removeItem(atPath: path) }
    }

    private static let folder: Result<String, Failure> = {
        var bases: [String] = []
        if let runtime = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), runtime.hasPrefix("/") {
            bases.append(runtime + "/transom")
        }
        bases.append("/tmp/transom-\(geteuid())")
        if let state = getenv("STATE_DIRECTORY").map({ String(cString: $0) }), state.hasPrefix("/") {
            bases.append(state.prefix { $0 != ":" } + "/run")
        }
        return firstUsable(of: bases)
    }()

    /// Makes a folder below the first base that is possible.
    static func firstUsable(
        of bases: [String], canRun: (String) -> Bool = { canRun($0) }
    ) -> Result<String, Failure> {
        var failure = Failure(path: bases.first ?? "", reason: "not tried")
        for base in bases {
            do throws(Failure) {
                let folder = try make(in: base)
                if canRun(folder) { return .success(folder) }
                failure = Failure(path: base, reason: "no code can be loaded from there, for it is mounted noexec")
                try? FileManager.default.removeItem(atPath: folder)
            } catch { failure = error }
        }
        return .failure(failure)
    }

    /// `ST_NOEXEC`, which is hidden behind _GNU_SOURCE.
    static let noCode: UInt = 8

    /// Whether code can be loaded from a folder.
    static func canRun(_ folder: String) -> Bool {
        var status = statvfs()
        return statvfs(folder, &status) != 0 || status.f_flag & noCode == 0
    }

    /// How often a new folder may be lost to a process that sweeps at the same moment.
    private static let attempts = 16

    /// Makes a locked folder below a base folder, which must be ours and closed to others.
    static func make(in base: String) throws(Failure) -> String {
        func failed() -> Failure { Failure(path: base, reason: String(cString: strerror(errno))) }
        if mkdir(base, 0o700) != 0, errno != EEXIST { throw failed() }
        var status = stat()
        guard lstat(base, &status) == 0 else { throw failed() }
        // Anybody may make a name in /tmp, so a folder that exists counts only when it is ours and closed to others.
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw Failure(path: base, reason: "it exists and is not a private folder of this user")
        }
        sweep(base)
        for _ in 0..<attempts {
            var template = Array("\(base)/\(getpid())-XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { throw failed() }
            let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if try hold(path + "/lock", orThrow: failed) { return path }
        }
        throw Failure(path: base, reason: "other processes removed it each time")
    }

    /// Locks a new folder until the process ends, however it ends.
    ///
    /// False when another process swept it before.
    private static func hold(_ path: String, orThrow failed: () -> Failure) throws(Failure) -> Bool {
        // The descriptor is not inherited by children.
        let lock = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard lock >= 0 else {
            if errno == ENOENT { return false }
            throw failed()
        }
        var status = stat()
        if flock(lock, LOCK_EX | LOCK_NB) == 0, fstat(lock, &status) == 0, status.st_nlink > 0 { return true }
        close(lock)
        return false
    }

    /// Removes what killed processes left behind.
    private static func sweep(_ base: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? [] {
            let folder = "\(base)/\(name)"
            let lock = open(folder + "/lock", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
            // A folder without a lock file is being made right now, by a process that locks it in a moment.
            guard lock >= 0 else { continue }
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { try? FileManager.default.removeItem(atPath: folder) }
            close(lock)
        }
    }
}
