// The executable from outside: what it prints, how it ends, what it leaves.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import XCTest

/// The executable from outside, without a display and with hardly any environment.
final class HostProcessTests: XCTestCase {
    func testAPurchaseIsPlayedAndToldInSequence() throws {
        let run = try HostProcess([
            "run", "hubble", "--play", "purchase", "--headless", "--until", "hubble.close", "--timeout", "60",
        ])
        let ending = try run.ending()
        XCTAssertEqual(ending.status, 0, ending.notes)
        for (index, event) in ending.events.enumerated() {
            XCTAssertEqual(event["specversion"] as? String, "1.0")
            let digits = String(index + 1)
            XCTAssertEqual(
                event["sequence"] as? String, String(repeating: "0", count: 10 - digits.count) + digits)
        }
        XCTAssertEqual(ending.types.first, "transom.session.started")
        XCTAssertEqual(ending.data(of: "transom.session.started")?["stamped"] as? Bool, true)
        let ready = try XCTUnwrap(ending.events.first { $0["type"] as? String == "hubble.app_ready" })
        XCTAssertEqual(ready["origin"] as? String, "https://vouchers.myhubble.money")
        XCTAssertEqual(ready["mainframe"] as? Bool, true)
        XCTAssertTrue(ending.types.contains("hubble.analytics.payment_success"), "\(ending.types)")
        XCTAssertEqual(ending.types.last, "transom.session.ended")
        XCTAssertEqual(ending.data(of: "transom.session.ended")?["reason"] as? String, "until")
        XCTAssertFalse(ending.notes.contains("CRITICAL"), ending.notes)
        XCTAssertTrue(run.wait { run.members().isEmpty }, "no process is left")
    }

    func testAnEndingBeforeTheAwaitedEventIsAFailureThatIsSaid() throws {
        let ending = try HostProcess([
            "run", "hubble", "--play", "bad-client", "--headless", "--until", "hubble.close", "--timeout", "60",
        ]).ending()
        XCTAssertEqual(ending.status, 1, ending.notes)
        XCTAssertTrue(ending.types.contains("hubble.error"), "\(ending.types)")
        XCTAssertTrue(ending.notes.contains("before hubble.close was seen"), ending.notes)
    }

    func testWithoutAPlayNothingMovesUntilTheTimeIsOver() throws {
        let ending = try HostProcess(["run", "hubble", "--headless", "--timeout", "5"]).ending()
        XCTAssertEqual(ending.status, 3, ending.notes)
        XCTAssertEqual(ending.data(of: "transom.session.ended")?["reason"] as? String, "timeout")
        XCTAssertTrue(ending.types.contains("hubble.app_ready"), "\(ending.types)")
        XCTAssertFalse(ending.types.contains("hubble.analytics.payment_initiated"), "\(ending.types)")
    }

    func testASignalEndsARunInOrder() throws {
        for signal in [SIGTERM, SIGINT] {
            let run = try HostProcess(["run", "hubble", "--headless"])
            XCTAssertTrue(run.wait { run.outputSoFar.contains("hubble.app_ready") })
            run.send(signal)
            let ending = try run.ending()
            XCTAssertEqual(ending.status, 0, ending.notes)
            XCTAssertEqual(ending.data(of: "transom.session.ended")?["reason"] as? String, "signal")
            XCTAssertTrue(run.wait { run.members().isEmpty }, "no process is left")
        }
    }

    func testAKilledRunLeavesNoProcess() throws {
        let run = try HostProcess(["run", "hubble", "--headless"])
        XCTAssertTrue(run.wait { run.outputSoFar.contains("hubble.app_ready") })
        XCTAssertGreaterThan(run.members().count, 1)
        run.send(SIGKILL)
        XCTAssertEqual(try run.ending().status, 128 + SIGKILL)
        XCTAssertTrue(run.wait { run.members().isEmpty }, "\(run.whatOthersSee())")
    }

    func testAReaderThatGoesAwayEndsARunQuietly() throws {
        let pipe = Pipe()
        let run = try HostProcess(
            ["run", "hubble", "--play", "purchase", "--headless"], standardOutput: pipe.fileHandleForWriting)
        try pipe.fileHandleForWriting.close()
        XCTAssertFalse(try pipe.fileHandleForReading.read(upToCount: 1)?.isEmpty ?? true)
        try pipe.fileHandleForReading.close()
        let ending = try run.ending()
        XCTAssertEqual(ending.status, 0, ending.notes)
        XCTAssertFalse(ending.notes.contains("pipe"), ending.notes)
    }

    func testAFullDiskIsOneSentence() throws {
        let ending = try HostProcess([
            "run", "hubble", "--play", "purchase", "--headless", "--events", "/dev/full", "--timeout", "60",
        ]).ending()
        XCTAssertEqual(ending.status, 4, ending.notes)
        XCTAssertTrue(ending.notes.contains("/dev/full"), ending.notes)
        XCTAssertFalse(ending.notes.contains("Fatal error"), ending.notes)
    }

    func testAMachineWithoutAnyDisplayIsToldSo() throws {
        let window = try HostProcess(["run", "hubble", "--window"]).ending()
        XCTAssertEqual(window.status, 4)
        XCTAssertTrue(window.notes.contains("there is no display"), window.notes)
        let headless = try HostProcess(["run", "hubble", "--headless"], environment: ["PATH": "/nowhere"]).ending()
        XCTAssertEqual(headless.status, 4)
        XCTAssertTrue(headless.notes.contains("Xvfb"), headless.notes)
        let broken = try HostProcess(["run", "hubble", "--window"], environment: ["DISPLAY": ":4711"]).ending()
        XCTAssertEqual(broken.status, 4)
        XCTAssertTrue(broken.notes.contains(":4711"), broken.notes)
        for ending in [window, headless, broken] {
            XCTAssertEqual(ending.output, "")
            XCTAssertFalse(ending.notes.contains("Fatal error"), ending.notes)
        }
    }

