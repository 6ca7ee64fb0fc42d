// What the doctor asks of the machine, so that tests can answer instead.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the doctor asks of the machine.
nonisolated struct Machine: Sendable {
    /// The value of an environment variable, or nothing where it is not set or empty.
    var variable: @Sendable (String) -> String?
    /// Whether there is something at a path.
    var exists: @Sendable (String) -> Bool
    /// The names of what a folder holds; none where there is no such folder.
    var children: @Sendable (_ folder: String) -> [String]
    /// Some of the paths below a folder that end with one of the texts.
    var files: @Sendable (_ folder: String, _ endings: [String]) -> [String]
    /// The text of a small file, or nothing where it cannot be read.
    var text: @Sendable (_ path: String) -> String? = { try? String(contentsOfFile: $0, encoding: .utf8) }
    /// Runs a program by its name and says whether it ended with status 0 within five seconds.
    var succeeds: @Sendable (_ arguments: [String]) -> Bool

    /// The path of a program in `PATH`, or nothing where it is in none of its folders.
    func program(_ name: String) -> String? {
        (variable("PATH") ?? "/usr/bin:/bin").split(separator: ":").map { $0 + "/" + name }.first(where: exists)
    }

    /// Whether there is a display for a window: one that is set and not empty.
    var hasDisplay: Bool {
        ["WAYLAND_DISPLAY", "DISPLAY"].contains { !(variable($0) ?? "").isEmpty }
    }

    /// This machine.
    static let this = Machine(
        variable: { name in
            guard let value = getenv(name) else { return nil }
            let text = String(cString: value)
            return text.isEmpty ? nil : text
        },
        exists: { access($0, F_OK) == 0 },
        children: { (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? [] },
        files: { folder, endings in
            var found: [String] = []
            let paths = FileManager.default.enumerator(atPath: folder)
            while found.count < 8, let path = paths?.nextObject() as? String {
                if endings.contains(where: path.hasSuffix) { found.append(folder + "/" + path) }
            }
            return found
        },
        succeeds: { ProbeProcess.succeeds($0, within: .seconds(5)) })

    /// The name of this machine, `localhost` where it has none.
    ///
    /// Foundation's `ProcessInfo.hostName` may ask the network for it.
    static func hostName() -> String {
        var buffer = [CChar](repeating: 0, count: 257)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return name.isEmpty ? "localhost" : name
    }
}
