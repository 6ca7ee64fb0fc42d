// A vendor's own build of the wallet's page, hosted by the executable.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

final class WalletAssetsTests: XCTestCase {
    /// A page's script that asks for the bridge and makes one call.
    private static let script = """
        const use = (bridge) => bridge.callHandler("closeUIWindow", {}, () => { document.title = "called" });
        if (window.WKWebViewJavascriptBridge) use(window.WKWebViewJavascriptBridge);
        else {
            window.WKWVJBCallbacks = [use];
            window.webkit.messageHandlers.iOS_Native_InjectJavascript.postMessage(null);
        }
        """

    private func folder(_ files: [String: String]) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "transom-assets-\(UUID().uuidString)")
        for (name, text) in files {
            let file = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
        return folder
    }

    private func run(_ files: [String: String], until event: String) throws -> HostProcess.Ending {
        let assets = try folder(files).path
        return try HostProcess([
            "run", "ukey", "--headless", "--assets", assets, "--until", event, "--timeout", "50",
        ]).ending()
    }

    func testAFolderTreeIsHosted() throws {
        let ending = try run(
            [
                "index.html": "<!doctype html><title>x</title><script type=module src=static/js/main.js></script>",
                "static/js/main.js": "import { go } from './part.js'; go();",
                "static/js/part.js": "export function go() { \(Self.script) }",
            ], until: "ukey.closeUIWindow")
        XCTAssertEqual(ending.status, 0, ending.notes)
        XCTAssertTrue(ending.types.contains("ukey.closeUIWindow"), "\(ending.types)")
    }

    /// An app's bundle has all files in one folder, whatever the page calls them.
    func testAFlattenedFolderIsHosted() throws {
        let ending = try run(
            [
                "index.html": "<!doctype html><title>x</title><link rel=stylesheet href=static/css/main.css><body>"
                    + "<script src=static/js/main.js></script>",
                "main.js": Self.script, "main.css": "body { color: black }",
            ], until: "ukey.closeUIWindow")
        XCTAssertEqual(ending.status, 0, ending.notes)
        XCTAssertFalse(ending.types.contains("transom.page.error"), "\(ending.types)")
    }

    func testAMisplacedScriptIsToldWithThePathThatWasLookedFor() throws {
        let ending = try run(
            [
                "index.html": "<!doctype html><title>x</title><script src=static/js/mian.js></script>",
                "static/js/main.js": Self.script,
            ], until: "transom.page.error")
        XCTAssertEqual(ending.data(of: "transom.page.error")?["path"] as? String, "static/js/mian.js")
        XCTAssertTrue(ending.notes.contains("there is no \"static/js/mian.js\" in "), ending.notes)
        XCTAssertFalse(ending.types.contains("ukey.closeUIWindow"))
    }
}
