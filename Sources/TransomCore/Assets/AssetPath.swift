// The path of a packaged file, from the path of a URL.
// SPDX-License-Identifier: Apache-2.0

/// The path of a packaged file below its folder, taken from the path of a URL.
///
/// The path is taken apart first and each part is decoded once; every part must be the plain name of a visible file.
/// Nothing is normalised: a name that is spelled otherwise is another file. Where there is no value of this type there is
/// no such file.
public struct AssetPath: Hashable, Sendable, CustomStringConvertible {
    /// The most bytes that the path of a URL can have.
    public static let maximumLength = 4096
    /// The document of a folder's own address.
    public static let index = AssetPath(parts: ["index.html"])

    /// The names, one at least; the last one is the file's.
    public let parts: [String]

    /// Takes the percent-encoded path of a URL.
    ///
    /// - Parameter urlPath: empty or a slash for ``index``, else with a slash at its beginning and none at its end.
    public init?(urlPath: String) {
        let bytes = Array(urlPath.utf8)
        if bytes.isEmpty || bytes == [UInt8(ascii: "/")] {
            self = .index
            return
        }
        guard bytes.first == UInt8(ascii: "/"), bytes.count <= Self.maximumLength else { return nil }
        var parts: [String] = []
        for part in bytes.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let name = Self.name(part) else { return nil }
            parts.append(name)
        }
        self.parts = parts
    }

    /// Takes the path that a manifest has for a file: its names with `/` between them, as they are in the file system.
    public init?(manifestPath: String) {
        var parts: [String] = []
        guard manifestPath.utf8.count <= Self.maximumLength else { return nil }
        for part in manifestPath.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let name = Self.visible(Array(part)) else { return nil }
            parts.append(name)
        }
        self.parts = parts
    }

    /// Whether the bytes are the same: characters that look alike are not.
    public static func == (left: AssetPath, right: AssetPath) -> Bool {
        left.parts.count == right.parts.count
            && zip(left.parts, right.parts).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        for part in parts {
            for byte in part.utf8 { hasher.combine(byte) }
            hasher.combine(UInt8(ascii: "/"))
        }
    }

    private init(parts: [String]) { self.parts = parts }

    /// The path with `/` between its names.
    public var description: String { parts.joined(separator: "/") }

    /// Whether it can be the address of a document: its last name has no extension.
    public var isRoute: Bool { !(parts.last ?? "").utf8.contains(UInt8(ascii: ".")) }

    /// The same file in a folder without folders in it, as an app's bundle may be.
    public var flattened: AssetPath { AssetPath(parts: Array(parts.suffix(1))) }

    /// A part of a URL's path as a name.
    private static func name(_ part: ArraySlice<UInt8>) -> String? {
        var decoded: [UInt8] = []
        var rest = part
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(ASCII.hexValue), let low = rest.popFirst().flatMap(ASCII.hexValue)
            else { return nil }
            decoded.append(high << 4 | low)
        }
        return visible(decoded)
    }

    /// The name of a file that a page is made of, and not of one that editors, tools and systems leave beside it.
    private static func visible(_ bytes: [UInt8]) -> String? {
        let isPlain = bytes.allSatisfy {
            $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\")
        }
        guard let first = bytes.first, first != UInt8(ascii: "."), bytes.last != UInt8(ascii: "~"), isPlain,
            bytes.count <= 255, !bytes.map(ASCII.lowercased).suffix(4).elementsEqual(".map".utf8)
        else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}
