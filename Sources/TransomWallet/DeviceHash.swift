// A wallet's mark in events.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Foundation

/// Tells wallets apart without naming them: a hash with a salt that is drawn anew for each session and kept nowhere.
///
/// `g_compute_hmac_for_string`.
struct DeviceHash {
    private let salt: [UInt8] = {
        var generator = SystemRandomNumberGenerator()
        return (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }()

    /// The mark of a wallet: 16 hex digits.
    func mark(of id: UUID) -> String {
        let text = id.uuidString
        let digest = salt.withUnsafeBufferPointer { key in
            g_compute_hmac_for_string(
                G_CHECKSUM_SHA256, key.baseAddress, gsize(key.count), text, gssize(text.utf8.count))
        }
        guard let digest else { return "" }
        defer { g_free(digest) }
        return String(String(cString: digest).prefix(16))
    }
}
