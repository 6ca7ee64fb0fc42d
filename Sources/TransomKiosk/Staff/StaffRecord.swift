// What is kept of wrong PINs over a restart.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import TransomCore

/// How many wrong PINs there were and when the last one was, in a file: whoever guesses cannot begin anew by pulling the plug.
///
/// The file holds two numbers and nothing of any PIN.
nonisolated struct StaffRecord: Equatable, Codable {
    /// How many wrong ones there were since the last right one.
    let wrong: Int
    /// When the last one was, in seconds since 1970.
    let at: Int64

    /// The most that a file may claim: it is worth the longest wait.
    private static let most = 1_000

    /// Where the file is: in systemd's folder for the state of the service, else in the user's own for state.
    ///
    /// - Parameter variable: Reads the environment.
    static func place(_ variable: (String) -> String?) -> String? {
        // systemd names several folders with colons between them.
        if let folder = variable("STATE_DIRECTORY")?.split(separator: ":").first, folder.hasPrefix("/") {
            return "\(folder)/staff.json"
        }
        if let folder = variable("XDG_STATE_HOME"), folder.hasPrefix("/") { return folder + "/transom/staff.json" }
        guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
        return home + "/.local/state/transom/staff.json"
    }

    /// Reads a file; nil where there is none, or none of this kind.
    static func read(_ path: String) -> StaffRecord? {
        guard let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: 4_096),
            let record = try? JSONDecoder().decode(StaffRecord.self, from: data), record.wrong > 0
        else { return nil }
        return StaffRecord(wrong: min(record.wrong, most), at: record.at)
    }

    /// Writes the file so that it is there after a power cut, in the place of one that was there before.
    ///
    /// - Throws: Where that is not possible; then the one before is as it was.
    func write(_ path: String) throws(StaffRecordError) {
        let folder = (path as NSString).deletingLastPathComponent
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let new = path + ".new"
        let file = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw .notWritten(path, errno: errno) }
        let bytes = Array("{\"wrong\":\(wrong),\"at\":\(at)}\n".utf8)
        let isWhole = Glibc.write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
        let error = errno
        close(file)
        guard isWhole, rename(new, path) == 0 else { throw .notWritten(path, errno: isWhole ? errno : error) }
    }

    /// Takes the file away, after a right PIN.
    static func remove(_ path: String) { unlink(path) }
}
