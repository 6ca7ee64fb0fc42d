// Fuzzes packaged paths, ranges and manifests: no path leaves its folder, and no range its file.
// SPDX-License-Identifier: Apache-2.0
//
// Compiled by scripts/fuzz as one module with the sources of TransomCore.

/// Whether each name is one that stays in its folder, seen with no code of the product.
private func staysInside(_ path: AssetPath) -> Bool {
    !path.parts.isEmpty
        && path.parts.allSatisfy { part in
            let bytes = Array(part.utf8)
            return !bytes.isEmpty && bytes[0] != 0x2E && bytes.last != 0x7E && bytes.count <= 255
                && !bytes.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0x2F || $0 == 0x5C }
        }
}

/// Tries one input.
func fuzzAssets(_ input: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: input, as: UTF8.self)
    for form in [text, "/" + text] {
        guard let path = AssetPath(urlPath: form) else { continue }
        precondition(staysInside(path), "served: \(form)")
        precondition(staysInside(path.flattened) && path.flattened.parts.count == 1)
        // What one decoding gives is the name; another one would make two names of one file.
        let again = AssetPath(manifestPath: path.description)
        precondition(again == path, "two spellings of one file: \(form)")
    }
    if let path = AssetPath(manifestPath: text) {
        precondition(staysInside(path) && path.description == text, "listed: \(text)")
    }
    for size in [Int64(0), 1, 10, 4_096, .max] {
        switch ByteRange(header: text, size: size) {
        case .whole, .unsatisfiable: break
        case .part(let first, let last): precondition(0 <= first && first <= last && last < size, "\(text) of \(size)")
        }
    }
    precondition(!MediaType.of(text).isEmpty)
    _ = try? AssetManifest(text)
}
