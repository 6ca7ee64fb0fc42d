// The public suffix list, asked through libpsl.
// SPDX-License-Identifier: Apache-2.0

import CTransomPSL

/// Questions to the public suffix list that libpsl carries.
enum PublicSuffix {
    /// Whether anybody may register names directly under `domain`: `com`, `co.uk`, `github.io`, and every single label.
    ///
    /// Both sections of the list count, the one of registries and the one of companies that give names to strangers.
    /// Asks `psl_is_public_suffix2()`; a libpsl without its list answers only for single labels, and then every
    /// wildcard of two labels is refused too.
    ///
    /// - Parameter domain: A lower-case ASCII domain without a dot at the end.
    static func contains(_ domain: String) -> Bool {
        guard let list = psl_builtin() else { return domain.utf8.count { $0 == UInt8(ascii: ".") } < 2 }
        return psl_is_public_suffix2(list, domain, PSL_TYPE_ICANN | PSL_TYPE_PRIVATE) != 0
    }
}
