// Pictures of a window, without what customers type into it.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import Foundation
import TransomCore
import TransomSandbox
import TransomShellTestSupport
import TransomTestSupport
import WebKit
import XCTest

@testable import TransomShell

/// Looks at the pixels of pictures.
@MainActor
final class PictureTests: XCTestCase {
    private var fixture: SessionFixture?
    private let folder = FileManager.default.temporaryDirectory.appending(path: "pictures-" + UUID().uuidString)

    /// Green fields for secrets in every corner that a page has, on red, and one field that is none.
    private static let fields = """
        <!doctype html><style>
        body { margin: 0; background: #f00 } input, iframe, p { position: absolute; left: 0; width: 200px; height: 30px;
            margin: 0; border: 0; padding: 0; box-sizing: border-box; background: #0f0; color: #0f0; appearance: none }
        input { transition: all 60s }
        </style>
        <input style="top: 0" type="password" value="canary">
        <input style="top: 40px" autocomplete="section-a billing cc-number" value="4111111111111111">
        <input style="top: 80px; background: linear-gradient(#0f0, #0f0)" name="cardNumber" value="4111111111111111">
        <iframe style="top: 120px" srcdoc="<body style='margin:0'><input name=cvv value=123
            style='position:absolute;left:0;top:0;width:200px;height:30px;border:0;background:#0f0 !important'>"></iframe>
        <p style="top: 160px"></p>
        <input style="top: 200px" name="amount" value="5">
        <script>
        const root = document.querySelector('p').attachShadow({ mode: 'closed' });
        root.innerHTML = '<input type=password style="width:200px;height:30px;border:0;background:#0f0">';
        </script>
        """
    private static let secretRows = [15, 55, 95, 135, 175]

    override func setUp() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    override func tearDown() async throws {
        fixture?.tearDown()
        fixture = nil
        try? FileManager.default.removeItem(at: folder)
    }

    private func run(
        _ environment: RunEnvironment = .production, picture: String = "end.png", pay: String = fields
    ) async throws -> SessionFixture {
        let site = ClosureSite([.literal("https://shop.example"), .literal("https://pay.example")]) { request in
            .html(request.origin.host == "shop.example" ? Self.fields : pay)
        }
        let run = try SessionFixture(ShopIntegration.self, parameters: [:], sites: [site]) {
            $0.options.environment = environment
            $0.screenshot = folder.appending(path: picture).path
        }
        fixture = run
        try await run.wait(for: "transom.page.loaded")
        // The first picture of a page comes a moment after its load.
        _ = try await run.session.view?.callAsyncJavaScript(
            "await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
            in: nil, contentWorld: .page)
        return run
    }

    /// The colour of a point of a picture, as `rrggbb`; nil where there is none.
    private func colour(_ name: String, _ x: Int, _ y: Int) -> String? {
        guard let pixels = gdk_pixbuf_new_from_file(folder.appending(path: name).path, nil) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(pixels)) }
        guard x < Int(gdk_pixbuf_get_width(pixels)), y < Int(gdk_pixbuf_get_height(pixels)) else { return nil }
        let bytes = gdk_pixbuf_read_pixels(pixels)
        let offset = y * Int(gdk_pixbuf_get_rowstride(pixels)) + x * Int(gdk_pixbuf_get_n_channels(pixels))
        return (0..<3).map { index in
            let digits = String(bytes?[offset + index] ?? 0, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    /// Looks that every field for a secret is black and nothing else is.
    private func assertMasked(_ name: String, file: StaticString = #filePath, line: UInt = #line) {
        for y in Self.secretRows {
            // At the beginning, where the text is, and at the end of the field.
            for x in [2, 5, 9, 190] {
                XCTAssertEqual(colour(name, x, y), "000000", "\(x), \(y)", file: file, line: line)
            }
        }
        XCTAssertEqual(colour(name, 190, 215), "00ff00", file: file, line: line)
        XCTAssertEqual(colour(name, 300, 400), "ff0000", file: file, line: line)
    }

    func testTheLastPictureInProductionHasNoSecrets() async throws {
        let run = try await run()
        run.session.end(.signal)
        let ending = try await run.waitForEnding()
        XCTAssertEqual(ending, .signal)
        assertMasked("end.png")
    }

    func testThePictureOfTheSandboxShowsAll() async throws {
        let run = try await run(.sandbox)
        run.session.end(.signal)
        XCTAssertEqual(run.ending, .signal)
        for y in Self.secretRows { XCTAssertEqual(colour("end.png", 190, y), "00ff00", "\(y)") }
    }

    func testThePicturesOfEventsInProductionHaveNoSecrets() async throws {
        let run = try await run(picture: "%n.png")
        let event = try await run.wait(for: "transom.page.loaded")
        run.scheduler.advance(by: .milliseconds(150))
        let number = try XCTUnwrap(run.types.firstIndex(of: event.type)) + 1
        let loaded = "00\(number).png"
        try await eventually("the picture") { self.colour(loaded, 0, 0) != nil }
        assertMasked(loaded)
        let known = run.types.count
        run.session.end(.signal)
        _ = try await run.waitForEnding()
        assertMasked("00\(known + 1).png")
    }

    func testThePictureForACommandHasNoSecretsInAPopupOverThePage() async throws {
        let run = try await run()
        _ = try await run.script("window.popup = window.open('https://pay.example/'); 0")
        try await eventually("the popup's page") {
            guard let popup = run.session.popups.first?.view, !popup.isLoading else { return false }
            return try await popup.evaluateJavaScript("document.querySelectorAll('input').length") as? Int == 4
        }
        let problem = await run.session.takePicture(to: folder.appending(path: "now.png").path)
        XCTAssertNil(problem)
        // The popup lies in a frame over the page, wherever that is.
        let rows = Array(stride(from: 0, to: 820, by: 2))
        let colours = Set(rows.compactMap { colour("now.png", 210, $0) })
        XCTAssertTrue(colours.contains("ff0000"), "\(colours)")
        // Only the field that holds no secret is green: 30 rows high and not five times that.
        XCTAssertLessThanOrEqual(rows.count { colour("now.png", 190, $0) == "00ff00" }, 16)
        XCTAssertGreaterThan(rows.count { colour("now.png", 190, $0) == "000000" }, 60)
        run.session.end(.signal)
        _ = try await run.waitForEnding()
        XCTAssertLessThanOrEqual(rows.count { colour("end.png", 190, $0) == "00ff00" }, 16)
    }

    func testAPageThatDoesNotAnswerIsBlackAsAWhole() async throws {
        let run = try await run()
        // The script goes on for as long as the test may need.
        run.session.view?.evaluateJavaScript("const until = Date.now() + 60000; while (Date.now() < until) {}") {
            _, _ in
        }
        run.session.end(.until)
        XCTAssertNil(run.ending)
        run.session.end(.error)
        try await eventually("the deadline") {
            run.scheduler.advance(by: .seconds(2))
            return run.ending != nil
        }
        XCTAssertEqual(run.ending, .until, "the first reason counts")
        for y in Self.secretRows + [215, 400] { XCTAssertEqual(colour("end.png", 190, y), "000000", "\(y)") }
    }

    func testAHostThatIsGivenBackBeforeItsPageAnswersShowsNothingOfIt() async throws {
        let run = try await run()
        run.session.end(.until)
        XCTAssertNil(run.ending)
        run.tearDown()
        XCTAssertEqual(run.ending, .until)
        for y in Self.secretRows + [215, 400] { XCTAssertEqual(colour("end.png", 190, y), "000000", "\(y)") }
    }
}
