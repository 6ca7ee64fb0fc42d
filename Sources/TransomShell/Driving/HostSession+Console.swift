// What a session tells of its pages' consoles, where somebody tests them.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import WebKit

extension HostSession {
    /// Has the console and the errors of every frame told.
    func tellConsole(of controller: WKUserContentController) {
        do throws(ResourceFolderError) {
            try PageRelay.tellConsole(of: controller, resources: resources) { [weak self] value, frame, view in
                guard let self, ending == nil, let line = ConsoleLine(value) else { return }
                let speaker = Speaker(
                    origin: Origin(engineSerialization: frame.securityOrigin.serialization),
                    isMainFrame: frame.isMainFrame && view === self.view)
                tell(line.draft(frame: target(of: frame, in: view)), speaker: speaker)
            }
        } catch {
            surroundings.say("\(name): consoles are not told: \(error)")
        }
    }

    /// Whether a frame is the main one, one of a popup, or another.
    func target(of frame: WKFrameInfo, in view: WKWebView?) -> NavigationTarget {
        guard frame.isMainFrame else { return .iframe }
        return view === self.view ? .main : .popup
    }

    /// Tells in what a dialog said and how it was answered, where somebody tests it.
    func showDialog(_ dialog: PageAnswers.ShownDialog, in view: WKWebView) {
        guard ending == nil else { return }
        var data: [String: JSONValue] = [
            "kind": .string(dialog.kind.rawValue), "origin": .string(view.mainFrameOrigin),
            "message": .string(String(dialog.message.prefix(1_024))),
        ]
        if dialog.kind == .confirm || dialog.kind == .prompt {
            data["accepted"] = .bool(dialog.answer?.isAccepted ?? false)
        }
        tell(EventDraft("transom.dialog.shown", .object(data)))
    }
}
