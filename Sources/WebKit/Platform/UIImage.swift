// A picture.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
public import Foundation
import TransomGLib

/// A picture of pixels, as the part of UIKit's class that WebKit's own members need.
///
/// `GdkPixbuf`. Use it on any thread; it never changes.
open class UIImage: NSObject, @unchecked Sendable {
    // The pixels and the scale are immutable.

    /// The size in points: pixels divided by `scale`.
    public let size: CGSize
    /// How many pixels a point has.
    public let scale: CGFloat

    private let encoded: Data
    private let pixels: (width: Int, height: Int)

    /// A picture from the bytes of a file, PNG or JPEG for example; nil where they are none.
    public convenience init?(data: Data) {
        self.init(data: data, scale: 1)
    }

    /// A picture from the bytes of a file whose points have a number of pixels.
    public convenience init?(data: Data, scale: CGFloat) {
        guard scale > 0, let pixbuf = Self.decode(data) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        self.init(pixbuf: pixbuf, scale: scale)
    }

    /// A picture of pixels that the engine made; nil where they cannot be kept.
    package init?(pixbuf: OpaquePointer, scale: CGFloat) {
        guard let png = Self.encode(pixbuf, "png", []) else { return nil }
        encoded = png
        pixels = (Int(gdk_pixbuf_get_width(pixbuf)), Int(gdk_pixbuf_get_height(pixbuf)))
        self.scale = scale
        size = CGSize(width: CGFloat(pixels.width) / scale, height: CGFloat(pixels.height) / scale)
        super.init()
    }

    /// The picture as a PNG file.
    public func pngData() -> Data? {
        encoded
    }

    /// The picture as a JPEG file.
    ///
    /// - Parameter compressionQuality: 0, the smallest file, to 1, the best picture.
    public func jpegData(compressionQuality: CGFloat) -> Data? {
        guard let pixbuf = Self.decode(encoded) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        let quality = Int((min(max(compressionQuality, 0), 1) * 100).rounded())
        return Self.encode(pixbuf, "jpeg", [("quality", "\(quality)")])
    }

    private static func decode(_ data: Data) -> OpaquePointer? {
        guard !data.isEmpty, let loader = gdk_pixbuf_loader_new() else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(loader)) }
        let isWritten = data.withUnsafeBytes {
            gdk_pixbuf_loader_write(loader, $0.bindMemory(to: guchar.self).baseAddress, gsize($0.count), nil)
        }
        // Closed in any case, or the loader complains.
        let isWhole = gdk_pixbuf_loader_close(loader, nil)
        guard isWritten != 0, isWhole != 0, let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else { return nil }
        g_object_ref(UnsafeMutableRawPointer(pixbuf))
        return pixbuf
    }

    private static func encode(_ pixbuf: OpaquePointer, _ type: String, _ options: [(String, String)]) -> Data? {
        var keys: [UnsafeMutablePointer<CChar>?] = options.map { strdup($0.0) } + [nil]
        var values: [UnsafeMutablePointer<CChar>?] = options.map { strdup($0.1) } + [nil]
        defer { for text in keys + values { free(text) } }
        var bytes: UnsafeMutablePointer<CChar>?
        var length: gsize = 0
        guard gdk_pixbuf_save_to_bufferv(pixbuf, &bytes, &length, type, &keys, &values, nil) != 0, let bytes else {
            return nil
        }
        defer { g_free(bytes) }
        return Data(bytes: bytes, count: Int(length))
    }
}
