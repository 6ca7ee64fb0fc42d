// What a page asks its user for.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomSandbox
import TransomTestSupport
import WebKit
import XCTest

// What iOS code looked like until Swift 5.
private final class PlainPanels: NSObject, WKUIDelegate {
    private(set) var told: [String] = []

    func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping () -> Void
    ) {
        told.append("alert \(message) \(frame.securityOrigin.host) \(frame.isMainFrame)")
        completionHandler()
    }

    func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping (Bool) -> Void
    ) {
        told.append("confirm \(message)")
        completionHandler(true)
    }

    func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping (String?) -> Void
    ) {
        told.append("prompt \(prompt) \(defaultText ?? "none")")
        completionHandler(prompt == "nothing" ? nil : "typed")
    }
}

// What it looks like since Swift 6.
private final class IsolatedPanels: NSObject, WKUIDelegate {
    private(set) var told: [String] = []

    func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable () -> Void
    ) {
        told.append("alert \(message) \(frame.securityOrigin.host) \(frame.isMainFrame)")
        // Held for a while: the page waits.
        Task { completionHandler() }
    }

    func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable (Bool) -> Void
    ) {
        told.append("confirm \(message)")
        Task { completionHandler(true) }
    }

    func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable (String?) -> Void
    ) {
        told.append("prompt \(prompt) \(defaultText ?? "none")")
        Task { completionHandler(prompt == "nothing" ? nil : "typed") }
    }
}

private final class AsyncPanels: NSObject, WKUIDelegate {
    private(set) var told: [String] = []

    func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async {
        told.append("alert \(message) \(frame.securityOrigin.host) \(frame.isMainFrame)")
    }

    func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async -> Bool {
        told.append("confirm \(message)")
        try? await Task.sleep(for: .milliseconds(5))
        return true
    }

    func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo
    ) async -> String? {
        told.append("prompt \(prompt) \(defaultText ?? "none")")
        return prompt == "nothing" ? nil : "typed"
    }
}

private final class SilentPanels: NSObject, WKUIDelegate {}

private final class ForgetfulPanels: NSObject, WKUIDelegate {
    func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping (Bool) -> Void
    ) {}
}

@MainActor
private final class Devices: NSObject, WKUIDelegate {
    var decision = WKPermissionDecision.deny
    private(set) var asked: [String] = []

    func webView(
        _ webView: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin,
        initiatedBy frame: WKFrameInfo, type: WKMediaCaptureType
    ) async -> WKPermissionDecision {
        asked.append("\(origin.host) \(type)")
        return decision
    }
}

@MainActor
private final class Files: NSObject, WKUIDelegate {
    var urls: [URL]?
    private(set) var asked: [Bool] = []

    func webView(
        _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping ([URL]?) -> Void
    ) {
        asked.append(parameters.allowsMultipleSelection)
        completionHandler(urls)
    }
}

@MainActor
final class DialogTests: XCTestCase {
    private let shop = URL(string: "https://shop.example/")

    private func loaded(_ delegate: (any WKUIDelegate)?, _ html: String = "<p>x") async throws -> WKWebView {
        let view = WKWebView.offline()
        view.uiDelegate = delegate
        view.loadHTMLString(html, baseURL: shop)
        try await eventually { !view.isLoading }
        return view
    }

    private let script =
        "alert('hello'); [confirm('sure?'), prompt('name?', 'me'), prompt('nothing'), prompt('empty', '')]"

    func testEverySpellingOfEveryDialogAnswers() async throws {
        let (plain, isolated, asynchronous) = (PlainPanels(), IsolatedPanels(), AsyncPanels())
        for delegate in [plain, isolated, asynchronous] as [any WKUIDelegate] {
            let view = try await loaded(delegate)
            let answers = try await view.evaluateJavaScript(script) as? [Any]
            XCTAssertEqual(answers?[0] as? Bool, true)
            XCTAssertEqual(answers?[1] as? String, "typed")
            XCTAssertTrue(answers?[2] is NSNull)
            XCTAssertEqual(answers?[3] as? String, "typed")
        }
        let told = [
            "alert hello shop.example true", "confirm sure?", "prompt name? me", "prompt nothing ", "prompt empty ",
        ]
        XCTAssertEqual(plain.told, told)
        XCTAssertEqual(isolated.told, told)
        XCTAssertEqual(asynchronous.told, told)
    }

