// A text as a QR code.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import CTransomQRencode
import TransomGLib

/// The dark and light modules of a QR code, and their picture.
///
/// `QRcode_encodeString8bit` of libqrencode.
struct QRCode {
    /// How many modules a side has.
    let width: Int
    /// Whether a module is dark, row by row.
    let modules: [Bool]

    /// Encodes a text; nil when it is too long for any QR code.
    init?(_ text: String) {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        width = Int(code.pointee.width)
        guard let data = code.pointee.data else { return nil }
        modules = (0..<width * width).map { data[$0] & 1 == 1 }
    }

    /// A picture with the quiet zone of four modules that readers need, or nil when there is no memory for it.
    ///
    /// - Parameter scale: Pixels a module.
    func picture(scale: Int) -> ObjectRef? {
        let border = 4
        let side = (width + 2 * border) * scale
        guard let pixels = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, gint(side), gint(side)) else { return nil }
        let owned = ObjectRef(adopting: UnsafeMutableRawPointer(pixels))
        gdk_pixbuf_fill(pixels, 0xffff_ffff)
        guard let bytes = gdk_pixbuf_get_pixels(pixels) else { return nil }
        let stride = Int(gdk_pixbuf_get_rowstride(pixels))
        for row in 0..<width {
            for column in 0..<width where modules[row * width + column] {
                for y in 0..<scale {
                    let start = ((row + border) * scale + y) * stride + (column + border) * scale * 3
                    for byte in 0..<scale * 3 { bytes[start + byte] = 0 }
                }
            }
        }
        return owned
    }
}
