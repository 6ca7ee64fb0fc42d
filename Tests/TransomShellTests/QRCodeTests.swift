// Links as QR codes.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import Foundation
import TransomGLib
import TransomTestSupport
import XCTest

@testable import TransomShell

@MainActor
final class QRCodeTests: XCTestCase {
    func testAReaderReadsTheLinkBack() async throws {
        let link = "https://bank.example/pay/1?amount=12.50&to=Caf%C3%A9&x=\(String(repeating: "y", count: 300))"
        let code = try XCTUnwrap(QRCode(link))
        let picture = try XCTUnwrap(code.picture(scale: 4))
        let file = FileManager.default.temporaryDirectory.appending(path: "transom-qr-\(getpid()).png")
        defer { try? FileManager.default.removeItem(at: file) }
        let path = file.path(percentEncoded: false)
        XCTAssertNotEqual(gdk_pixbuf_savev(OpaquePointer(picture.pointer), path, "png", nil, nil, nil), 0)
        let reader = Process()
        let output = Pipe()
        reader.executableURL = URL(filePath: "/usr/bin/zbarimg")
        reader.arguments = ["--quiet", "--raw", path]
        reader.standardOutput = output
        reader.standardError = FileHandle.nullDevice
        try reader.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        reader.waitUntilExit()
        XCTAssertEqual(text.trimmingCharacters(in: .newlines), link)
    }

    func testATextThatIsTooLongIsNone() async {
        XCTAssertNil(QRCode(String(repeating: "x", count: 4000)))
    }

    func testWithoutAStageNothingIsShown() async {
        var problem: String?
        QROpener().open("https://bank.example/") { problem = $0 }
        XCTAssertEqual(problem, "there is no window to show it in")
    }
}
