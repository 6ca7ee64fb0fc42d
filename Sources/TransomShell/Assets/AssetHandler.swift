// Answers the requests of packaged pages.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Glibc
package import TransomCore
package import WebKit

/// Answers the requests of packaged pages, those at `app://HOST/`, with the files of their folders.
///
/// Make one a run, before the first view of the store, and set it on the configuration:
///
///     let handler = try AssetHandler([declaration], resources: resources, store: store)
///     configuration.setURLSchemeHandler(handler, forURLScheme: AssetsDeclaration.scheme)
///
/// Files are read by the engine in threads of its own, at most 64 at a time; the others wait, and no descriptor is open
/// for them.
package final class AssetHandler: NSObject, WKURLSchemeHandler {
    /// A request for a file that is not there.
    package struct Missing: Equatable, Sendable {
        /// The URL, redacted.
        package let url: String
        /// The path that was looked for, below ``folder``.
        package let path: String
        /// The folder.
        package let folder: String
    }

    /// Called for each file that was asked for and is not there, once a file and at most 64 times.
    package var onMissing: ((Missing) -> Void)?

    private struct Site {
        let declaration: AssetsDeclaration
        let folder: AssetFolder
    }

    private struct Waiting {
        let task: any WKURLSchemeTask
        let site: Site
        let path: AssetPath
    }

    /// How many files are open for reading at a time.
    private static let simultaneous = 64
    private static let longestReport = 64

    private var sites: [String: Site] = [:]
    private(set) var reading = 0
    private var waiting: [Waiting] = []
    private var told: Set<String> = []

    /// Opens the folders, holds them against their manifests, and closes the scheme to all other pages of the store.
    ///
    /// - Parameters:
    ///   - declarations: One a host.
    ///   - resources: The host's own files.
    ///   - store: Whose pages they are; it must have no view yet.
    /// - Throws: `AssetFault` for the first folder that cannot be shown.
    package init(
        _ declarations: [AssetsDeclaration], resources: ResourceFolder, store: WKWebsiteDataStore
    ) throws(AssetFault) {
        for declaration in declarations {
            let path =
                switch declaration.source {
                case .folder(let path): path
                case .resources(let name): resources.path + "/" + name
                }
            sites[declaration.origin.host] = Site(
                declaration: declaration,
                folder: try AssetFolder(path, requiresManifest: declaration.requiresManifest))
        }
        super.init()
        store.isolateDisplay(ofScheme: AssetsDeclaration.scheme)
    }

    package func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
        guard let text = urlSchemeTask.engineURL else { return }
        let url = ParsedURL(text)
        guard let site = sites[url.hostText], url.origin == site.declaration.origin else {
            return urlSchemeTask.didFailWithError(URLError(.cannotFindHost))
        }
        let method = urlSchemeTask.request.httpMethod ?? "GET"
        guard method == "GET" || method == "HEAD" else {
            return answer(urlSchemeTask, 405, site, ["Allow": "GET, HEAD"])
        }
        guard let path = AssetPath(urlPath: url.path) else {
            return missing(urlSchemeTask, site, url.path)
        }
        guard reading < Self.simultaneous else {
            return waiting.append(Waiting(task: urlSchemeTask, site: site, path: path))
        }
        serve(urlSchemeTask, site, path)
    }

    package func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {
        waiting.removeAll { $0.task === urlSchemeTask }
    }

    // MARK: - Answers

    private func serve(_ task: any WKURLSchemeTask, _ site: Site, _ path: AssetPath) {
        if let file = site.folder.open(path) { return send(file, site.folder.place(of: path), site, to: task) }
        // A document of the page's own routing; anything else that is not there stays missing.
        if site.declaration.routesInPage, path.isRoute, asksForDocument(task), let index = site.folder.open(.index) {
            return send(index, .index, site, to: task)
        }
        missing(task, site, site.folder.place(of: path).description)
    }

    private func asksForDocument(_ task: any WKURLSchemeTask) -> Bool {
        task.request.value(forHTTPHeaderField: "Accept")?.contains("text/html") ?? false
    }

    private func send(_ file: AssetFolder.File, _ path: AssetPath, _ site: Site, to task: any WKURLSchemeTask) {
        var headers = ["Content-Type": MediaType.of(path.description), "Accept-Ranges": "bytes"]
        var (status, offset, length) = (200, Int64(0), file.size)
        switch ByteRange(header: task.request.value(forHTTPHeaderField: "Range"), size: file.size) {
        case .whole: break
        case .part(let first, let last):
            (status, offset, length) = (206, first, last - first + 1)
            headers["Content-Range"] = "bytes \(first)-\(last)/\(file.size)"
        case .unsatisfiable:
            close(file.descriptor)
            return answer(task, 416, site, ["Content-Range": "bytes */\(file.size)"])
        }
        headers["Content-Length"] = String(length)
        guard task.request.httpMethod != "HEAD", let response = response(task, status, site, headers) else {
            close(file.descriptor)
            return answer(task, status, site, headers)
        }
        reading += 1
        task.didFinish(response, descriptor: file.descriptor, offset: offset, length: length) { [weak self] in
            self?.closed()
        }
    }

    /// A file was read; the next that waits is begun.
    private func closed() {
        reading -= 1
        while reading < Self.simultaneous, !waiting.isEmpty {
            let next = waiting.removeFirst()
            serve(next.task, next.site, next.path)
        }
    }

    private func missing(_ task: any WKURLSchemeTask, _ site: Site, _ path: String) {
        answer(task, 404, site, ["Content-Type": "text/plain; charset=utf-8"], "There is no such file.\n")
        let url = Redaction.url(task.engineURL ?? "")
        guard told.count < Self.longestReport, told.insert(url).inserted else { return }
        onMissing?(Missing(url: url, path: String(path.prefix(1024)), folder: site.folder.path))
    }

    private func answer(
        _ task: any WKURLSchemeTask, _ status: Int, _ site: Site, _ headers: [String: String], _ body: String = ""
    ) {
        guard let response = response(task, status, site, headers) else {
            return task.didFailWithError(URLError(.badServerResponse))
        }
        task.didReceive(response)
        task.didReceive(Data(body.utf8))
        task.didFinish()
    }

    private func response(
        _ task: any WKURLSchemeTask, _ status: Int, _ site: Site, _ headers: [String: String]
    ) -> HTTPURLResponse? {
        let all = [
            "Content-Security-Policy": site.declaration.policy.header,
            "X-Content-Type-Options": "nosniff",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-store",
        ].merging(headers) { $1 }
        return task.request.url.flatMap {
            HTTPURLResponse(url: $0, statusCode: status, httpVersion: "HTTP/1.1", headerFields: all)
        }
    }
}
