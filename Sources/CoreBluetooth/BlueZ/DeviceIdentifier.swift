// The identifier of a peripheral.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Foundation

/// Makes a peripheral's identifier from the addresses of the adapter and the device.
///
/// The same two addresses give the same identifier in every run, and the identifier does not tell the address. A UUID of
/// version 8, from SHA-256. The adapter's address counts, and not its name `hci0`: that may be another one tomorrow.
func deviceIdentifier(adapter: String, device: String) -> UUID {
    let text = "transom-bluetooth/\(adapter.uppercased())/\(device.uppercased())"
    let digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1)
    defer { g_free(digest) }
    let digits = Array(digest.map { String(cString: $0) } ?? "")
    var bytes = stride(from: 0, to: 32, by: 2).map { index in
        digits.count > index + 1 ? UInt8(String(digits[index...index + 1]), radix: 16) ?? 0 : 0
    }
    bytes[6] = bytes[6] & 0x0f | 0x80
    bytes[8] = bytes[8] & 0x3f | 0x80
    return UUID(
        uuid: (
            bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9],
            bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
        ))
}
