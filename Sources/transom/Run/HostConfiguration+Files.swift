// Looks, before anything starts, whether the files of a run can be used.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import TransomCore
import TransomShell

extension HostConfiguration {
    /// Looks whether the files and folders of the run can be used, so that a run of an hour does not find out at its end.
    ///
    /// - Throws: `RunOptionsError` for the first that cannot.
    nonisolated func checkFiles() throws(RunOptionsError) {
        for served in served { try served.check() }
        for parameter in integration.parameters where parameter.option == "--inject" {
            for path in options.parameters[parameter.name] ?? [] {
                guard let reason = Self.reason(against: path, R_OK) else { continue }
                throw .file(flag: "--inject", path: path, reason: reason)
            }
        }
        for parameter in integration.parameters where parameter.option == "--assets" {
            for path in options.parameters[parameter.name] ?? [] { try Self.check(assets: path) }
        }
        guard let screenshot else { return }
        let slash = screenshot.lastIndex(of: "/")
        let folder = slash.map { $0 == screenshot.startIndex ? "/" : String(screenshot[..<$0]) } ?? "."
        if let reason = Self.reason(folder: folder) {
            throw .file(flag: "--screenshot", path: folder, reason: reason)
        }
        if Self.isFolder(screenshot) { throw .file(flag: "--screenshot", path: screenshot, reason: "is a folder") }
    }

    private nonisolated static func check(assets path: String) throws(RunOptionsError) {
        guard isFolder(path) else {
            let reason = access(path, F_OK) == 0 ? "is no folder" : "no such folder"
            throw .file(flag: "--assets", path: path, reason: reason)
        }
        guard let reason = reason(against: path + "/index.html", R_OK) else { return }
        throw .file(flag: "--assets", path: path + "/index.html", reason: reason)
    }

    /// Why nothing can be written into a folder, nothing where it can.
    nonisolated static func reason(folder: String) -> String? {
        guard access(folder, F_OK) == 0 else { return "no such folder" }
        guard isFolder(folder) else { return "is no folder" }
        return access(folder, W_OK | X_OK) == 0 ? nil : "nothing can be written there"
    }

    private nonisolated static func reason(against path: String, _ mode: Int32) -> String? {
        if isFolder(path) { return "is a folder" }
        guard access(path, mode) != 0 else { return nil }
        return errno == ENOENT ? "no such file" : "cannot be read"
    }

    private nonisolated static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
