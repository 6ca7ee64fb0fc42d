// A real X server in a window of another one.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

/// Xephyr, which can turn its picture: the screen of 800×600 of a machine that stands on its side.
final class NestedX {
    /// The display, such as `:4`.
    let display: String
    private let process = Process()

    /// Starts a server with a window on the display of the tests.
    ///
    /// - Throws: A skip with the reason where the machine has no such server or does not let it start.
    init() throws {
        let program = "/usr/bin/Xephyr"
        guard FileManager.default.isExecutableFile(atPath: program) else {
            throw XCTSkip("Xephyr is missing, so no picture was turned here: apt-get install xserver-xephyr")
        }
        let pipe = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = ["-displayfd", "1", "-screen", "800x600", "-nolisten", "tcp", "-noreset"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        // The number comes when the server is ready, and nothing where it ends before.
        let number = try pipe.fileHandleForReading.read(upToCount: 16) ?? Data()
        let text = String(decoding: number, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw XCTSkip("Xephyr does not start here") }
        display = ":" + text
    }

    func stop() {
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
    }
}
