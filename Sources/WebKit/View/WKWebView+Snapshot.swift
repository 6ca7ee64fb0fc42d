// Pictures of a page.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomGTK
import CTransomWebKit
import Foundation
import TransomGLib

extension WKWebView {
    /// Takes a picture of what the view shows.
    ///
    /// The engine paints the page anew for it, without the layers of CSS 3D.
    ///
    /// `webkit_web_view_get_snapshot`.
    ///
    /// - Parameters:
    ///   - snapshotConfiguration: What it shows; nil is all of the view.
    ///   - completionHandler: Gets the picture, or an error where there is none.
    @preconcurrency public func takeSnapshot(
        with snapshotConfiguration: WKSnapshotConfiguration?,
        completionHandler: @escaping @MainActor @Sendable (UIImage?, (any Error)?) -> Void
    ) {
        let configuration = snapshotConfiguration ?? WKSnapshotConfiguration()
        let (rect, width) = (configuration.rect, configuration.snapshotWidth.map { CGFloat($0.doubleValue) })
        guard !isInvalidated else { return completionHandler(nil, WKError(.webViewInvalidated)) }
        guard configuration.afterScreenUpdates else { return snapshot(rect, width, completionHandler) }
        // An answer of the page comes after what it had to paint; a page that cannot answer is painted all the same.
        evaluateJavaScript("0") { [weak self] _, _ in
            guard let self, !isInvalidated else { return completionHandler(nil, WKError(.webViewInvalidated)) }
            snapshot(rect, width, completionHandler)
        }
    }

    /// Takes a picture of what the view shows.
    ///
    /// - Throws: `WKError` where there is none.
    public func takeSnapshot(configuration: WKSnapshotConfiguration?) async throws -> UIImage {
        try await withCheckedThrowingContinuation { continuation in
            takeSnapshot(with: configuration) { image, error in
                if let image {
                    continuation.resume(returning: image)
                } else {
                    continuation.resume(throwing: error ?? WKError(.unknown))
                }
            }
        }
    }

    private func snapshot(
        _ rect: CGRect, _ width: CGFloat?, _ completionHandler: @escaping (UIImage?, (any Error)?) -> Void
    ) {
        AsyncOperation.start { ready, data in
            webkit_web_view_get_snapshot(
                webView, WEBKIT_SNAPSHOT_REGION_VISIBLE, WEBKIT_SNAPSHOT_OPTIONS_NONE, nil, ready, data)
        } finish: { source, result, error in
            let view = source.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: WebKitWebView.self) }
            return webkit_web_view_get_snapshot_finish(view, result, error)
        } completion: { result in
            switch result {
            case .success(let surface):
                defer { cairo_surface_destroy(surface) }
                if let image = Self.image(of: surface, rect, width) { return completionHandler(image, nil) }
                completionHandler(nil, WKError(.unknown))
            case .failure(let error):
                completionHandler(nil, WKError(.unknown, userInfo: [NSLocalizedDescriptionKey: error.message]))
            }
        }
        MainLoop.wake()
    }

    /// Cuts a part out and makes it as wide as it is to be.
    private static func image(of surface: OpaquePointer, _ rect: CGRect, _ width: CGFloat?) -> UIImage? {
        var (scaleX, scaleY) = (1.0, 1.0)
        cairo_surface_get_device_scale(surface, &scaleX, &scaleY)
        let whole = CGRect(
            x: 0, y: 0, width: CGFloat(cairo_image_surface_get_width(surface)) / scaleX,
            height: CGFloat(cairo_image_surface_get_height(surface)) / scaleX)
        // A part that is far outside must not reach the conversion to whole numbers.
        let part = rect.isNull || rect.isEmpty ? whole : rect.intersection(whole)
        guard !part.isNull, part.width >= 1, part.height >= 1,
            let pixels = gdk_pixbuf_get_from_surface(
                surface, Int32(part.minX * scaleX), Int32(part.minY * scaleX), Int32(part.width * scaleX),
                Int32(part.height * scaleX))
        else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(pixels)) }
        guard let width, width >= 1, width <= 16_384, width != part.width else {
            return UIImage(pixbuf: pixels, scale: scaleX)
        }
        let height = max(1, min(16_384, (part.height * width / part.width).rounded()))
        guard
            let scaled = gdk_pixbuf_scale_simple(
                pixels, Int32((width * scaleX).rounded()), Int32((height * scaleX).rounded()), GDK_INTERP_BILINEAR)
        else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(scaled)) }
        return UIImage(pixbuf: scaled, scale: scaleX)
    }
}
