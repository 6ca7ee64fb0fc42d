// What is said before a run starts, while there is time to correct it.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomShell
import TransomVendors
import XCTest

@testable import transom

/// What is said before a run starts, while there is time to correct it.
final class RunWarningTests: XCTestCase {
    private func notes(_ arguments: String...) -> [String] {
        ProgramRun(["run"] + arguments + ["--environment", "sandbox"]).notes
    }

    func testAnEventThatCannotComeIsToldWithTheNearest() {
        XCTAssertEqual(
            notes("hubble", "--until", "hubble.closed"),
            [
                "transom: run hubble: --until \"hubble.closed\" matches no event of hubble or of the host; "
                    + "did you mean hubble.close? (transom integrations hubble lists them)"
            ])
        XCTAssertEqual(
            notes("hubble", "--until", "volley.*"),
            [
                "transom: run hubble: --until \"volley.*\" matches no event of hubble or of the host "
                    + "(transom integrations hubble lists them)"
            ])
        for pattern in ["hubble.close", "hubble.*", "*", "transom.session.ended", "transom.page.*", "hubble.[ac]*"] {
            XCTAssertEqual(notes("hubble", "--until", pattern), [], pattern)
        }
    }

    func testAPatternOfTheDeclarationMatchesWhatItCovers() {
        let warning = { AwaitedEvent(pattern: $0, integration: PageIntegration.self).warning }
        for pattern in ["page.bridge", "page.*", "page.br*", "pa*", "*.bridge"] {
            XCTAssertNil(warning(pattern), pattern)
        }
        XCTAssertNotNil(warning("pages.bridge"))
        XCTAssertNotNil(warning("bridge"))
    }

    func testAPageWithoutAHandlerIsToldThatNothingWillBeHeard() {
        XCTAssertEqual(
            notes("page", "--url", "https://shop.example/"),
            ["transom: run page: no --handler is given, so nothing that the page says will be heard"])
        XCTAssertEqual(notes("page", "--url", "https://shop.example/", "--handler", "bridge"), [])
    }

    func testFilesThatCannotBeUsedAreToldBeforeAnythingStarts() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "transom-files-" + UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (path, note) in [
            ("/nonexist/x.png", #""/nonexist": no such folder"#), (folder, "\"\(folder)\": is a folder"),
            ("/proc/self/x.png", #""/proc/self": nothing can be written there"#),
            ("/dev/null/x.png", #""/dev/null": is no folder"#),
        ] {
            let run = ProgramRun("run", "hubble", "--screenshot", path)
            XCTAssertEqual(run.notes, ["transom: run: --screenshot " + note])
            XCTAssertEqual(run.status, 2)
            XCTAssertNil(run.options, "the host must not have been started")
        }
        XCTAssertEqual(notes("hubble", "--screenshot", folder + "/%n.png"), [])
        XCTAssertEqual(notes("hubble", "--screenshot", "x.png"), [])
    }

    func testAScriptThatIsNotThereIsToldBeforeAnythingStarts() throws {
        for (path, reason) in [("/nonexist/nope.js", "no such file"), ("/", "is a folder")] {
            let run = ProgramRun(
                "run", "page", "--url", "https://shop.example/", "--handler", "a", "--inject", path)
            XCTAssertEqual(run.notes, ["transom: run: --inject \"\(path)\": \(reason)"])
            XCTAssertEqual(run.status, 2)
            XCTAssertNil(run.options, "the host must not have been started")
        }
    }
}
