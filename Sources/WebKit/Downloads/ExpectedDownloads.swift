// Downloads that were asked for and that the engine has not begun.
// SPDX-License-Identifier: Apache-2.0

import CTransomWebKit
import Foundation
import TransomGLib

/// Knows a download that the engine begins as one that was decided on.
///
/// The engine begins one a moment after the decision and says only its view and URL. What nobody asked for is refused.
@MainActor
enum ExpectedDownloads {
    private struct Expected {
        weak var view: WKWebView?
        let widget: UnsafeMutableRawPointer
        let url: String
        let isUserInitiated: Bool
        let begin: (WKDownload) -> Void
    }

    /// How many decisions are remembered whose download has not begun.
    private static let most = 64
    private static var expected: [Expected] = []

    /// A navigation of a view was decided to be a download.
    static func expect(
        _ url: String, in view: WKWebView, isUserInitiated: Bool, begin: @escaping (WKDownload) -> Void
    ) {
        expected.removeAll { $0.view == nil }
        if expected.count >= most { expected.removeFirst() }
        expected.append(
            Expected(
                view: view, widget: view.view.pointer, url: url, isUserInitiated: isUserInitiated, begin: begin))
    }

    /// The engine began a download.
    ///
    /// Returns whether it was asked for.
    static func began(_ download: UnsafeMutablePointer<WebKitDownload>) -> Bool {
        let engine = ObjectRef(retaining: UnsafeMutableRawPointer(download))
        let widget = webkit_download_get_web_view(download).map { UnsafeMutableRawPointer($0) }
        let url = webkit_download_get_request(download).flatMap { webkit_uri_request_get_uri($0) }
            .map { String(cString: $0) }
        let index = expected.firstIndex { $0.widget == widget && $0.url == url && $0.view != nil }
        guard let index else { return false }
        let entry = expected.remove(at: index)
        entry.begin(WKDownload(engine, webView: entry.view, isUserInitiated: entry.isUserInitiated))
        return true
    }
}
