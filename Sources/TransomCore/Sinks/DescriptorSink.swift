// Events to a descriptor that is open already.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Events to a descriptor that is open already: standard output, a pipe.
///
/// One JSON object a line, with `write(2)`: `FileHandle` traps when the reader has gone. `SIGPIPE` must be ignored by the
/// process.
public struct DescriptorSink: EventSink {
    /// What it is called in sentences.
    public let name: String
    private let descriptor: Int32

    /// Takes a descriptor, which stays open for its owner.
    public init(_ descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// Standard output.
    public static let standardOutput = DescriptorSink(STDOUT_FILENO, name: "stdout")

    /// Writes the lines of the events.
    public func write(_ events: [Event]) throws(EventSinkFault) {
        do throws(DescriptorWriter.Failure) {
            try DescriptorWriter.write(events.lines, to: descriptor)
        } catch {
            if error.code == EPIPE { throw .closed(sink: name) }
            throw .failed(sink: name, operation: "write", code: error.code)
        }
    }

    /// Does nothing: the descriptor is its owner's.
    public func close() {}
}
