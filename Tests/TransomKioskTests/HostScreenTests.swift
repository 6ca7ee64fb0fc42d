// Every screen of the host's own, drawn in a real window.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import Foundation
import TransomCore
import TransomTestSupport
import XCTest

@testable import TransomKiosk
@testable import TransomShell

/// Draws every screen of the host's own and looks that something is to be seen; with `TRANSOM_PICTURES` the pictures are
/// kept in that folder for people to look at.
@MainActor
final class HostScreenTests: XCTestCase {
    private var fixture: KioskFixture?
    private let pin = FileManager.default.temporaryDirectory.appending(path: "pin-" + UUID().uuidString)

    override func tearDown() async throws {
        await fixture?.tearDown()
        fixture = nil
        try? FileManager.default.removeItem(at: pin)
    }

    private func picture(_ name: String, of fixture: KioskFixture) async throws {
        let kept = ProcessInfo.processInfo.environment["TRANSOM_PICTURES"]
        let folder = kept ?? FileManager.default.temporaryDirectory.path
        let window = try fixture.window
        let path = "\(folder)/\(name)-\(window.area.width)x\(window.area.height).png"
        defer { if kept == nil { try? FileManager.default.removeItem(atPath: path) } }
        // A picture of one colour is a few hundred bytes.
        try await eventually("\(name) is drawn") {
            guard window.writePicture(to: path) == nil else { return false }
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            return size ?? 0 > 4_000
        }
        if kept != nil {
            try await Task.sleep(for: .milliseconds(400))
            XCTAssertNil(window.writePicture(to: path))
        }
    }

    func testASessionsPictureIsTakenAndIsNoFault() async throws {
        let fixture = try KioskFixture(["index.html": "<title>Shop</title><h1>Shop</h1>"])
        self.fixture = fixture
        try await fixture.open()
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let problem = try await XCTUnwrap(fixture.session).takePicture(to: path)
        XCTAssertNil(problem)
        XCTAssertTrue(FileManager.default.fileExists(atPath: path))
    }

    func testEveryScreenIsDrawn() async throws {
        try Data("4711".utf8).write(to: pin)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: pin.path)
        let page = """
            <!doctype html><meta charset="utf-8"><body style="font:28px sans-serif;margin:40px;background:#fff8ee">
            <h1>Acme vouchers</h1><p>A page of a vendor.</p><button style="font:inherit;padding:16px">Buy</button></body>
            """
        let fixture = try KioskFixture(
            ["index.html": page], staff: StaffOptions(pin: try SecretReference("file:" + pin.path)))
        self.fixture = fixture
        try await fixture.open()
        try await picture("page", of: fixture)
        try await eventually("the PIN is read") { fixture.kiosk.staff != nil }
        try fixture.touch(300, 300)
        fixture.advance(by: .seconds(45))
        try await picture("warning", of: fixture)
        try fixture.touch(300, 300)
        for _ in 0..<5 { try fixture.touch(10, 10) }
        try await picture("staff-pin", of: fixture)
        fixture.kiosk.staff?.openMenu()
        try await picture("staff-menu", of: fixture)
        fixture.kiosk.staff?.close()
        let session = try XCTUnwrap(fixture.session)
        session.pageFailed(.load(.dns))
        try await picture("offline", of: fixture)
        session.load()
        session.pageFailed(.load(.http(status: 502)))
        try await picture("not-available", of: fixture)
        session.load()
        session.pageFailed(.crashed)
        try await picture("stopped", of: fixture)
        session.load()
        session.stage?.hideFailure()
        session.stage?.setStrip("bank.example")
        session.notice(HostText.linkRefused())
        try await picture("strip", of: fixture)
        session.stage?.setStrip(nil)
        let qr = QROpener()
        if let stage = session.stage { qr.stand(on: stage) }
        qr.open("https://bank.example/pay/1234567890") { _ in }
        try await picture("qr", of: fixture)
        _ = qr.dismiss()
        fixture.kiosk.cannotServe(.secret, retryingIn: .seconds(4))
        try await picture("out-of-service", of: fixture)
        fixture.kiosk.isClearing()
        try await picture("clearing", of: fixture)
    }
}
