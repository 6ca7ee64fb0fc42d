// Downloads that an app asks for.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
public import Foundation
public import FoundationNetworking
import TransomGLib

extension WKWebView {
    /// Begins a download in the view's store.
    ///
    /// Its method is GET and its headers are the engine's: `webkit_web_view_download_uri` takes a URL alone.
    ///
    /// - Parameters:
    ///   - request: What to fetch.
    ///   - completionHandler: Gets the download, whose delegate is to be set there.
    @preconcurrency public func startDownload(
        using request: URLRequest, completionHandler: @escaping @MainActor @Sendable (WKDownload) -> Void
    ) {
        guard !isInvalidated, let url = request.url?.absoluteString else {
            return give(WKDownload(failing: self), NSURLErrorUnsupportedURL, completionHandler)
        }
        ExpectedDownloads.expect(url, in: self, isUserInitiated: true) { completionHandler($0) }
        // The reference is ours; the engine keeps its own until the download ends.
        if let download = webkit_web_view_download_uri(webView, url) {
            g_object_unref(UnsafeMutableRawPointer(download))
        }
        MainLoop.wake()
    }

    /// Begins a download in the view's store.
    public func startDownload(using request: URLRequest) async -> WKDownload {
        await withCheckedContinuation { continuation in
            startDownload(using: request) {
                $0.waitForDelegate()
                continuation.resume(returning: $0)
            }
        }
    }

    /// The engine cannot go on with a download: it fails with `NSURLErrorCannotOpenFile`.
    @preconcurrency public func resumeDownload(
        fromResumeData resumeData: Data, completionHandler: @escaping @MainActor @Sendable (WKDownload) -> Void
    ) {
        give(WKDownload(failing: self), NSURLErrorCannotOpenFile, completionHandler)
    }

    /// The engine cannot go on with a download: it fails with `NSURLErrorCannotOpenFile`.
    public func resumeDownload(fromResumeData resumeData: Data) async -> WKDownload {
        await withCheckedContinuation { continuation in
            resumeDownload(fromResumeData: resumeData) {
                $0.waitForDelegate()
                continuation.resume(returning: $0)
            }
        }
    }

    private func give(
        _ download: WKDownload, _ code: Int, _ completionHandler: (WKDownload) -> Void
    ) {
        completionHandler(download)
        _ = Task { @MainActor in download.fail(NSError(domain: NSURLErrorDomain, code: code)) }
    }
}
