// The text of a configuration file, and the drop-ins that belong to it.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The text of a configuration file.
public struct ConfigurationFile: Sendable, Equatable {
    /// The name in the places of its values.
    public let name: String
    /// The text in UTF-8.
    public let bytes: [UInt8]

    /// The longest file in bytes.
    static let longest = 1_048_576

    /// Takes a text.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// Reads a file and its drop-ins: of `kiosk.json5` those are `kiosk.d/*.json5`, in the order of their names.
    ///
    /// - Parameter path: the file, relative to the working folder or absolute.
    /// - Throws: everything that cannot be read, at once.
    public static func load(_ path: String) throws(ConfigurationMistakes) -> [ConfigurationFile] {
        var files: [ConfigurationFile] = []
        var mistakes: [ConfigurationMistake] = []
        var names = [path]
        do throws(ConfigurationMistake) { names += try dropIns(of: path) } catch { mistakes.append(error) }
        for name in names {
            do throws(ConfigurationMistake) {
                files.append(ConfigurationFile(name: name, bytes: try read(name)))
            } catch {
                mistakes.append(error)
            }
        }
        guard mistakes.isEmpty else { throw ConfigurationMistakes(mistakes) }
        return files
    }

    /// The paths of the drop-ins of a file; none where there is no such folder.
    ///
    /// - Throws: that the folder is there and cannot be read: what it says would silently not be in force.
    static func dropIns(of path: String) throws(ConfigurationMistake) -> [String] {
        guard let dot = path.lastIndex(of: "."), dot > path.lastIndex(of: "/") ?? path.startIndex else { return [] }
        let folder = path[..<dot] + ".d"
        guard let entries = opendir(String(folder)) else {
            if errno == ENOENT { return [] }
            throw ConfigurationMistake(
                .file("the folder of drop-ins cannot be read: \(String(cString: strerror(errno)))"),
                at: ConfigurationPlace(file: String(folder), line: 1, column: 1))
        }
        defer { closedir(entries) }
        var names: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".json5"), !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { folder + "/" + $0 }
    }

    private static func read(_ path: String) throws(ConfigurationMistake) -> [UInt8] {
        func fault(_ words: String) -> ConfigurationMistake {
            ConfigurationMistake(.file(words), at: ConfigurationPlace(file: path, line: 1, column: 1))
        }
        // A FIFO without a writer would block here.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw fault("the file cannot be read: \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw fault("this is no file; a regular file with JSON5 is possible")
        }
        guard status.st_size <= longest else {
            throw fault("the file is longer than \(longest) bytes, which no configuration needs")
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= longest {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw fault("the file cannot be read: \(String(cString: strerror(errno)))") }
            if count == 0 { break }
            bytes += buffer.prefix(count)
        }
        try check(bytes, fault)
        return bytes
    }

    private static func check(
        _ bytes: [UInt8], _ fault: (String) -> ConfigurationMistake
    ) throws(ConfigurationMistake) {
        guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
            throw fault("the file begins with a byte order mark; save it as UTF-8 without one")
        }
        guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else {
            throw fault("the file is UTF-16; save it as UTF-8")
        }
        guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
            throw fault("the file is not UTF-8 text; save it as UTF-8")
        }
    }
}
