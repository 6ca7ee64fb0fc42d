// The list of the files that a packaged page consists of.
// SPDX-License-Identifier: Apache-2.0

/// The list of the files that a packaged page consists of, with the hash of each.
///
///     {"version": 1, "files": [{"path": "index.html", "size": 512, "sha256": "…64 hexadecimal digits…"}]}
///
/// What is not in the list is not served. `scripts/asset-manifest` writes it.
public struct AssetManifest: Sendable, Equatable {
    /// What is said of a file.
    public struct Entry: Sendable, Equatable {
        /// Its size in bytes.
        public let size: Int64
        /// Its SHA-256 in 64 lower-case hexadecimal digits.
        public let sha256: String
    }

    /// The name of the manifest in its folder.
    public static let fileName = "transom-assets.json"
    /// The largest manifest in bytes.
    public static let maximumBytes = ChannelLimits.ceiling.textBytes

    /// The files by their paths.
    public let files: [AssetPath: Entry]

    /// Reads a manifest.
    ///
    /// - Throws: ``AssetManifestError`` for the first mistake.
    public init(_ text: String) throws(AssetManifestError) {
        let value: JSONValue
        do throws(JSONFault) { value = try JSONParser.parse(text) } catch { throw .syntax(error) }
        guard value["version"] == .integer(1) else { throw .version }
        guard case .array(let entries) = value["files"] else { throw .noFiles }
        var files: [AssetPath: Entry] = [:]
        for (index, entry) in entries.enumerated() {
            guard let text = entry["path"]?.stringValue, let path = AssetPath(manifestPath: text) else {
                throw .path(index: index)
            }
            guard case .integer(let size) = entry["size"], size >= 0 else { throw .size(path: text) }
            guard let hash = entry["sha256"]?.stringValue, Self.isHash(hash) else { throw .hash(path: text) }
            guard files.updateValue(Entry(size: size, sha256: hash), forKey: path) == nil else {
                throw .duplicate(path: text)
            }
        }
        guard files[.index] != nil else { throw .noIndex }
        self.files = files
    }

    private static func isHash(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { ASCII.isDigit($0) || (0x61...0x66).contains($0) }
    }
}
