// Where the host's own files are.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Where the host's own files are: the built pages and scripts, the desktop entry, the examples.
///
/// Tried in order: `TRANSOM_RESOURCES` (not in a kiosk, where the environment is not trusted), `../share/transom` beside
/// the folder of the executable, and the package's resource folder beside the executable or the test bundle.
/// `Bundle.module` is not used: it bakes in the path of the build and traps where nothing is found.
public struct ResourceFolder: Sendable, Equatable {
    /// The folder, without a slash at its end.
    public let path: String

    /// The name of the folder that the package manager puts beside what it builds.
    static let packageFolder = "transom_TransomSandbox.resources"
    /// What a folder must hold to be the right one.
    static let mark = "web_dist"

    /// Finds the folder of this process.
    ///
    /// - Parameter isKiosk: whether `TRANSOM_RESOURCES` is ignored.
    /// - Throws: that none of the folders holds the resources, with all that were tried.
    public static func find(isKiosk: Bool = false) throws(ResourceFolderError) -> ResourceFolder {
        let variable = isKiosk ? nil : getenv("TRANSOM_RESOURCES").map { String(cString: $0) }
        return try find(variable: variable, executable: executablePath())
    }

    /// Finds the folder for a process of which so much is known.
    ///
    /// - Parameters:
    ///   - variable: the value of `TRANSOM_RESOURCES`, nothing where it is not set or not to be trusted.
    ///   - executable: the path of the executable.
    /// - Throws: that none of the folders holds the resources, with all that were tried.
    public static func find(variable: String?, executable: String?) throws(ResourceFolderError) -> ResourceFolder {
        var tried: [String] = []
        if let variable, !variable.isEmpty { tried.append(trimmed(variable)) }
        if let executable, let slash = executable.lastIndex(of: "/") {
            let folder = executable[..<slash]
            let above = folder.lastIndex(of: "/").map { folder[..<$0] } ?? ""
            tried.append(above + "/share/transom")
            tried.append(folder + "/" + packageFolder)
        }
        for path in tried where isFolder(path + "/" + mark) { return ResourceFolder(path: path) }
        throw .notFound(tried: tried)
    }

    /// The path of a file in the folder.
    ///
    /// - Parameter name: relative, with `/` between its parts, none of them empty, `.` or `..`.
    /// - Throws: that the name is none, or that there is no such file.
    public func file(_ name: String) throws(ResourceFolderError) -> String {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !name.utf8.contains(0), !parts.contains(where: { ["", ".", ".."].contains($0) }) else {
            throw .name(given: name)
        }
        let file = path + "/" + name
        guard access(file, R_OK) == 0 else { throw .missing(path: file) }
        return file
    }

    /// The path of the running executable, from `/proc/self/exe`.
    public static func executablePath() -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        guard length > 0 else { return nil }
        return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func trimmed(_ path: String) -> String {
        path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
