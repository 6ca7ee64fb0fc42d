// Percent escapes, read without any notion of characters.
// SPDX-License-Identifier: Apache-2.0

/// Reading percent escapes.
enum PercentEncoding {
    /// `bytes` with each valid escape replaced by its byte, once.
    ///
    /// An invalid escape stays as it is.
    static func decode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        let bytes = Array(bytes)
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = ASCII.hexValue(bytes[index + 1]), let low = ASCII.hexValue(bytes[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return decoded
    }
}
