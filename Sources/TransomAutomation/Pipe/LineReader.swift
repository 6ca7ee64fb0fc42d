// Takes a stream of bytes apart into lines.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc

/// Reads what a descriptor has as it comes, and gives the lines that are whole.
final class LineReader: @unchecked Sendable {
    // Its state is touched on its own queue only, except by a test that reads by hand and starts nothing.

    /// A line, without its end.
    enum Line: Sendable, Equatable {
        /// UTF-8; what is not becomes replacement characters, which are no JSON.
        case text(String)
        /// One that was not kept.
        case tooLong
    }

    private let descriptor: Int32
    private let longest: Int
    private var bytes: [UInt8] = []
    private var isSkipping = false
    private let queue = DispatchQueue(label: "transom.control")

    init(_ descriptor: Int32, longest: Int = CommandQueue.longestLine) {
        self.descriptor = descriptor
        self.longest = longest
    }

    /// Reads until the input ends, on a queue of its own that waits in `read`.
    ///
    /// libdispatch's own source for descriptors breaks down on Linux where a pipe hangs up while it is being cancelled.
    ///
    /// - Parameter body: Called on the main thread with the lines that ended, and whether the input has ended.
    func start(_ body: @escaping @MainActor @Sendable ([Line], Bool) -> Void) {
        queue.async { [weak self] in
            while let (lines, isAtEnd) = self?.read() {
                DispatchQueue.main.async { MainActor.assumeIsolated { body(lines, isAtEnd) } }
                if isAtEnd { return }
            }
        }
    }

    /// Reads once.
    ///
    /// - Returns: the lines that ended, without empty ones, and whether the input has ended.
    func read() -> (lines: [Line], isAtEnd: Bool) {
        // Somebody who shares the descriptor may have made it one that does not wait.
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&wait, 1, -1)
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count < 0 { return ([], errno != EAGAIN && errno != EINTR) }
        if count == 0 {
            let last = finish()
            return (last.map { [$0] } ?? [], true)
        }
        var lines: [Line] = []
        for byte in buffer.prefix(count) {
            if byte == UInt8(ascii: "\n") {
                if let line = finish() { lines.append(line) }
            } else if bytes.count < longest {
                bytes.append(byte)
            } else {
                isSkipping = true
            }
        }
        return (lines, false)
    }

    private func finish() -> Line? {
        defer {
            bytes.removeAll(keepingCapacity: bytes.count < 65536)
            isSkipping = false
        }
        if isSkipping { return .tooLong }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        guard !bytes.allSatisfy({ $0 == UInt8(ascii: " ") }) else { return nil }
        return .text(String(decoding: bytes, as: UTF8.self))
    }
}
