// Which frame asks for a device, a file or a position.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import Foundation
import TransomSandbox
import TransomTestSupport
import WebKit
import XCTest

@MainActor
private final class Asked: NSObject, WKUIDelegate {
    var decision = WKPermissionDecision.grant
    private(set) var devices: [String] = []
    private(set) var files: [String] = []

    func webView(
        _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
        initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
        decisionHandler: @escaping (WKPermissionDecision) -> Void
    ) {
        devices.append("\(type) \(origin) \(frame.securityOrigin) \(frame.isMainFrame)")
        decisionHandler(decision)
    }

    func webView(
        _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping ([URL]?) -> Void
    ) {
        files.append("\(frame.securityOrigin) \(frame.isMainFrame)")
        completionHandler(nil)
    }
}

@MainActor
final class FrameAskTests: XCTestCase {
    private let recorder = MessageRecorder()
    private let asked = Asked()

    private static let page = """
        <input type=file id=f><div id=host></div><script>
        const bridge = webkit.messageHandlers.bridge;
        const shadow = document.getElementById('host').attachShadow({mode: 'closed'});
        shadow.innerHTML = '<input type=file>';
        window.inShadow = () => shadow.firstChild.click();
        bridge.postMessage('ready');
        </script>
        """

    /// A shop with a frame of another origin; the frames of both.
    private func opened(frame: Bool = true, isInWindow: Bool = false) async throws -> (WKWebView, [WKFrameInfo]) {
        let web = try TestWeb(pages: [
            "shop.example/": .html(
                Self.page + (frame ? "<iframe allow='camera; microphone' src='https://pay.example/'></iframe>" : "")),
            "pay.example/": .html(Self.page),
        ])
        self.web = web
        let view = web.view(recorder)
        // Devices are asked for only where the page is in a window, as on iOS.
        if isInWindow {
            let window = try XCTUnwrap(gtk_window_new(GTK_WINDOW_TOPLEVEL))
            gtk_container_add(
                UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkContainer.self), view.hostWidget)
            gtk_widget_show_all(window)
            self.window = window
        }
        view.useMockCaptureDevices()
        view.uiDelegate = asked
        view.load("https://shop.example/")
        try await eventually { self.recorder.messages.count == (frame ? 2 : 1) && !view.isLoading }
        return (
            view,
            recorder.messages.map(\.frameInfo).sorted { $0.isMainFrame && !$1.isMainFrame }
        )
    }

    private var web: TestWeb?
    private var window: UnsafeMutablePointer<GtkWidget>?

    override func tearDown() async throws {
        if let window { gtk_widget_destroy(window) }
        window = nil
    }

    private func media(_ view: WKWebView, _ wanted: [String: Bool], _ frame: WKFrameInfo?) async throws -> String? {
        let script = """
            window.outcome = undefined;
            navigator.mediaDevices.getUserMedia(wanted).then((stream) => {
                outcome = stream.getTracks().map((t) => t.kind).sort().join();
                stream.getTracks().forEach((t) => t.stop());
            }, (error) => { outcome = error.name });
            """
        _ = try await view.callAsyncJavaScript(
            script, arguments: ["wanted": wanted], in: frame, contentWorld: .page)
        var outcome: String?
        try await eventually("the device's answer") {
            outcome = try await view.evaluateJavaScript("outcome", in: frame, contentWorld: .page) as? String
            return outcome != nil
        }
        return outcome
    }

    func testAFrameThatAsksForADeviceIsTold() async throws {
        let (view, frames) = try await opened(isInWindow: true)
        let main = try await media(view, ["audio": true], frames[0])
        XCTAssertEqual(main, "audio")
        let frame = try await media(view, ["audio": true, "video": true], frames[1])
        XCTAssertEqual(frame, "audio,video")
        XCTAssertEqual(
            asked.devices,
            [
                "microphone https://shop.example https://shop.example true",
                "cameraAndMicrophone https://pay.example https://pay.example false",
            ])
    }

    func testADeviceThatIsDeniedIsAnErrorInThePage() async throws {
        asked.decision = .deny
        let (view, _) = try await opened(frame: false, isInWindow: true)
        let denied = try await media(view, ["video": true], nil)
        XCTAssertEqual(denied, "NotAllowedError")
        XCTAssertEqual(asked.devices, ["camera https://shop.example https://shop.example true"])
        view.uiDelegate = nil
        let nobody = try await media(view, ["video": true], nil)
        XCTAssertEqual(nobody, "NotAllowedError")
    }

    func testTwoFramesThatAskAtOnceAreNobody() async throws {
        let (view, frames) = try await opened(isInWindow: true)
        // A frame that never gets its answer, since the delegate holds it back, would be taken for the other one.
        _ = try await view.evaluateJavaScript(
            "navigator.mediaDevices.getUserMedia({audio: true}).then(() => {}, () => {}); 0", in: frames[0],
            contentWorld: .page)
        _ = try await media(view, ["video": true], frames[1])
        try await eventually { self.asked.devices.count == 2 }
        XCTAssertTrue(
            asked.devices.allSatisfy { told in
                told.hasSuffix("null null false")
                    || told == "microphone https://shop.example https://shop.example true"
                    || told == "camera https://pay.example https://pay.example false"
            }, "\(asked.devices)")
    }

    private func click(_ view: WKWebView, _ script: String, _ frame: WKFrameInfo?) async throws {
        let count = asked.files.count
        _ = try await view.evaluateJavaScript(script + "; 0", in: frame, contentWorld: .page)
        try await eventually("the panel for \(script)") { self.asked.files.count == count + 1 }
    }

    func testAFrameThatAsksForAFileIsTold() async throws {
        let (view, frames) = try await opened()
        let detached = "Object.assign(document.createElement('input'), {type: 'file'}).click()"
        // A frame's script that the app runs has no user's gesture, so the main frame's does it for its own element.
        try await click(view, "document.getElementById('f').click()", nil)
        try await click(view, detached, nil)
        try await click(view, "document.getElementById('f').showPicker()", nil)
        XCTAssertEqual(asked.files, Array(repeating: "https://shop.example true", count: 3))
        // An element in a closed shadow tree shows itself to nobody.
        try await click(view, "inShadow()", nil)
        XCTAssertEqual(asked.files.last, "https://shop.example true")
        withExtendedLifetime(frames) {}
    }

    func testThePagesFunctionsAreNativeAndBehaveAsEver() async throws {
        let (view, _) = try await opened(frame: false)
        let seen =
            try await view.callAsyncJavaScript(
                """
                const names = [MediaDevices.prototype.getUserMedia, HTMLElement.prototype.click,
                    HTMLInputElement.prototype.showPicker, Geolocation.prototype.getCurrentPosition];
                const results = names.map((f) => Function.prototype.toString.call(f).includes('[native code]'));
                results.push(names.map((f) => f.name).join());
                try { HTMLElement.prototype.click.call({}) } catch (error) { results.push(error.name) }
                results.push(await MediaDevices.prototype.getUserMedia.call({}, {}).catch((error) => error.name));
                results.push(await navigator.mediaDevices.getUserMedia().catch((error) => error.name));
                let clicks = 0;
                document.body.addEventListener('click', () => clicks++);
                document.body.click();
                results.push(clicks);
                return results;
                """, contentWorld: .page) as? [Any]
        XCTAssertEqual(seen?.prefix(4).map { $0 as? Bool }, [true, true, true, true])
        XCTAssertEqual(seen?[4] as? String, "getUserMedia,click,showPicker,getCurrentPosition")
        XCTAssertEqual(seen?[5] as? String, "TypeError")
        XCTAssertEqual(seen?[6] as? String, "TypeError")
        XCTAssertEqual(seen?[7] as? String, "TypeError")
        XCTAssertEqual(seen?[8] as? Int, 1)
    }

    /// What a function's body came to in the page, however long the page waits.
    private func outcome(_ view: WKWebView, _ body: String) async throws -> String? {
        _ = try await view.callAsyncJavaScript(
            "window.outcome = undefined; (async () => { \(body) })().then((value) => { outcome = String(value) }); return 0",
            contentWorld: .page)
        var outcome: String?
        try await eventually("the page's answer") {
            outcome = try await view.evaluateJavaScript("outcome") as? String
            return outcome != nil
        }
        return outcome
    }

    private static let position = """
        return await new Promise((done) => navigator.geolocation.getCurrentPosition(() => done('here'), (error) =>
            done([error.code, error instanceof GeolocationPositionError, error.PERMISSION_DENIED].join())));
        """

    func testAPositionIsDeniedInAViewWithoutAWindow() async throws {
        let (view, _) = try await opened(frame: false)
        let once = try await outcome(view, Self.position)
        XCTAssertEqual(once, "1,true,1")
        let watched = try await outcome(
            view,
            """
            const codes = [];
            const number = navigator.geolocation.watchPosition(() => codes.push('here'), (e) => codes.push(e.code));
            await new Promise((done) => navigator.geolocation.getCurrentPosition(done, done));
            return [typeof number, ...codes].join();
            """)
        XCTAssertEqual(watched, "number,1")
    }

    func testAPositionIsDeniedInAWindow() async throws {
        let (view, _) = try await opened(frame: false, isInWindow: true)
        let once = try await outcome(view, Self.position)
        XCTAssertEqual(once, "1,true,1")
    }

    func testAPositionWithoutTLSIsRefusedByThePageItself() async throws {
        let view = WKWebView.offline()
        view.loadHTMLString("<p>", baseURL: URL(string: "http://shop.example/"))
        try await eventually { !view.isLoading }
        let code = try await outcome(
            view,
            "return await new Promise((done) => navigator.geolocation.getCurrentPosition(done, (e) => done(e.code)))")
        XCTAssertTrue(code == "1" || code == "2", code ?? "none")
    }
}
