// Reads what follows --return-paths.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import TransomCore

/// An `apple-app-site-association` file with the origin that serves it.
nonisolated enum ReturnPathsFile {
    /// What the option takes.
    static let form = "ORIGIN=FILE, such as https://shop.example=./apple-app-site-association"

    /// Reads `ORIGIN=FILE` and the file.
    ///
    /// - Throws: `RunOptionsError` that says what would be right.
    static func read(_ text: String) throws(RunOptionsError) -> ReturnPaths {
        guard let sign = text.firstIndex(of: "="), text.index(after: sign) < text.endIndex else {
            throw .form(flag: "--return-paths", form: form, given: text)
        }
        guard let origin = try? Origin(String(text[..<sign])), origin.scheme == "https" else {
            throw .form(flag: "--return-paths", form: form, given: text)
        }
        let path = String(text[text.index(after: sign)...])
        guard let bytes = bytes(at: path) else {
            let reason = access(path, F_OK) == 0 ? "is no file that can be read, of at most 128 KiB" : "no such file"
            throw .file(flag: "--return-paths", path: path, reason: reason)
        }
        do throws(ReturnPathsError) {
            return try ReturnPaths(appleAppSiteAssociation: String(decoding: bytes, as: UTF8.self), of: origin)
        } catch {
            throw .file(flag: "--return-paths", path: path, reason: "\(error)")
        }
    }

    /// As on iOS, in bytes.
    private static let longest = 131_072

    private static func bytes(at path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= longest else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: longest + 1)
        var length = 0
        while length < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress?.advanced(by: length), buffer.count - length)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            length += count
        }
        return length <= longest ? Array(bytes[..<length]) : nil
    }
}
