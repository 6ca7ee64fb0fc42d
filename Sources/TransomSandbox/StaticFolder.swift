// Files of one folder, and nothing else of the machine.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import TransomCore

/// Files of one folder, and nothing else of the machine.
///
/// A request's path is taken apart before anything is decoded, each segment must be a plain file name, and the file that
/// comes out, with all links followed, must lie inside the folder.
struct StaticFolder: Sendable {
    /// What a request's path stands for.
    enum Finding: Equatable {
        /// A regular file inside the folder, by its real path.
        case file(String)
        /// A folder that was asked for without the slash at its end.
        case folder
        /// Nothing that is served.
        case nothing
    }

    /// The largest file that is served, in bytes.
    static let maximumFileBytes = 64 * 1_048_576

    /// The folder's real path, without a slash at its end.
    let root: String

    /// Takes a folder.
    ///
    /// - Throws: ``SandboxError/noFolder(_:)`` where it is not one.
    init(_ path: String) throws(SandboxError) {
        guard let real = Self.realPath(path), Self.kind(of: real) == .typeDirectory else { throw .noFolder(path) }
        root = real == "/" ? "" : real
    }

    /// Finds what a request's percent-encoded path stands for.
    func find(_ path: String) -> Finding {
        guard path.utf8.first == UInt8(ascii: "/"), path.utf8.count <= 4096 else { return .nothing }
        var parts = path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let asksForFolder = parts.last?.isEmpty ?? true
        if asksForFolder { parts.removeLast() }
        var joined = root
        for part in parts {
            guard let name = Self.fileName(part) else { return .nothing }
            joined += "/" + name
        }
        if asksForFolder { joined += "/index.html" }
        guard let real = Self.realPath(joined), real.utf8.starts(with: (root + "/").utf8) else { return .nothing }
        switch Self.kind(of: real) {
        case .typeRegular: return .file(real)
        case .typeDirectory where !asksForFolder: return .folder
        default: return .nothing
        }
    }

    /// The contents of a file of ours, by its name below the folder; nil where there is none.
    func contents(_ name: String) -> Data? {
        guard case .file(let path) = find("/" + name) else { return nil }
        return Self.read(path)
    }

    /// A response with the contents of a file that ``find(_:)`` gave.
    func response(with file: String) -> SandboxResponse {
        guard let data = Self.read(file) else { return .notFound }
        return SandboxResponse(
            headers: [
                (name: "Content-Type", value: MediaType.of(file)),
                (name: "X-Content-Type-Options", value: "nosniff"),
                (name: "Cache-Control", value: "no-store"),
            ],
            body: data)
    }

    /// A segment of a path as a file name, nil where it could be anything but the name of a visible file.
    private static func fileName(_ segment: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = segment[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexValue), let low = rest.popFirst().flatMap(hexValue) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        let isPlain = bytes.allSatisfy {
            $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\")
        }
        guard let first = bytes.first, first != UInt8(ascii: "."), isPlain, bytes.count <= 255 else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func realPath(_ path: String) -> String? {
        guard !path.utf8.contains(0), let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(validatingCString: resolved)
    }

    private static func kind(of path: String) -> FileAttributeType? {
        attributes(of: path)?[.type] as? FileAttributeType
    }

    private static func read(_ path: String) -> Data? {
        guard let size = attributes(of: path)?[.size] as? UInt64, size <= maximumFileBytes else { return nil }
        return FileManager.default.contents(atPath: path)
    }

    private static func attributes(of path: String) -> [FileAttributeKey: Any]? {
        try? FileManager.default.attributesOfItem(atPath: path)
    }
}
