// Events to a file that is rotated.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Events to a file, one JSON object a line, readable by its owner alone.
///
/// At ``Limits/eventFileBytes`` the file becomes `FILE.1`, what was `FILE.1` becomes `FILE.2`, and so on up to
/// ``Limits/eventFilesKept``; where that fails the file grows on, because events matter more. When the path names another
/// file than the one that is open (`logrotate`, `rm`), it is opened again. A write that fails half-way is taken back, so
/// that no line is ever torn. What is not a regular file (a FIFO, a device) is written to and never rotated.
public final class FileSink: EventSink {
    private struct File {
        let descriptor: Int32
        let device: UInt
        let inode: UInt
        let isRegular: Bool
        var size: Int
    }

    /// The path, as it was given.
    public let name: String
    private let limit: Int
    private let kept: Int
    private let file: Mutex<File?>

    /// Opens the file, or makes it with mode 0600.
    ///
    /// - Parameters:
    ///   - path: absolute, or relative to the working directory.
    ///   - limits: for the size and the number of files.
    /// - Throws: why it cannot be written to.
    public init(path: String, limits: Limits = .standard) throws(EventSinkFault) {
        name = path
        limit = max(limits.eventFileBytes, 1)
        kept = max(limits.eventFilesKept, 1)
        file = Mutex(try Self.open(path))
    }

    deinit { close() }

    /// Writes the lines of the events; those that do not fit go to a new file.
    public func write(_ events: [Event]) throws(EventSinkFault) {
        let result = file.withLock { file -> Result<Void, EventSinkFault> in
            do throws(EventSinkFault) {
                for event in events { try append([event].lines, to: &file) }
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// Closes the file.
    public func close() {
        file.withLock { file in
            if let open = file { Glibc.close(open.descriptor) }
            file = nil
        }
    }

    private func append(_ line: [UInt8], to file: inout File?) throws(EventSinkFault) {
        if let open = file, open.isRegular {
            // Another process may append to the same file, so the size is asked for and not counted.
            if let size = Self.size(of: open, at: name) {
                file?.size = size
            } else {
                Glibc.close(open.descriptor)
                file = nil
            }
        }
        var open: File
        if let current = file { open = current } else { open = try Self.open(name) }
        file = open
        if open.isRegular, open.size > 0, open.size + line.count > limit, rotate() {
            Glibc.close(open.descriptor)
            file = nil
            open = try Self.open(name)
            file = open
        }
        do throws(DescriptorWriter.Failure) {
            try DescriptorWriter.write(line, to: open.descriptor)
        } catch {
            if open.isRegular, Self.size(of: open, at: name) == open.size + error.written {
                ftruncate(open.descriptor, open.size)
            }
            if error.code == EPIPE { throw .closed(sink: name) }
            throw .failed(sink: name, operation: "write", code: error.code)
        }
    }

    /// Moves the files on by one number; false where the live one could not be moved.
    private func rotate() -> Bool {
        for number in stride(from: kept - 1, to: 0, by: -1) { rename("\(name).\(number)", "\(name).\(number + 1)") }
        return rename(name, name + ".1") == 0
    }

    /// The size of the open file, or nothing where the path names another one or none.
    private static func size(of file: File, at path: String) -> Int? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_dev == file.device, status.st_ino == file.inode else { return nil }
        return status.st_size
    }

    private static func open(_ path: String) throws(EventSinkFault) -> File {
        // A FIFO without a reader would block here; with O_NONBLOCK it is an error that can be told.
        let descriptor = Glibc.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw .failed(sink: path, operation: "open", code: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, fcntl(descriptor, F_SETFL, O_APPEND) == 0 else {
            let code = errno
            Glibc.close(descriptor)
            throw .failed(sink: path, operation: "open", code: code)
        }
        return File(
            descriptor: descriptor, device: status.st_dev, inode: status.st_ino,
            isRegular: status.st_mode & S_IFMT == S_IFREG, size: status.st_size)
    }
}
