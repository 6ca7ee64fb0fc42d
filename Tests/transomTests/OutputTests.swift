// Words to a descriptor that is not always ready.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

@testable import transom

/// Words to a descriptor that is not always ready, such as a terminal that another program has set to non-blocking.
final class OutputTests: XCTestCase {
    func testALongResultIsWrittenWholeToADescriptorThatDoesNotBlock() async throws {
        signal(SIGPIPE, SIG_IGN)
        let pipe = Pipe()
        let writer = pipe.fileHandleForWriting.fileDescriptor
        XCTAssertEqual(fcntl(writer, F_SETFL, fcntl(writer, F_GETFL) | O_NONBLOCK), 0)
        // Four times what a pipe holds.
        let line = String(repeating: "a", count: 262_144)
        let reading = Task.detached { try pipe.fileHandleForReading.read(upToCount: line.utf8.count + 1) }
        let status = Output(results: writer, notes: writer).write(Report(results: [line]))
        XCTAssertEqual(status, .success)
        let text = try await reading.value
        XCTAssertEqual(text?.count, line.utf8.count + 1)
    }

    func testAReaderThatHasGoneIsToldByItsNumber() throws {
        signal(SIGPIPE, SIG_IGN)
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        XCTAssertEqual(Output(results: pipe.fileHandleForWriting.fileDescriptor, notes: 2).result("a"), EPIPE)
    }
}
