// Percent-encodes one component of a URL.
// SPDX-License-Identifier: Apache-2.0

/// Percent-encodes one component of a URL.
public enum URLComponent {
    /// A text in which every byte but RFC 3986's unreserved characters is percent-encoded, so that it can stand in any
    /// one place of a URL: a segment of the path, the name or the value of a query.
    public static func encode(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += byte < 0x10 ? "%0" + digits : "%" + digits
            }
        }
        return encoded
    }
}
