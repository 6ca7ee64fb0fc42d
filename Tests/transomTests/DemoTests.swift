// `transom demo`.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomShell
import XCTest

@testable import transom

final class DemoTests: XCTestCase {
    func testTheTableHasALineAPlayAndSaysWhatFailed() {
        let results = [
            DemoPlay(
                integration: "hubble", play: "purchase", isGood: true, events: ["a", "b"], seconds: 2.04, detail: ""),
            DemoPlay(integration: "volley", play: "approve", isGood: false, events: [], seconds: 60, detail: "x"),
        ]
        XCTAssertEqual(
            DemoCommand.table(results),
            """
            VENDOR  PLAY      EVENTS  OUTCOME  SECONDS
            hubble  purchase  2       ok       2.0
            volley  approve   0       FAILED   60.0

            """)
    }

    func testAMissingEventIsFoundInItsPlace() {
        XCTAssertNil(DemoPlay.missing(["a", "b"], in: ["x", "a", "y", "b", "z"]))
        XCTAssertEqual(DemoPlay.missing(["a", "b"], in: ["b", "a"]), "b")
        XCTAssertEqual(DemoPlay.missing(["a"], in: []), "a")
    }

    func testJSONIsALineAPlayAndNothingElse() throws {
        let run = ProgramRun("demo", "--json", "--headless")
        XCTAssertFalse(run.results.isEmpty)
        for line in run.results {
            let object = try XCTUnwrap(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            XCTAssertEqual(Set(object.keys), ["integration", "play", "ok", "events", "seconds", "detail"])
        }
    }

    func testTheFirstFailureIsNamedAndIsTheStatus() {
        XCTAssertEqual(ProgramRun(["demo", "--headless"]).status, 0)
        let run = ProgramRun(["demo", "--headless"], failing: "purchase")
        XCTAssertEqual(run.status, 1)
        XCTAssertEqual(run.notes.last, "transom: demo: hubble purchase: the page closed itself")
    }

    func testWhatTheMachineLacksIsAStatusOfItsOwn() {
        let run = ProgramRun(["demo", "--headless"], failing: "purchase", lacking: true)
        XCTAssertEqual(run.status, 4)
        XCTAssertEqual(run.notes.last, "transom: demo: hubble purchase: the page closed itself")
    }

    func testADisplayThatIsSetAndEmptyIsNone() {
        XCTAssertEqual(ProgramRun(["demo"], machine: .with(variables: ["DISPLAY": ""], paths: [])).demo, .headless)
        XCTAssertEqual(ProgramRun(["demo"], machine: .with(variables: ["DISPLAY": ":0"], paths: [])).demo, .window)
        XCTAssertEqual(
            ProgramRun(["demo"], machine: .with(variables: ["WAYLAND_DISPLAY": "wayland-0"], paths: [])).demo, .window)
    }

    func testAMachineWithoutAnyDisplayEndsADemoWithFour() throws {
        let ending = try HostProcess(["demo"], environment: ["PATH": "/nowhere", "DISPLAY": ""]).ending()
        XCTAssertEqual(ending.status, 4, ending.notes)
        XCTAssertTrue(ending.notes.contains("Xvfb"), ending.notes)
        let lines = ending.output.split(separator: "\n")
        XCTAssertEqual(lines.count, 2, "the first play says it for all: \(ending.output)")
    }

    func testAFolderForPicturesMustBeWritable() {
        let run = ProgramRun("demo", "--headless", "--screenshots", "/proc/self")
        XCTAssertEqual(run.status, 2)
        XCTAssertEqual(run.notes, [#"transom: demo: --screenshots "/proc/self": nothing can be written there"#])
    }
}
