// Notices that an update has replaced the engine under a running host.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Foundation
import Glibc
import TransomSandbox

/// Notices that a file which this process runs from was replaced or removed: the engine's libraries, the host itself.
///
/// What is in memory stays as it was, but every process that the engine starts from then on is of the new files, and the
/// two do not fit together. The files' folders are watched by `inotify(7)`; nothing is polled. An update replaces many files,
/// so it is told of once, when nothing more has happened for a time.
final class EngineWatch {
    private let files: [(path: String, state: State?)]
    private let settling: Duration
    private let scheduler: any DeadlineScheduler
    private let onReplaced: (String) -> Void
    private let descriptor: Int32
    private var watch: DescriptorWatch?
    private var deadline: (any Deadline)?

    /// What tells one file from another that has its name.
    private struct State: Equatable {
        let device: UInt64
        let number: UInt64
        let size: Int64
        let seconds: Int64
        let nanoseconds: Int64

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, number, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int64(status.st_size))
            (seconds, nanoseconds) = (Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec))
        }
    }

    /// Begins to watch; nil where the kernel gives no watch.
    ///
    /// - Parameters:
    ///   - files: Absolute paths without symbolic links.
    ///   - settling: For how long nothing more must have happened.
    ///   - scheduler: Deadlines.
    ///   - onReplaced: Called once, with the path of a file that is another one or gone.
    init?(
        _ files: [String], settling: Duration, scheduler: any DeadlineScheduler,
        onReplaced: @escaping (String) -> Void
    ) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        self.files = files.map { ($0, State($0)) }
        self.settling = settling
        self.scheduler = scheduler
        self.onReplaced = onReplaced
        let mask = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVE) | UInt32(IN_CREATE) | UInt32(IN_DELETE)
        for folder in Set(files.map { ($0 as NSString).deletingLastPathComponent }) {
            _ = inotify_add_watch(descriptor, folder, mask | UInt32(IN_ONLYDIR))
        }
        watch = DescriptorWatch(descriptor, for: G_IO_IN) { [weak self] in self?.somethingHappened() }
        // A file that was gone before it could be watched is replaced already.
        if replaced != nil { settle() }
    }

    isolated deinit {
        watch = nil
        close(descriptor)
    }

    /// The files of the engine and of the host that this process has in memory, as `/proc/self/maps` names them.
    static func loadedFiles() -> [String] {
        // A file of the kernel's has no size, and is read to its end.
        let data = try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd()
        let maps = String(decoding: data ?? Data(), as: UTF8.self)
        var found: Set<String> = []
        for line in maps.split(separator: "\n") {
            guard let start = line.firstIndex(of: "/") else { continue }
            var path = String(line[start...])
            if path.hasSuffix(" (deleted)") { path.removeLast(" (deleted)".count) }
            let name = path.split(separator: "/").last ?? ""
            if name.hasPrefix("libwebkit2gtk-4.1.so") || name.hasPrefix("libjavascriptcoregtk-4.1.so") {
                found.insert(path)
            }
        }
        if let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
            found.insert(own.hasSuffix(" (deleted)") ? String(own.dropLast(" (deleted)".count)) : own)
        }
        return found.sorted()
    }

    /// A file that is not the one that it was.
    private var replaced: String? {
        files.first { State($0.path) != $0.state || $0.state == nil }?.path
    }

    private func somethingHappened() {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while read(descriptor, &buffer, buffer.count) > 0 {}
        // The folder of the libraries changes with every update of anything.
        if replaced != nil { settle() }
    }

    private func settle() {
        deadline = scheduler.after(settling) { [weak self] in
            guard let self else { return }
            deadline = nil
            // An update that was taken back has changed nothing that counts; a later one is seen again.
            guard let path = replaced else { return }
            watch = nil
            onReplaced(path)
        }
    }
}
