// Looks whether the folders that a run is given are there.
// SPDX-License-Identifier: Apache-2.0

import Glibc

extension RunOptions {
    /// Looks whether the folders of `--serve` can be read.
    ///
    /// - Throws: `RunOptionsError.serveFolder` for the first one that cannot.
    nonisolated func checkFolders() throws(RunOptionsError) {
        for served in served {
            guard case .folder(let path) = served.source else { continue }
            guard let folder = opendir(path) else { throw .serveFolder(path) }
            closedir(folder)
        }
    }
}
