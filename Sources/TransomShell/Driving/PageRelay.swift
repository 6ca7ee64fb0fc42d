// Takes what the host's own scripts for tests see in every frame.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import TransomCore
package import WebKit

/// Takes what the host's own scripts for tests see in every frame: its console, or what a person does.
///
/// The scripts speak through a handler in a world of the host's own, under a name that no page can guess. What comes is a
/// page's claim like any other message.
package final class PageRelay: NSObject, WKScriptMessageHandler {
    /// One message: what it says, and which document of which view it is from.
    package typealias Taker = (JSONValue, WKFrameInfo, WKWebView?) -> Void

    private static let world = WKContentWorld.world(name: "transom.watch")

    private let take: Taker

    private init(_ take: @escaping Taker) {
        self.take = take
        super.init()
    }

    /// Has everything that documents write to their console and that goes wrong in their scripts told, from the next load on.
    ///
    /// - Parameters:
    ///   - controller: Of the views.
    ///   - resources: The host's own files.
    ///   - take: Gets `{level, text}` for a line and `{error: true, text, url, line}` for an error.
    /// - Throws: A script is not among the host's files.
    package static func tellConsole(
        of controller: WKUserContentController, resources: ResourceFolder, _ take: @escaping Taker
    ) throws(ResourceFolderError) {
        let channel = newChannel()
        // The world that listens is there before the page's own speaks.
        try add("web_dist/automation/relay.js", to: controller, world, channel, resources)
        try add("web_dist/automation/console.js", to: controller, .page, channel, resources)
        controller.add(PageRelay(take), contentWorld: world, name: channel)
    }

    /// Has everything that a person does in documents told, from the next load on.
    ///
    /// - Parameters:
    ///   - controller: Of the views.
    ///   - resources: The host's own files.
    ///   - take: Gets a command without its target.
    /// - Throws: The script is not among the host's files.
    package static func tellInput(
        of controller: WKUserContentController, resources: ResourceFolder, _ take: @escaping Taker
    ) throws(ResourceFolderError) {
        let channel = newChannel()
        try add("web_dist/automation/recorder.js", to: controller, world, channel, resources)
        controller.add(PageRelay(take), contentWorld: world, name: channel)
    }

    /// Gives the main frame's pages a function that asks the host something, `window.__transom.events`.
    ///
    /// - Parameters:
    ///   - controller: Of the views.
    ///   - resources: The host's own files.
    ///   - answer: Gets what the page gives, and gives JSON text.
    /// - Throws: A script is not among the host's files.
    package static func answerHook(
        of controller: WKUserContentController, resources: ResourceFolder, _ answer: @escaping (String) -> String
    ) throws(ResourceFolderError) {
        let channel = newChannel()
        try add("web_dist/automation/hook-answer.js", to: controller, world, channel, resources, isMainOnly: true)
        try add("web_dist/automation/hook.js", to: controller, .page, channel, resources, isMainOnly: true)
        controller.addScriptMessageHandler(HookRelay(answer), contentWorld: world, name: channel)
    }

    private static func newChannel() -> String {
        "t" + UUID().uuidString.replacing("-", with: "").lowercased()
    }

    private static func add(
        _ name: String, to controller: WKUserContentController, _ world: WKContentWorld, _ channel: String,
        _ resources: ResourceFolder, isMainOnly: Bool = false
    ) throws(ResourceFolderError) {
        let path = try resources.file(name)
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { throw .missing(path: path) }
        let source = "(function (channel) {\n\(text)\n})(\(JSONText.encode(.string(channel))));"
        controller.addUserScript(
            WKUserScript(source: source, injectionTime: .atDocumentStart, forMainFrameOnly: isMainOnly, in: world))
    }

    package func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
        guard let text = message.body as? String, let value = try? JSONParser.parse(text) else { return }
        take(value, message.frameInfo, message.webView)
    }
}
