// Why packaged files cannot be shown.
// SPDX-License-Identifier: Apache-2.0

package import TransomCore

/// Why packaged files cannot be shown.
package nonisolated enum AssetFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is no such folder, or it cannot be read.
    case folder(String)
    /// The folder holds no `index.html`.
    case noIndex(String)
    /// The folder holds no manifest, and one is required.
    case noManifest(String)
    /// The manifest is none.
    case manifest(String, AssetManifestError)
    /// A file of the manifest is not there.
    case missing(String)
    /// A file is not the one that the manifest is of.
    case changed(String)

    /// The exit status of a run that ends with it: 5 where the package is wrong, else 4.
    package var status: Int32 {
        switch self {
        case .folder, .noIndex: 4
        case .noManifest, .manifest, .missing, .changed: 5
        }
    }

    /// One sentence.
    package var description: String {
        let manifest = AssetManifest.fileName
        return switch self {
        case .folder(let path): "assets: \(quoted(path)) is no folder that can be read"
        case .noIndex(let path): "assets: \(quoted(path)) holds no index.html that can be read"
        case .noManifest(let path): "assets: \(quoted(path)) holds no \(manifest); scripts/asset-manifest writes one"
        case .manifest(let path, let error): "assets: \(quoted(path + "/" + manifest)): \(error)"
        case .missing(let path): "assets: \(quoted(path)) is in \(manifest) and is not there"
        case .changed(let path): "assets: \(quoted(path)) is not the file that \(manifest) was made of"
        }
    }
}
