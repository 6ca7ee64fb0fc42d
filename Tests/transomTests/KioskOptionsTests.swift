// What a kiosk must be told on a command line, and what it refuses.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomShell
import XCTest

@testable import transom

@MainActor
final class KioskOptionsTests: XCTestCase {
    private func run(_ more: String...) -> ProgramRun {
        ProgramRun(["run", "hubble", "--kiosk", "--environment", "sandbox"] + more)
    }

    func testAKioskIsLockedByItself() async throws {
        let options = try XCTUnwrap(run("--secret", "staffPin=env:PIN").options)
        XCTAssertEqual(options.presentation, .kiosk)
        XCTAssertEqual(options.outside, .qr)
        XCTAssertEqual(options.popups, .overlay)
        XCTAssertEqual(options.webSandbox, .require)
        XCTAssertEqual(options.staffPIN, .environment("PIN"))
        XCTAssertEqual(options.secrets, [:])
        XCTAssertFalse(options.isTouch)
        XCTAssertEqual(run("--outside", "refuse", "--touch").options?.outside, .refuse)
        XCTAssertEqual(run("--touch").options?.isTouch, true)
    }

    func testWhatWouldOpenAKioskIsRefused() async {
        for (option, value) in [
            ("--policy", "report"), ("--outside", "desktop"), ("--popups", "window"),
        ] {
            let run = run(option, value)
            XCTAssertEqual(run.status, 2, run.everything)
            XCTAssertEqual(
                run.notes,
                ["transom: run: --kiosk and \(option) \(value) exclude each other; give one of them"])
        }
        for option in [["--automation"], ["--record", "a.json5"], ["--har", "a.har"], ["--play", "purchase"]] {
            let run = ProgramRun(["run", "hubble", "--kiosk", "--environment", "sandbox"] + option)
            XCTAssertEqual(run.status, 2, run.everything)
            XCTAssertEqual(
                run.notes, ["transom: run: --kiosk and \(option[0]) exclude each other; give one of them"])
        }
        XCTAssertEqual(run("--headless").status, 2)
        XCTAssertEqual(run("--window").status, 2)
        let production = ProgramRun(
            "run", "hubble", "--kiosk", "--environment", "production", "--param", "clientId=acme", "--secret",
            "appSecret=env:SECRET", "--web-sandbox", "off")
        XCTAssertEqual(production.status, 2, production.everything)
        XCTAssertTrue(production.notes.first?.contains("--web-sandbox off") ?? false, production.everything)
    }
}
