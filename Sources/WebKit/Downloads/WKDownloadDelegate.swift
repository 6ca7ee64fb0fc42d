// Who decides on a download and follows it.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking

/// Decides where a download goes and is told how it ends.
///
/// The decision is required, in any one of its spellings; everything else is optional, as on iOS. The engine follows a
/// server's redirection itself and asks nobody, and its challenges go to the navigation delegate.
@preconcurrency @MainActor
public protocol WKDownloadDelegate: _WKDownloadDelegateForms {
    /// The file is there.
    func downloadDidFinish(_ download: WKDownload)
    /// The download failed; there is never anything to go on with.
    func download(_ download: WKDownload, didFailWithError error: any Error, resumeData: Data?)
}

/// The decision in Apple's spellings; see `WKNavigationDelegate` for why they stand apart.
@MainActor
public protocol _WKDownloadDelegateForms: NSObjectProtocol {
    /// Says where the file goes through an isolated closure: a file that is not there yet, or nil to cancel.
    func download(
        _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String,
        completionHandler: @escaping @MainActor @Sendable (URL?) -> Void)
    /// Says where the file goes through a closure that may be called on any thread.
    @preconcurrency func download(
        _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String,
        completionHandler: @escaping (URL?) -> Void)
    /// Says where the file goes by returning.
    func download(
        _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String
    ) async -> URL?
}

extension _WKDownloadDelegateForms {
    /// Reached when the receiver implements another spelling.
    @_disfavoredOverload public func download(
        _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String,
        completionHandler: @escaping @MainActor @Sendable (URL?) -> Void
    ) { Optionality.reachedDefault() }

    /// Reached when the receiver implements another spelling.
    @_disfavoredOverload public func download(
        _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String,
        completionHandler: @escaping (URL?) -> Void
    ) { Optionality.reachedDefault() }

    /// Reached when the receiver implements none: the download is cancelled.
    @_disfavoredOverload public func download(
        _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String
    ) async -> URL? {
        Optionality.reachedDefault()
        return nil
    }
}

extension WKDownloadDelegate {
    /// Does nothing.
    public func downloadDidFinish(_ download: WKDownload) {}
    /// Does nothing.
    public func download(_ download: WKDownload, didFailWithError error: any Error, resumeData: Data?) {}
}
