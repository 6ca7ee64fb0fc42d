// Running one test of this bundle in a process of its own.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

/// A child process that runs a single test of this same executable and talks over its standard input and output.
///
/// What a test must kill, or what changes the process for good, runs in one.
final class ChildTest {
    /// Set in the child; the test that is meant to run there does nothing without it.
    static let marker = "TRANSOM_TEST_CHILD"

    /// Whether this process is a child.
    static var isChild: Bool {
        getenv(marker) != nil
    }

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var rest = ""

    /// Starts a child.
    ///
    /// - Parameters:
    ///   - name: As `TransomGLibTests.SomeTests/testSomething`.
    ///   - environment: Added to this process's own.
    init(_ name: String, environment: [String: String] = [:]) throws {
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = [name]
        var all = ProcessInfo.processInfo.environment
        all[Self.marker] = "1"
        process.environment = all.merging(environment) { _, new in new }
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    var processIdentifier: Int32 {
        process.processIdentifier
    }

    /// The next line of the child's output that begins with a word, without the word; nil at the end of the output.
    func line(_ word: String) -> String? {
        while true {
            while let end = rest.firstIndex(of: "\n") {
                let line = String(rest[..<end])
                rest = String(rest[rest.index(after: end)...])
                if line.hasPrefix(word + " ") { return String(line.dropFirst(word.count + 1)) }
            }
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { return nil }
            rest += String(decoding: data, as: UTF8.self)
        }
    }

    /// Closes the child's input, at which it ends in order, and returns its exit status.
    func finish() throws -> Int32 {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Kills the child as nothing can prevent.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// In the child: says a word to the parent.
    static func say(_ word: String, _ text: String) {
        print("\(word) \(text)")
        fflush(nil)
    }

    /// In the child: waits until the parent closes the input.
    static func waitForParent() {
        while readLine() != nil {}
    }
}
