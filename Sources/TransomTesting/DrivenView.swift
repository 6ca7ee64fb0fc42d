// A view of the code under test, as commands see it.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import Foundation
import TransomAutomation
import TransomCore
import TransomGLib
import TransomSandbox
import TransomShell
import TransomWebKitShims
import WebKit

/// A view of the code under test with the windows that its pages open, as commands see them.
///
/// There is one for a view, which the view keeps.
@MainActor
final class DrivenView: Driven {
    let log = EventLog()
    let limits = Limits.standard
    let hostFiles: ResourceFolder
    private weak var main: WKWebView?
    private var popups: [(id: String, view: WeakReference<WKWebView>)] = []
    private var popupCount = 0
    private var windows: [OffscreenWindow] = []
    private let answers = PageAnswers()
    private let factory = EventFactory(
        host: "test", integration: "page", clock: SystemHostClock(), redaction: Redaction())

    /// That of a view.
    static func of(_ view: WKWebView) -> DrivenView {
        (view.answers?.owner as? DrivenView) ?? DrivenView(view)
    }

    private init(_ view: WKWebView) {
        do throws(ResourceFolderError) { hostFiles = try ResourceFolder.find() } catch {
            preconditionFailure("TransomTesting cannot drive a page: \(error).")
        }
        main = view
        view.answers = answers
        answers.owner = self
        answers.onDialog = { [weak self] dialog, view in self?.saw(dialog, view) }
        answers.onWindow = { [weak self] in self?.opened($0) }
        show(view)
        listen(view)
    }

    private func listen(_ view: WKWebView) {
        let controller = view.configuration.userContentController
        do throws(ResourceFolderError) {
            try PageRelay.tellConsole(of: controller, resources: hostFiles) { [weak self] value, frame, view in
                guard let self, let line = ConsoleLine(value) else { return }
                let speaker = Speaker(
                    origin: Origin(engineSerialization: frame.securityOrigin.serialization),
                    isMainFrame: frame.isMainFrame && view === main)
                let target: NavigationTarget = frame.isMainFrame ? (view === main ? .main : .popup) : .iframe
                log.add(factory.event(line.draft(frame: target), speaker: speaker))
            }
        } catch { preconditionFailure("TransomTesting cannot drive a page: \(error).") }
    }

    private func show(_ view: WKWebView) {
        if let window = OffscreenWindow(showing: view) { windows.append(window) }
    }

    private func saw(_ dialog: PageAnswers.ShownDialog, _ view: WKWebView) {
        var data: [String: JSONValue] = [
            "kind": .string(dialog.kind.rawValue), "origin": .string(view.mainFrameOrigin),
            "message": .string(dialog.message),
        ]
        if let answer = dialog.answer { data["accepted"] = .bool(answer.isAccepted) }
        log.add(factory.event(EventDraft("transom.dialog.shown", .object(data))))
    }

    private func opened(_ view: WKWebView) {
        popupCount += 1
        let id = "popup-\(popupCount)"
        popups.removeAll { $0.view.object == nil }
        popups.append((id, WeakReference(view)))
        // The engine takes the view when this returns.
        Task { [weak self, weak view] in
            guard let self, let view else { return }
            show(view)
            log.add(
                factory.event(
                    EventDraft("transom.popup.opened", ["id": .string(id), "origin": .string(view.mainFrameOrigin)])))
        }
    }

    // MARK: - Driven

    var youngest: any Driven { self }
    let isKiosk = false

    var viewNames: [String] {
        (main == nil ? [] : ["main"]) + popups.filter { $0.view.object != nil }.map(\.id)
    }

    func view(named name: String) -> WKWebView? {
        name == "main" ? main : popups.first { $0.id == name }?.view.object
    }

    func closeView(_ name: String) -> Bool {
        guard let view = view(named: name) else { return false }
        if let delegate = view.uiDelegate { delegate.webViewDidClose(view) }
        return true
    }

    func raise(_ name: String) -> Bool { view(named: name) != nil }

    func refuseNextWindow(_ isRefused: Bool, of name: String) { answers.refusesNextWindow = isRefused }

    var pageAnswers: PageAnswers? { answers }

    var networkRules: NetworkRules? { Sandbox.shared?.server.rules }

    var wall: WallTime { SystemHostClock().wall }

    func takePicture(to path: String) async -> String? {
        guard let main else { return "the view is gone" }
        return OffscreenWindow.writePicture(of: main, to: path)
    }

    var summary: [String: JSONValue] { [:] }

    func send(_ type: String, _ data: JSONValue, to name: String) throws(CommandFailure) {
        throw .impossible("send: a view alone has no contract to send by; call your own code, or launch a TransomHost")
    }

    func handIn(_ link: String) -> String? { "a view alone takes no return links; launch a TransomHost" }

    func openSheet(_ integration: String, parameters: [String: [String]]) async -> JSONValue? { nil }

    func beginAnother() async -> (any Driven)? { nil }

    func quit() {}
}
