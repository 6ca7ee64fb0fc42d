// Return links between real processes, on a bus of their own.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomDBus
import TransomShell
import XCTest

@MainActor
final class ReturnProcessTests: XCTestCase {
    private let state = "a1b2c3d4e5f60718293a4b5c6d7e8f90"
    private var bus: PrivateBus?
    private var home = ""

    override func setUp() async throws {
        bus = try PrivateBus()
        let folder = FileManager.default.temporaryDirectory.appending(path: "transom-home-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        home = folder.path(percentEncoded: false)
        try "<p>shop".write(toFile: home + "/index.html", atomically: true, encoding: .utf8)
    }

    override func tearDown() async throws {
        bus?.stop()
        bus = nil
        try? FileManager.default.removeItem(atPath: home)
    }

    private func process(_ arguments: [String], state: String? = nil) throws -> HostProcess {
        var environment = ["DBUS_SESSION_BUS_ADDRESS": bus?.address ?? "", "HOME": home]
        if let state { environment["RETURN_STATE"] = state }
        return try HostProcess(arguments, environment: environment)
    }

    /// A run that takes return links and has told its first event.
    private func host(_ scheme: String, state: String?) throws -> HostProcess {
        var arguments = [
            "run", "page", "--serve", "https://shop.example=\(home)", "--url", "https://shop.example/", "--handler",
            "bridge", "--headless", "--return-scheme", scheme, "--until", "transom.return", "--timeout", "60",
        ]
        if state != nil { arguments += ["--secret", "returnState=env:RETURN_STATE"] }
        let host = try process(arguments, state: state)
        XCTAssertTrue(host.wait { host.outputSoFar.contains("transom.page.loaded") }, host.outputSoFar)
        return host
    }

    private func deliver(_ link: String) throws -> HostProcess.Ending {
        try process(["return", link]).ending()
    }

    func testALinkComesToTheRunWhoseStateItCarries() async throws {
        let other = "ffffffffffffffffffffffffffffffff"
        let first = try host("acme-pay", state: other)
        let second = try host("acme-pay", state: state)
        let delivery = try deliver("acme-pay://return?state=\(state)&status=success")
        XCTAssertEqual(delivery.status, 0, delivery.notes)
        let ending = try second.ending()
        XCTAssertEqual(ending.status, 0)
        let data = try XCTUnwrap(ending.data(of: "transom.return"))
        XCTAssertEqual(data["scheme"] as? String, "acme-pay")
        XCTAssertEqual(data["matched"] as? Bool, true)
        XCTAssertFalse(first.outputSoFar.contains("transom.return"))
        XCTAssertFalse(first.whatOthersSee().contains(other))
        // Its state is used up and its run gone: nobody waits for it any more.
        let again = try deliver("acme-pay://return?state=\(state)")
        XCTAssertEqual(again.status, 1)
        let woken = try first.ending()
        XCTAssertEqual(woken.data(of: "transom.return")?["matched"] as? Bool, false)
        for text in [ending.output, ending.notes, delivery.notes, woken.output, woken.notes, again.notes] {
            XCTAssertFalse(text.contains(state) || text.contains(other), text)
        }
    }

    func testAStrangersLinkWakesAndSaysSo() async throws {
        let host = try host("acme-pay", state: nil)
        let delivery = try deliver("ACME-PAY://RETURN")
        XCTAssertEqual(delivery.status, 1)
        XCTAssertEqual(
            delivery.notes, "transom: return: no run waits for this link; a run of its scheme was woken\n")
        XCTAssertEqual(try host.ending().data(of: "transom.return")?["matched"] as? Bool, false)
    }

    func testTheDesktopIsToldOnceForThisUser() async throws {
        let host = try host("acme-pay", state: nil)
        let entry = try String(
            contentsOfFile: home + "/.local/share/applications/transom-return-acme-pay.desktop", encoding: .utf8)
        XCTAssertTrue(
            entry.contains("Exec=\"\(HostProcess.executable.path(percentEncoded: false))\" return %u\n"), entry)
        XCTAssertTrue(entry.contains("MimeType=x-scheme-handler/acme-pay;\n"))
        let list = try String(contentsOfFile: home + "/.config/mimeapps.list", encoding: .utf8)
        XCTAssertTrue(list.contains("x-scheme-handler/acme-pay=transom-return-acme-pay.desktop"), list)
        host.send(SIGTERM)
        XCTAssertEqual(try host.ending().status, 0)
    }

    func testWithoutARunWithoutABusAndWithoutAForm() async throws {
        let nobody = try deliver("acme-pay://return?state=\(state)")
        XCTAssertEqual(nobody.status, 1)
        XCTAssertEqual(
            nobody.notes, "transom: return: no run takes return links; start one with --return-scheme\n")
        let form = try deliver("acme-pay://return?next=https://evil.example")
        XCTAssertEqual(form.status, 2)
        XCTAssertFalse(form.notes.contains("evil"))
        bus?.stop()
        let without = try deliver("acme-pay://return")
        XCTAssertEqual(without.status, 4)
        XCTAssertTrue(without.notes.hasPrefix("transom: return: the bus cannot be reached"), without.notes)
    }

    func testARunWithoutABusOrWithAStateThatIsNoneEndsBeforeItOpens() async throws {
        let short = try process(
            [
                "run", "page", "--serve", "https://shop.example=\(home)", "--url", "https://shop.example/",
                "--headless",
                "--return-scheme", "acme-pay", "--secret", "returnState=env:RETURN_STATE",
            ], state: "short"
        ).ending()
        XCTAssertEqual(short.status, 2)
        XCTAssertTrue(short.notes.contains("returnState: what it refers to is no state"), short.notes)
        bus?.stop()
        let none = try process([
            "run", "page", "--serve", "https://shop.example=\(home)", "--url", "https://shop.example/", "--headless",
            "--return-scheme", "acme-pay",
        ]).ending()
        XCTAssertEqual(none.status, 4)
        XCTAssertTrue(none.notes.contains("return links need the user's session bus"), none.notes)
    }
}
