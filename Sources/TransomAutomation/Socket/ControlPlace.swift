// Where hosts listen for commands, and where they are looked for.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomGLib

/// Where hosts listen for commands, and where they are looked for.
///
/// A kiosk listens in the folder that systemd made for it (`RuntimeDirectory=`); every other run, also one that a service
/// started, in `$XDG_RUNTIME_DIR/transom/<pid>/`.
enum ControlPlace {
    static let name = "control.sock"

    /// The path of this process's socket, and what is to be removed at its end.
    ///
    /// - Parameter isKiosk: Whether the run is the one that a service is there for.
    /// - Throws: that there is no folder that is closed to others.
    static func own(isKiosk: Bool) throws(ControlSocketFailure) -> (path: String, link: String?) {
        if isKiosk, let folder = variable("RUNTIME_DIRECTORY")?.split(separator: ":").first {
            return ("\(folder)/\(name)", nil)
        }
        let folder: String
        do throws(RunFolder.Failure) { folder = try RunFolder.path() } catch { throw .noFolder(error.description) }
        // The folder's own name holds letters that nobody can guess; this is the one that people can type.
        let link = (folder as NSString).deletingLastPathComponent + "/\(getpid())"
        unlink(link)
        return symlink(folder, link) == 0 ? ("\(folder)/\(name)", link) : ("\(folder)/\(name)", nil)
    }

    /// The sockets that this user could reach, each once.
    static func all() -> [String] {
        var bases = [("/tmp/transom-\(geteuid())", geteuid())]
        if let runtime = variable("XDG_RUNTIME_DIR") { bases.append((runtime + "/transom", geteuid())) }
        if geteuid() == 0 {
            bases += children("/run/user").compactMap { name in
                uid_t(name).map { ("/run/user/\(name)/transom", $0) }
            }
        }
        // Anybody may make a name in /tmp, and what commands carry is for the host of this user alone.
        let own = bases.filter { isPrivate($0, to: $1) }.map(\.0)
        var folders = own.flatMap { base in children(base).map { base + "/" + $0 } }
        folders += children("/run").filter { $0 == "transom" || $0.hasPrefix("transom-") }.map { "/run/" + $0 }
        if let folder = variable("RUNTIME_DIRECTORY")?.split(separator: ":").first { folders.append(String(folder)) }
        var seen: Set<String> = []
        return folders.map { URL(filePath: $0).resolvingSymlinksInPath().path + "/" + name }
            .filter { access($0, F_OK) == 0 && seen.insert($0).inserted }
    }

    /// Whether a folder is a user's own and closed to everybody else.
    static func isPrivate(_ folder: String, to user: uid_t) -> Bool {
        var status = stat()
        return lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == user
            && status.st_mode & 0o077 == 0
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    private static func children(_ folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }
}
