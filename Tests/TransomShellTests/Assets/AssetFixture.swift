// A folder of assets, and a view that shows it.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import TransomCore
import WebKit

@testable import TransomShell

/// Makes a folder for one test.
final class AssetFixture {
    let folder = FileManager.default.temporaryDirectory.appending(path: "assets-\(UUID().uuidString)")

    init(_ files: [String: String] = [:]) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (path, text) in files { try write(path, Data(text.utf8)) }
    }

    var path: String { folder.path(percentEncoded: false) }

    func write(_ path: String, _ data: Data) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
    }

    /// A view that shows the folder at `app://wallet/`, with its handler.
    @MainActor
    func view(
        policy: AssetPolicy = AssetPolicy(), store: WKWebsiteDataStore = .nonPersistent(),
        recorder: (any WKScriptMessageHandler)? = nil
    ) throws -> (view: WKWebView, handler: AssetHandler) {
        let declaration = AssetsDeclaration(host: "wallet", source: .folder(path), policy: policy)
        let handler = try AssetHandler([declaration], resources: try SessionFixture.resources(), store: store)
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = store
        configuration.setURLSchemeHandler(handler, forURLScheme: AssetsDeclaration.scheme)
        if let recorder { configuration.userContentController.add(recorder, name: "bridge") }
        return (WKWebView(frame: CGRect(x: 0, y: 0, width: 800, height: 600), configuration: configuration), handler)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }
}

extension WKWebView {
    /// Loads a URL that a test wrote.
    @discardableResult
    func load(_ text: String) -> WKNavigation? {
        URL(string: text).flatMap { load(URLRequest(url: $0)) }
    }
}
