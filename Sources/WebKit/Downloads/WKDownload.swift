// A file that is being fetched.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
public import Foundation
public import FoundationNetworking
import TransomGLib
import TransomGLibShims
import TransomWebKitShims

/// A file that is being fetched, into the place that its delegate says.
///
/// Set the delegate when you are given the download: without one it is cancelled.
///
/// `WebKitDownload`. Use it on the main thread.
@preconcurrency @MainActor
open class WKDownload: NSObject {
    /// Decides and follows.
    open weak var delegate: (any WKDownloadDelegate)? {
        didSet { if delegate != nil, untold != nil { Task { @MainActor in tellWhatWaited() } } }
    }
    /// The view that the download came from.
    public private(set) weak var webView: WKWebView?
    /// What was asked for.
    public let originalRequest: URLRequest?
    /// Whether a person or the app asked for it, and not a script of the page.
    public let isUserInitiated: Bool
    /// How much of the file is there, in hundredths.
    public let progress = Progress(totalUnitCount: 100)

    private let engine: ObjectRef?
    private var connections: [SignalConnection] = []
    private var hasEnded = false
    /// What there was to tell before the caller of an `async` form could set a delegate; nil where nobody waits for one.
    private var untold: [@MainActor (WKDownload) -> Void]?
    private var patience: TimeoutSource?

    /// Downloads live until they end, whoever holds them.
    private static var running: [ObjectIdentifier: WKDownload] = [:]

    init(_ engine: ObjectRef, webView: WKWebView?, isUserInitiated: Bool) {
        self.engine = engine
        self.webView = webView
        self.isUserInitiated = isUserInitiated
        let request = webkit_download_get_request(engine.assuming())
        originalRequest = request.flatMap { webkit_uri_request_get_uri($0) }.map {
            URLRequest(engineURL: String(cString: $0))
        }
        super.init()
        Self.running[ObjectIdentifier(self)] = self
        connect(engine)
    }

    /// A download that cannot be: it fails as soon as it has a delegate.
    init(failing webView: WKWebView) {
        engine = nil
        self.webView = webView
        originalRequest = nil
        isUserInitiated = true
        super.init()
    }

    /// Keeps what there is to tell until there is a delegate, for ten seconds at most.
    ///
    /// The caller of an `async` form gets the download turns of the main loop after the engine began it, and a fast server
    /// has answered by then.
    func waitForDelegate() {
        untold = []
        patience = TimeoutSource(milliseconds: 10_000) { [weak self] in self?.tellWhatWaited() }
    }

    /// Whether something waits for a delegate.
    var hasSomethingToTell: Bool { untold?.isEmpty == false }

    private func tell(_ what: @escaping @MainActor (WKDownload) -> Void) {
        if untold == nil { what(self) } else { untold?.append(what) }
    }

    private func tellWhatWaited() {
        let waited = untold ?? []
        untold = nil
        patience = nil
        for what in waited { what(self) }
    }

    /// Cancels the download.
    ///
    /// - Parameter completionHandler: Gets what the download could go on with, which the engine never has.
    @preconcurrency open func cancel(_ completionHandler: (@MainActor @Sendable (Data?) -> Void)? = nil) {
        if let engine, !hasEnded {
            // Whoever cancels is not told of it as of a failure.
            end()
            webkit_download_cancel(engine.assuming())
            MainLoop.wake()
        }
        completionHandler?(nil)
    }

    /// Cancels the download and returns what it could go on with, which the engine never has.
    @discardableResult
    open func cancel() async -> Data? {
        await withCheckedContinuation { continuation in
            cancel { continuation.resume(returning: $0) }
        }
    }

    /// Tells the delegate of a failure.
    func fail(_ error: any Error) {
        guard !hasEnded else { return }
        end()
        tell { $0.delegate?.download($0, didFailWithError: error, resumeData: nil) }
    }

    private typealias WeakSelf = WeakReference<WKDownload>

    private func connect(_ engine: ObjectRef) {
        func on(_ connect: (UnsafeMutableRawPointer, UnsafeMutableRawPointer, @escaping GClosureNotify) -> gulong) {
            connections.append(SignalConnection(engine.pointer, WeakReference(self), connect: connect))
        }
        on {
            transom_connect_decide_destination(
                $0,
                { download, name, data in
                    if let receiver = CallbackBox<WeakSelf>.value(at: data)?.object {
                        let suggested = name.map { String(cString: $0) } ?? ""
                        receiver.tell { $0.decideDestination(suggested) }
                    } else {
                        webkit_download_cancel(download)
                    }
                    // Otherwise the engine writes into the user's download folder.
                    return 1
                }, $1, $2)
        }
        on {
            transom_connect_download_failed(
                $0,
                { _, error, data in
                    guard let error else { return }
                    CallbackBox<WeakSelf>.value(at: data)?.object?.failed(GLibError(copying: error))
                }, $1, $2)
        }
        on {
            transom_connect_download_finished(
                $0, { _, data in CallbackBox<WeakSelf>.value(at: data)?.object?.finished() }, $1, $2)
        }
        on {
            transom_connect_notify(
                $0, "notify::estimated-progress",
                { _, _, data in CallbackBox<WeakSelf>.value(at: data)?.object?.progressed() }, $1, $2)
        }
    }

    private func decideDestination(_ name: String) {
        guard let engine, !hasEnded else { return }
        guard let delegate else { return cancel(nil) }
        let response = ResponseValues(webkit_download_get_response(engine.assuming())).response
        let answer = OneShot<URL?>(ifDropped: nil) { [weak self] url in
            guard let self, !hasEnded else { return }
            guard let url, url.isFileURL else {
                webkit_download_cancel(engine.assuming())
                return
            }
            // The engine refuses a file that is there, and then removes it.
            guard !FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else {
                fail(
                    NSError(
                        domain: NSURLErrorDomain, code: NSURLErrorCannotCreateFile,
                        userInfo: [NSURLErrorFailingURLErrorKey: url]))
                webkit_download_cancel(engine.assuming())
                return
            }
            webkit_download_set_destination(engine.assuming(), url.absoluteString)
            MainLoop.wake()
        }
        let isolated = MainThreadAnswer.isolated(answer, named: "completionHandler")
        if Optionality.isImplemented({
            delegate.download(
                self, decideDestinationUsing: response, suggestedFilename: name, completionHandler: isolated)
        }) {
            return
        }
        let plain = MainThreadAnswer.plain(answer, named: "completionHandler")
        if Optionality.isImplemented({
            delegate.download(self, decideDestinationUsing: response, suggestedFilename: name, completionHandler: plain)
        }) {
            return
        }
        Task.immediate { @MainActor in
            isolated(
                await delegate.download(self, decideDestinationUsing: response, suggestedFilename: name))
        }
    }

    private func progressed() {
        guard let engine else { return }
        let part = webkit_download_get_estimated_progress(engine.assuming())
        progress.completedUnitCount = Int64((min(max(part, 0), 1) * 100).rounded())
    }

    private func failed(_ error: GLibError) {
        fail(LoadFailure.download(error, url: originalRequest?.url))
    }

    /// Comes after a failure as well.
    private func finished() {
        guard !hasEnded else { return }
        end()
        progress.completedUnitCount = 100
        tell { $0.delegate?.downloadDidFinish($0) }
    }

    private func end() {
        hasEnded = true
        Self.running[ObjectIdentifier(self)] = nil
    }
}

extension WKDownload: ProgressReporting {}
