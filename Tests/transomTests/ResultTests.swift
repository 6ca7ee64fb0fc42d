// What the commands print for people and for programs.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

@testable import transom

/// What the commands print for people and for programs.
final class ResultTests: XCTestCase {
    private func object(_ line: String) throws -> [String: Any] {
        try XCTUnwrap(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], line)
    }

    func testAReaderThatHasGoneIsNoFailureAndAFullDiskIsOne() {
        let gone = ProgramRun("integrations", error: EPIPE)
        XCTAssertEqual(gone.status, 0)
        XCTAssertEqual(gone.notes, [])
        let full = ProgramRun("integrations", error: ENOSPC)
        XCTAssertEqual(full.status, 1)
        XCTAssertEqual(full.notes, ["transom: standard output cannot be written: No space left on device"])
    }

    func testAnExplanationIsOneObjectALineWithTheMembersOfTheContract() throws {
        let run = ProgramRun(
            "policy", "explain", "https://vouchers.myhubble.money/", "https://vouchers.myhubble.money.evil.example/",
            "https://vouchers.myhubble.money@evil.example/", "--integration", "hubble", "--json")
        XCTAssertEqual(run.status, 0)
        XCTAssertEqual(run.notes, [])
        let objects = try run.results.map(object)
        XCTAssertEqual(objects.map { $0["outcome"] as? String }, ["inside", "outside", "blocked"])
        XCTAssertEqual(objects.map { $0["rule"] as? String }, ["allow", "outside", "credentials"])
        XCTAssertEqual(objects.last?["url"] as? String, "https://…@evil.example/", "no name is shown")
        for (line, object) in zip(run.results, objects) {
            XCTAssertEqual(Set(object.keys), ["url", "from", "outcome", "rule", "steps"])
            XCTAssertTrue(line.hasPrefix(#"{"url":"https://"#), "members in the contract's order")
            let steps = try XCTUnwrap(object["steps"] as? [[String: Any]])
            for step in steps { XCTAssertEqual(Set(step.keys), ["rule", "matched", "why"]) }
            XCTAssertEqual(steps.last?["matched"] as? Bool, true)
            XCTAssertEqual(steps.last?["rule"] as? String, object["rule"] as? String)
        }
    }

    func testSeveralURLsHaveALineEachAndOneHasEveryStep() {
        let several = ProgramRun(
            "policy", "explain", "https://vouchers.myhubble.money/", "https://shop.example/?token=x",
            "https://me@evil.example/", "--integration", "hubble")
        XCTAssertEqual(
            several.results,
            [
                "inside   allow        https://vouchers.myhubble.money/",
                "outside  outside      https://shop.example/?…",
                "blocked  credentials  https://…@evil.example/",
            ])
        let one = ProgramRun("policy", "explain", "https://vouchers.myhubble.money/", "--integration", "hubble")
        XCTAssertGreaterThan(one.results.count, 3)
        XCTAssertEqual(one.results.first, #""https://vouchers.myhubble.money/": inside, by rule allow"#)
    }

    func testAFrameMayHoldWhatTheMainFrameMayNot() throws {
        let gateway = "https://api.razorpay.com/v1"
        let frame = ProgramRun("policy", "explain", gateway, "--integration=hubble", "--from=iframe", "--json")
        let main = ProgramRun("policy", "explain", gateway, "--integration=hubble", "--json")
        XCTAssertEqual(try object(frame.results[0])["outcome"] as? String, "inside")
        XCTAssertEqual(try object(frame.results[0])["from"] as? String, "iframe")
        XCTAssertEqual(try object(main.results[0])["outcome"] as? String, "outside")
    }

    func testAllowRulesMakeAPolicyOfTheirOwn() throws {
        let run = ProgramRun(
            "policy", "explain", "https://a.shop.example/", "https://shop.example/", "--allow",
            "https://*.shop.example",
            "--json")
        XCTAssertEqual(try run.results.map { try object($0)["outcome"] as? String }, ["inside", "outside"])
    }

    func testWithoutAPolicyNothingIsAllowedAndThatIsSaid() throws {
        let run = ProgramRun("policy", "explain", "https://shop.example/", "--json")
        XCTAssertEqual(try object(run.results[0])["outcome"] as? String, "blocked")
        XCTAssertEqual(
            run.notes,
            ["transom: policy explain: neither --integration nor --allow is given, so nothing is allowed"])
    }

    func testAnUnknownIntegrationIsNamedInTheWordsOfItsCommand() {
        for command in [
            ["integrations", "hubbel"], ["policy", "explain", "https://a.example/", "--integration", "hubbel"],
        ] {
            let run = ProgramRun(command)
            XCTAssertEqual(run.status, 2)
            let name = command[0] == "policy" ? "policy explain" : command[0]
            XCTAssertEqual(
                run.notes,
                [
                    "transom: \(name): unknown integration \"hubbel\"; did you mean \"hubble\"? (transom integrations lists them)"
                ])
        }
    }

    func testIntegrationsAreListedAndDescribed() throws {
        XCTAssertEqual(ProgramRun("integrations").results, ["hubble  a store of the tests' own", "page    any page"])
        let text = ProgramRun("integrations", "hubble").everything
        for word in [
            "clientId", "--secret appSecret=REF", "required in production", "https://vouchers.myhubble.money", "bridge",
            "hubble.close", "--play purchase",
            "Origins of the sandbox only\n  https://acs.bank.example", "Ask the vendor", "upi", "/search",
        ] { XCTAssertTrue(text.contains(word), word) }
        let lines = ProgramRun("integrations", "--json").results
        XCTAssertEqual(try lines.map { try object($0)["integration"] as? String }, ["hubble", "page"])
        let hubble = try object(lines[0])
        let secrets = try XCTUnwrap(hubble["secrets"] as? [[String: Any]])
        XCTAssertEqual(secrets.map { $0["name"] as? String }, ["appSecret", "token"])
        XCTAssertEqual(hubble["sandboxOrigins"] as? [String], ["https://acs.bank.example"])
        XCTAssertEqual(hubble["origins"] as? [String], ["https://vouchers.myhubble.money"])
        let events = try XCTUnwrap(hubble["events"] as? [[String: Any]])
        XCTAssertEqual((events.first?["data"] as? [String: Any])?["type"] as? String, "object")
    }

    func testADoctorOnAnEmptyMachineNamesWhatMendsIt() throws {
        let run = ProgramRun("doctor", "--json")
        XCTAssertEqual(run.status, 4)
        var states: [String: String] = [:]
        for line in run.results {
            let check = try object(line)
            XCTAssertEqual(Set(check.keys), ["check", "state", "detail", "fix"])
            states[try XCTUnwrap(check["check"] as? String)] = check["state"] as? String
            if check["state"] as? String == "missing" { XCTAssertNotNil(check["fix"] as? String, line) }
        }
        XCTAssertEqual(states["xvfb"], "missing")
        XCTAssertEqual(states["tls"], "missing")
        XCTAssertEqual(states["bubblewrap"], "warning")
        XCTAssertEqual(states["fonts"], "warning")
        XCTAssertEqual(states["resources"], "ok")
        XCTAssertEqual(states["webkitgtk"], "ok")
    }

    func testADoctorOnACompleteMachineEndsWithZero() {
        let machine = Machine.with(
            variables: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/bus", "PATH": "/usr/bin"],
            paths: [
                "/usr/bin/Xvfb", "/usr/bin/bwrap", "/usr/bin/xdg-dbus-proxy",
                "/usr/lib/x86_64-linux-gnu/gio/modules/libgiognutls.so", "/usr/share/fonts", "/usr/share/fonts/a/b.ttf",
            ])
        let run = ProgramRun("doctor", machine: machine)
        XCTAssertEqual(run.status, 0)
        for line in run.results { XCTAssertTrue(line.hasPrefix("ok "), line) }
    }

    func testADisplayWithoutXvfbIsEnoughForAWindow() {
        let machine = Machine.with(
            variables: ["DISPLAY": ":0"], paths: ["/usr/lib/x86_64-linux-gnu/gio/modules/libgiognutls.so"])
        XCTAssertEqual(ProgramRun("doctor", machine: machine).status, 0)
        let empty = Machine.with(
            variables: ["DISPLAY": "", "WAYLAND_DISPLAY": ""],
            paths: ["/usr/lib/x86_64-linux-gnu/gio/modules/libgiognutls.so"])
        XCTAssertEqual(ProgramRun("doctor", machine: empty).status, 4, "a display that is set and empty is none")
    }
}