    func testASecretThatIsNotThereIsAnEventWithItsNameAndStatusFour() throws {
        let ending = try HostProcess(["run", "hubble", "--headless", "--secret", "token=file:/nowhere/S3CRETpath"])
            .ending()
        XCTAssertEqual(ending.status, 4, ending.notes)
        let lines = ending.output.split(separator: "\n").compactMap { try? JSONParser.parse(String($0)) }
        XCTAssertEqual(
            lines.map { $0["type"] },
            ["transom.session.started", "transom.secret.failed", "transom.session.ended"], ending.output)
        XCTAssertEqual(lines[1]["data"], ["name": "token"])
        XCTAssertTrue(ending.notes.contains("token: "), ending.notes)
    }

    func testNothingThatARunWritesOrShowsHoldsASecret() throws {
        let canary = "c4naryS3cretValue"
        let folder = FileManager.default.temporaryDirectory.appending(path: "transom-secret-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let token = folder.appending(path: "token")
        let events = folder.appending(path: "events.jsonl")
        try Data((canary + "Token\n").utf8).write(to: token)
        let run = try HostProcess(
            [
                "run", "hubble", "--play", "purchase", "--headless", "--timeout", "60", "--events", "-", "--events",
                events.path, "--secret", "appSecret=env:CANARY", "--secret", "token=file:" + token.path,
            ], environment: ["CANARY": canary])
        XCTAssertTrue(run.wait { run.outputSoFar.contains("hubble.app_ready") })
        XCTAssertFalse(run.whatOthersSee().contains(canary), "no other process was given a secret")
        let ending = try run.ending()
        XCTAssertTrue(ending.types.contains("hubble.analytics.payment_success"), "\(ending.types)")
        for text in [ending.output, ending.notes, try String(contentsOf: events, encoding: .utf8)] {
            XCTAssertFalse(text.contains(canary), text)
        }
    }

    func testAnyPageWithAnyHandlersPrintsItsMessages() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "transom-page-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let page = """
            <!doctype html><title>A page</title><script>
            webkit.messageHandlers.cgJourneyBridge.postMessage({type: "HELLO", amount: 500});
            window.postMessage({source: "xcover-journeys", type: "CG_JOURNEY_READY"}, "*");
            </script>
            """
        try Data(page.utf8).write(to: folder.appending(path: "index.html"))
        let run = try HostProcess([
            "run", "page", "--environment", "sandbox", "--url", "https://shop.example/", "--serve",
            "https://shop.example=" + folder.path, "--handler", "cgJourneyBridge:object", "--forward",
            "xcover-journeys:cgJourneyBridge", "--allow", "https://pay.example", "--headless", "--timeout", "60",
        ])
        XCTAssertTrue(run.wait { run.outputSoFar.contains("CG_JOURNEY_READY") && run.outputSoFar.contains("HELLO") })
        run.send(SIGTERM)
        let ending = try run.ending()
        XCTAssertEqual(ending.status, 0, ending.notes)
        let messages = ending.events.filter { $0["type"] as? String == "page.cgJourneyBridge" }
        XCTAssertEqual(messages.map { $0["origin"] as? String }, ["https://shop.example", "https://shop.example"])
        let types = messages.map { ($0["data"] as? [String: Any])?["type"] as? String }
        XCTAssertEqual(Set(types), ["HELLO", "CG_JOURNEY_READY"], ending.output)
    }

    func testTheDoctorLooksAtThisMachine() throws {
        let ending = try HostProcess(["doctor", "--json"]).ending()
        XCTAssertTrue([0, 4].contains(ending.status), "\(ending.status)")
        let states = Dictionary(
            uniqueKeysWithValues: ending.events.map { ($0["check"] as? String, $0["state"] as? String) })
        XCTAssertEqual(states["resources"], "ok", ending.output)
        XCTAssertEqual(states["webkitgtk"], "ok", ending.output)
        XCTAssertEqual(ending.status == 4, states.values.contains("missing"))
    }

    func testACommandWhoseReaderHasGoneEndsQuietly() throws {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let ending = try HostProcess(["help", "run"], standardOutput: pipe.fileHandleForWriting).ending()
        XCTAssertEqual(ending.status, 0)
        XCTAssertEqual(ending.notes, "")
    }

    func testWhatIsSentArrivesWhenThePageListens() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "transom-page-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let page = """
            <!doctype html><title>A page</title><script>
            addEventListener("message", (event) => {
                if (event.data.type !== "FIRST") return;
                const payload = {n: event.data.payload.n, from: event.origin};
                postMessage({source: "xcover-journeys", type: "HEARD", payload}, location.origin);
            });
            postMessage({source: "xcover-journeys", type: "CG_JOURNEY_READY"}, location.origin);
            </script>
            """
        for name in ["index.html", "acme-travel/en/index.html", "acme-travel/index.html", "en/index.html"] {
            let file = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(page.utf8).write(to: file)
        }
        let ending = try HostProcess([
            "run", "xcover", "--serve", "https://xcj.xcover.com=" + folder.path, "--send", #"FIRST={"n": 7}"#,
            "--headless", "--until", "xcover.HEARD", "--timeout", "60",
        ]).ending()
        XCTAssertEqual(ending.status, 0, ending.notes + ending.output)
        XCTAssertEqual(ending.data(of: "xcover.HEARD")?["n"] as? Int, 7, ending.output)
    }
}
