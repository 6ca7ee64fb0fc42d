// The module's own words to a developer.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Writes one line to standard error for a mistake in the code that uses this module.
///
/// It never holds anything that came from a page.
package enum Diagnostics {
    /// Writes a sentence.
    package static func report(_ sentence: String) {
        let line = Array("WebKit: \(sentence)\n".utf8)
        _ = Glibc.write(2, line, line.count)
    }
}
