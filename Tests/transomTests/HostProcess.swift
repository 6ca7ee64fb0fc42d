// Runs the built executable as a process of its own.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

/// One run of the built executable, with all that it wrote.
///
/// Its environment holds a path, a home and a mark by which every process that it started is found.
final class HostProcess {
    /// Everything that a run wrote and how it ended.
    struct Ending {
        let status: Int32
        let output: String
        let notes: String

        /// The lines of standard output as objects; a line that is no JSON object is an empty one.
        var events: [[String: Any]] {
            output.split(separator: "\n").map { line in
                (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]) ?? [:]
            }
        }

        /// The types of the events, in order.
        var types: [String] { events.map { $0["type"] as? String ?? "" } }

        /// The data of the first event of a type.
        func data(of type: String) -> [String: Any]? {
            events.first { $0["type"] as? String == type }?["data"] as? [String: Any]
        }
    }

    /// Identifies every process of this run by its environment.
    let mark = "TRANSOM_TEST_MARK=" + UUID().uuidString
    private let process = Process()
    private let folder: URL
    private var output: URL { folder.appending(path: "stdout") }
    private var notes: URL { folder.appending(path: "stderr") }

    /// The executable beside the test bundle.
    static var executable: URL {
        let bundle = URL(filePath: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "")
        return bundle.deletingLastPathComponent().appending(path: "transom")
    }

    /// Starts the executable.
    ///
    /// - Parameters:
    ///   - arguments: those after the program's name.
    ///   - program: what is run, the built executable where nothing is given.
    ///   - environment: added to the path, the home and the mark, or put in their place.
    ///   - standardInput: what is read, nothing where nothing is given.
    ///   - standardOutput: where output goes, a file of the run's own where nothing is given.
    init(
        _ arguments: [String], program: URL? = nil, environment: [String: String] = [:], standardInput: Pipe? = nil,
        standardOutput: FileHandle? = nil
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "transom-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for file in [output, notes] { try Data().write(to: file) }
        let own = ProcessInfo.processInfo.environment
        let parts = mark.split(separator: "=").map(String.init)
        // The runtime folder is that of the display around the tests, which ends whoever names it when the tests end.
        let standard = [
            "PATH": own["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path, parts[0]: parts[1],
            "TRANSOM_TEST_FOLDER": own["XDG_RUNTIME_DIR"] ?? "",
        ]
        process.executableURL = program ?? Self.executable
        process.arguments = arguments
        process.environment = standard.merging(environment) { $1 }
        // A child that held its own input open would never see its end.
        if let standardInput { _ = fcntl(standardInput.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC) }
        process.standardInput = standardInput ?? FileHandle.nullDevice
        process.standardOutput = try standardOutput ?? FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: notes)
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        try? FileManager.default.removeItem(at: folder)
    }

    /// What was written to standard output so far.
    var outputSoFar: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }

    /// Everything that was written to standard error so far.
    var notesSoFar: String { (try? String(contentsOf: notes, encoding: .utf8)) ?? "" }

    /// Sends a signal.
    func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    /// Waits until a condition holds, for a minute at most.
    func wait(for condition: () -> Bool) -> Bool {
        let deadline = ContinuousClock.now + .seconds(60)
        while !condition() {
            guard ContinuousClock.now < deadline else { return false }
            usleep(20_000)
        }
        return true
    }

    /// Waits for the end, which must come within a minute.
    func ending(file: StaticString = #filePath, line: UInt = #line) throws -> Ending {
        if !wait(for: { !process.isRunning }) {
            XCTFail("the run did not end; it said: \(outputSoFar)", file: file, line: line)
            send(SIGKILL)
        }
        process.waitUntilExit()
        let isSignal = process.terminationReason == .uncaughtSignal
        return Ending(
            status: isSignal ? 128 + process.terminationStatus : process.terminationStatus, output: outputSoFar,
            notes: try String(contentsOf: notes, encoding: .utf8))
    }

    /// The processes of this run that live, the first one included, by their numbers.
    func members() -> [Int32] {
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { Int32($0) } ?? []
        return numbers.filter { Self.read("/proc/\($0)/environ").contains(mark) }
    }

    /// The command lines and the environments of all processes but the first one.
    func whatOthersSee() -> String {
        let others = members().filter { $0 != process.processIdentifier }
        let environments = others.map { Self.read("/proc/\($0)/environ") }
        return (environments + members().map { Self.read("/proc/\($0)/cmdline") }).joined(separator: "\n")
    }

    private static func read(_ path: String) -> String {
        guard let file = FileHandle(forReadingAtPath: path), let data = try? file.readToEnd() else { return "" }
        return String(decoding: data, as: UTF8.self)
    }
}