    func testWithoutADelegatesWordTheSafeAnswerIsGiven() async throws {
        for delegate in [nil, SilentPanels()] as [(any WKUIDelegate)?] {
            let view = try await loaded(delegate)
            let answers = try await view.evaluateJavaScript(script) as? [Any]
            XCTAssertEqual(answers?[0] as? Bool, false)
            XCTAssertTrue(answers?[1] is NSNull)
            withExtendedLifetime(delegate) {}
        }
    }

    func testADroppedAnswerIsNo() async throws {
        let forgetful = ForgetfulPanels()
        let view = try await loaded(forgetful)
        let answer = try await view.evaluateJavaScript("confirm('sure?')") as? Bool
        XCTAssertEqual(answer, false)
        withExtendedLifetime(forgetful) {}
    }

    func testADialogOfAFrameIsItsFrames() async throws {
        let web = try TestWeb(pages: [
            "shop.example/": .html("<iframe src='https://evil.example/'></iframe>"),
            "evil.example/": .html("<script>alert('from evil')</script>"),
        ])
        let panels = PlainPanels()
        let view = web.view()
        view.uiDelegate = panels
        view.load("https://shop.example/")
        try await eventually { panels.told == ["alert from evil evil.example false"] }
        _ = try await view.evaluateJavaScript("alert('from the app')")
        XCTAssertEqual(panels.told.last, "alert from the app shop.example true")
    }

    func testThePagesFunctionsAreNativeAndThrow() async throws {
        let view = try await loaded(nil)
        let texts =
            try await view.evaluateJavaScript(
                """
                [open.toString().includes('[native code]'), open.name, typeof alert, Object.keys(window).includes('open'),
                    (() => { try { alert({toString() { throw new Error('thrown') }}) } catch (e) { return e.message } })(),
                    (() => { try { open('https://:bad:url') } catch (e) { return e.name } })()]
                """) as? [Any]
        XCTAssertEqual(texts?[0] as? Bool, true)
        XCTAssertEqual(texts?[1] as? String, "open")
        XCTAssertEqual(texts?[2] as? String, "function")
        XCTAssertEqual(texts?[4] as? String, "thrown")
        XCTAssertEqual(texts?[5] as? String, "SyntaxError")
    }

    func testADeviceIsDecidedOn() async throws {
        let devices = Devices()
        let web = try TestWeb(pages: ["shop.example/": .html("<p>x")])
        let view = web.view()
        view.uiDelegate = devices
        view.load("https://shop.example/")
        try await eventually { !view.isLoading }
        let script = """
            window.outcome = 'waiting';
            navigator.mediaDevices.getUserMedia(wanted).then((s) => { outcome = 'granted ' + s.getTracks().length },
                (error) => { outcome = error.name }); 0
            """
        _ = try await view.callAsyncJavaScript(script, arguments: ["wanted": ["audio": true]], contentWorld: .page)
        let outcome = try await view.evaluateJavaScript("outcome") as? String
        // A machine without devices is not asked about any, and takes its time to say so.
        XCTAssertFalse(outcome?.hasPrefix("granted") ?? true)
        XCTAssertTrue(devices.asked.allSatisfy { $0 == "shop.example microphone" })
        var answers: [WKPermissionDecision] = [
            await SilentPanels().webView(
                view, decideMediaCapturePermissionsFor: WKSecurityOrigin(), initiatedBy: WKFrameInfo(), type: .camera)
        ]
        answers.append(
            await devices.webView(
                view, decideMediaCapturePermissionsFor: WKSecurityOrigin(), initiatedBy: WKFrameInfo(), type: .camera))
        XCTAssertEqual(answers, [.prompt, .deny])
    }

    func testFilesAreChosen() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("document.txt")
        try Data("text".utf8).write(to: file)
        let files = Files()
        let view = try await loaded(files, "<input id=one type=file><input id=many type=file multiple>")
        func click(_ id: String) async throws {
            _ = try await view.evaluateJavaScript("document.getElementById('\(id)').click(); 0")
        }
        files.urls = [file, file]
        try await click("one")
        try await eventually("a chosen file") {
            try await view.evaluateJavaScript("[...document.getElementById('one').files].map((f) => f.name).join()")
                as? String == "document.txt"
        }
        files.urls = nil
        try await click("many")
        try await eventually { files.asked == [false, true] }
        let none = try await view.evaluateJavaScript("document.getElementById('many').files.length") as? Int
        XCTAssertEqual(none, 0)
        view.uiDelegate = nil
        try await click("many")
        let alive = try await view.evaluateJavaScript("1") as? Int
        XCTAssertEqual(alive, 1)
    }
}
