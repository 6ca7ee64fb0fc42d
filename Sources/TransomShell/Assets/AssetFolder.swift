// The folder of a packaged page.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Glibc
import TransomCore

/// The folder of a packaged page, opened once: everything is looked up below its descriptor.
///
/// Only regular files are found, through no link of any kind. With a manifest, its files are found and no others; without
/// one a folder may change while it is shown, as a build that is being worked on does.
package final class AssetFolder {
    /// A file that was found.
    struct File {
        /// Open for reading; whoever takes it closes it.
        let descriptor: Int32
        /// Its size in bytes.
        let size: Int64
    }

    /// The folder as it was given.
    package let path: String
    /// Whether there are no folders in it, as in an app's bundle: then files are found by their last names alone.
    package let isFlattened: Bool
    private let root: Root
    private let manifest: AssetManifest?

    /// Opens a folder and holds its files against its manifest.
    ///
    /// - Parameters:
    ///   - path: The folder; a link to it is followed.
    ///   - requiresManifest: Whether it must hold one.
    package init(_ path: String, requiresManifest: Bool) throws(AssetFault) {
        let root = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard root >= 0 else { throw .folder(path) }
        self.root = Root(descriptor: root)
        self.path = path
        isFlattened = !Self.hasFolders(root)
        manifest = try Self.manifest(path, root, isRequired: requiresManifest)
        if let manifest {
            for (file, entry) in manifest.files.sorted(by: { $0.key.description < $1.key.description }) {
                try Self.check(file, entry, root)
            }
        } else {
            guard let index = Self.open(.index, root, allowsHardLinks: false) else { throw .noIndex(path) }
            close(index.descriptor)
        }
    }

    /// Closes the folder, also where the rest of it could not be opened.
    private final class Root {
        let descriptor: Int32

        init(descriptor: Int32) { self.descriptor = descriptor }

        deinit { close(descriptor) }
    }

    /// The file that a request's path stands for, opened; nil where there is none.
    func open(_ path: AssetPath) -> File? {
        let path = place(of: path)
        guard let manifest else { return Self.open(path, root.descriptor, allowsHardLinks: false) }
        guard let entry = manifest.files[path] else { return nil }
        // Packages may be stored with hard links; the manifest vouches for what is in them.
        guard let file = Self.open(path, root.descriptor, allowsHardLinks: true) else { return nil }
        guard file.size == entry.size else {
            close(file.descriptor)
            return nil
        }
        return file
    }

    /// Where a path is looked for.
    func place(of path: AssetPath) -> AssetPath {
        isFlattened ? path.flattened : path
    }

    // MARK: - Files

    private static func open(_ path: AssetPath, _ root: Int32, allowsHardLinks: Bool) -> File? {
        var folder = root
        defer { if folder != root { close(folder) } }
        for part in path.parts.dropLast() {
            let next = openat(folder, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            if folder != root { close(folder) }
            folder = root
            guard next >= 0 else { return nil }
            folder = next
        }
        // Without O_NONBLOCK a pipe that lies in the folder would stop the host.
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        guard let name = path.parts.last else { return nil }
        let descriptor = openat(folder, name, flags)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            allowsHardLinks || status.st_nlink == 1
        else {
            close(descriptor)
            return nil
        }
        return File(descriptor: descriptor, size: Int64(status.st_size))
    }

    private static func hasFolders(_ root: Int32) -> Bool {
        let copy = openat(root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, let listing = fdopendir(copy) else { return false }
        defer { closedir(listing) }
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard !name.hasPrefix(".") else { continue }
            var status = stat()
            if fstatat(root, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFDIR {
                return true
            }
        }
        return false
    }

    // MARK: - The manifest

    private static func manifest(
        _ path: String, _ root: Int32, isRequired: Bool
    ) throws(AssetFault) -> AssetManifest? {
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let descriptor = openat(root, AssetManifest.fileName, flags)
        guard descriptor >= 0 else {
            // One that is there and cannot be read must not count as none.
            if isRequired || errno != ENOENT { throw .noManifest(path) }
            return nil
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        try? read(descriptor) { chunk in
            bytes += chunk
            return bytes.count <= AssetManifest.maximumBytes
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .noManifest(path) }
        do throws(AssetManifestError) { return try AssetManifest(text) } catch { throw .manifest(path, error) }
    }

    private static func check(
        _ path: AssetPath, _ entry: AssetManifest.Entry, _ root: Int32
    ) throws(AssetFault) {
        guard let file = open(path, root, allowsHardLinks: true) else { throw .missing(path.description) }
        defer { close(file.descriptor) }
        guard file.size == entry.size, let sum = g_checksum_new(G_CHECKSUM_SHA256) else {
            throw .changed(path.description)
        }
        defer { g_checksum_free(sum) }
        let isRead =
            (try? read(file.descriptor) { chunk in
                g_checksum_update(sum, chunk.baseAddress, gssize(chunk.count))
                return true
            }) != nil
        let digits = g_checksum_get_string(sum).map { String(cString: $0) }
        guard isRead, digits == entry.sha256 else { throw .changed(path.description) }
    }

    private struct Unreadable: Error {}

    /// Reads a file to its end, or until the receiver has had enough.
    private static func read(
        _ descriptor: Int32, _ receive: (UnsafeBufferPointer<UInt8>) -> Bool
    ) throws {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Unreadable() }
            guard count > 0, buffer[..<count].withUnsafeBufferPointer(receive) else { return }
        }
    }
}
