// `transom events`: a stream of events as lines for people.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import TransomCore

/// Reads events from a file or from standard input, and prints one line each.
nonisolated struct EventsCommand {
    /// Where words go.
    let output: Output
    /// Waits for something to happen to a file, or for a while; false ends the following.
    var wait: (_ path: String) -> Bool = FileWatch.wait

    /// Reads until the end, or for ever where it follows.
    func run(_ arguments: ParsedArguments) -> Int32 {
        let path = arguments.positionals.first ?? "-"
        let pattern = arguments.last("type")
        let follows = arguments.has("follow")
        var descriptor: Int32 = 0
        if path != "-" {
            descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                let reason = String(cString: strerror(errno))
                output.note("transom: events: \(TransomCore.quoted(path)) cannot be read: \(reason)")
                return ExitStatus.usage.rawValue
            }
        }
        var successor: Int32?
        defer {
            if path != "-" { close(descriptor) }
            if let successor { close(successor) }
        }
        var rest: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                let reason = String(cString: strerror(errno))
                output.note("transom: events: \(TransomCore.quoted(path)) cannot be read: \(reason)")
                return ExitStatus.failure.rawValue
            }
            guard count > 0 else {
                // The old file is at its end for good: whoever wrote it has gone on in the new one.
                if let next = successor {
                    close(descriptor)
                    (descriptor, successor, rest) = (next, nil, [])
                    continue
                }
                if Self.isCut(descriptor) {
                    // What rotates logs may also empty the file that it has copied.
                    lseek(descriptor, 0, SEEK_SET)
                    rest = []
                    continue
                }
                guard follows, path != "-", wait(path) else { break }
                // The host begins a new file of that name when one is full; what it wrote before is still to be read.
                successor = Self.successor(of: descriptor, at: path)
                continue
            }
            var lines: [String] = []
            for byte in buffer[..<count] {
                if byte == UInt8(ascii: "\n") {
                    lines += line(rest, pattern)
                    rest.removeAll(keepingCapacity: true)
                } else if rest.count < 1 << 26 {
                    rest.append(byte)
                }
            }
            if !lines.isEmpty, let status = write(lines) { return status }
        }
        return write(line(rest, pattern)) ?? ExitStatus.success.rawValue
    }

    private func write(_ lines: [String]) -> Int32? {
        guard !lines.isEmpty else { return nil }
        switch output.result(lines.joined(separator: "\n") + "\n") {
        case 0: return nil
        case EPIPE: return ExitStatus.success.rawValue
        default: return ExitStatus.failure.rawValue
        }
    }

    private func line(_ bytes: [UInt8], _ pattern: String?) -> [String] {
        guard !bytes.isEmpty else { return [] }
        let text = String(decoding: bytes, as: UTF8.self)
        // What is no event was put there by somebody else, and is shown as it is where everything is asked for.
        guard let event = Event(json: text) else { return pattern == nil ? [EventLine.escaped(text)] : [] }
        if let pattern, fnmatch(pattern, event.type, 0) != 0 { return [] }
        return [EventLine.text(event)]
    }

    /// Whether a file has become shorter than what was read of it.
    private static func isCut(_ descriptor: Int32) -> Bool {
        var own = stat()
        return fstat(descriptor, &own) == 0 && own.st_size < lseek(descriptor, 0, SEEK_CUR)
    }

    private static func successor(of descriptor: Int32, at path: String) -> Int32? {
        var now = stat()
        var own = stat()
        guard stat(path, &now) == 0, fstat(descriptor, &own) == 0, now.st_ino != own.st_ino else { return nil }
        let next = open(path, O_RDONLY | O_CLOEXEC)
        return next >= 0 ? next : nil
    }
}
