// Tests that every front end has a running host carry out every command.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomTesting
import XCTest

@testable import TransomAutomation

/// Every command, as each of the four front ends sends it, carried out by a host: the answers are the same.
final class FrontEndWalkTests: XCTestCase {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "tr-\(UUID().uuidString.prefix(8))")

    override func setUp() async throws {
        let shop = folder.appending(path: "shop")
        try FileManager.default.createDirectory(
            at: shop, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try """
        <!doctype html><p id=loads></p><input id=name><input id=file type=file>
        <select><option>Australia</option><option>New Zealand</option></select>
        <button onclick="webkit.messageHandlers.bridge.postMessage({
            name: document.querySelector('#name').value, country: document.querySelector('select').value,
            files: document.querySelector('#file').files.length, trusted: event.isTrusted})">Send</button>
        <button onclick="prompt('Name?')">Ask</button>
        <button onclick="window.open('/two.html', 'two')">Open</button>
        <script>
            sessionStorage.loads = Number(sessionStorage.loads ?? 0) + 1
            document.querySelector('#loads').append('load ' + sessionStorage.loads)
        </script>
        """.write(to: shop.appending(path: "index.html"), atomically: true, encoding: .utf8)
        try "<!doctype html><h1>Two</h1>".write(
            to: shop.appending(path: "two.html"), atomically: true, encoding: .utf8)
        setenv("TRANSOM_RESULTS", folder.appending(path: "results").path, 1)
    }

    override func tearDown() async throws {
        unsetenv("TRANSOM_RESULTS")
        try FileManager.default.removeItem(at: folder)
    }

    private var arguments: [String] {
        [
            "page", "--serve", "https://shop.example=\(folder.path)/shop", "--url", "https://shop.example/",
            "--handler", "bridge",
        ]
    }

    private var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging(["XDG_RUNTIME_DIR": folder.path]) { $1 }
    }

    /// A command with its call in a Swift test; what the host cannot do has its sentence.
    private struct Step: Sendable {
        let request: CommandRequest
        let refusal: String?
        let call: @Sendable (TransomHost) async throws -> Void

        init(
            _ command: Command, target: CommandTarget = .main, refusal: String? = nil,
            _ call: @escaping @Sendable (TransomHost) async throws -> Void
        ) {
            request = CommandRequest(command, target: target, timeout: .seconds(30))
            self.refusal = refusal
            self.call = call
        }
    }

    private static let fetch = """
        try { return await (await fetch('https://api.example/v1')).text() } catch (error) { return error.name }
        """

    private static func expect(_ type: String, _ data: JSONValue? = nil) -> Step {
        Step(.expect(event: type, data: data)) { try await $0.event(type, data) }
    }

    private static func wait(_ selector: String) -> Step {
        Step(.wait(.selector(selector))) { try await $0.page.within(.seconds(30)).waitFor(selector) }
    }

    private static func click(_ selector: String) -> Step {
        Step(.click(selector: selector)) { try await $0.page.within(.seconds(30)).click(selector) }
    }

    private static func evaluate(_ script: String) -> Step {
        Step(.evaluate(script: script, arguments: [:])) { try await $0.page.evaluate(script) }
    }

    private func steps(_ name: String) -> [Step] {
        let picture = folder.appending(path: "\(name).png").path
        let file = folder.appending(path: "shop/two.html").path
        return [
            Self.wait("text=Send"),
            Step(.navigate(url: "https://shop.example/two.html")) {
                try await $0.page.navigate("https://shop.example/two.html")
            },
            Self.wait("text=Two"), Step(.back) { try await $0.page.back() }, Self.wait("text=Send"),
            Self.evaluate("sessionStorage.loads = 40"), Step(.reload) { try await $0.page.reload() },
            Self.wait("text=load 41"),
            Step(.fill(selector: "#name", text: "Zoe")) { try await $0.page.fill("#name", "Zoe") },
            Step(.press(key: "End", selector: nil)) { try await $0.page.press("End") },
            Step(.select(selector: "select", option: "New Zealand")) {
                try await $0.page.select("select", "New Zealand")
            },
            Step(.upload(selector: "#file", files: [file])) { try await $0.page.upload([file], to: "#file") },
            Self.click("text=Send"),
            Self.expect("page.bridge", ["name": "Zoe", "country": "New Zealand", "files": 1, "trusted": true]),
            Step(.dialog(accept: true, text: "Zoe")) { try await $0.page.answerNextDialog(accept: true, text: "Zoe") },
            Self.click("text=Ask"), Self.expect("transom.dialog.shown", ["message": "Name?", "accepted": true]),
            Step(.popup(.refuse)) { try await $0.page.popup(.refuse) }, Self.click("text=Open"),
            Self.expect("transom.navigation.blocked", ["rule": "popups"]),
            Step(.popup(.allow)) { try await $0.page.popup(.allow) }, Self.click("text=Open"),
            Self.expect("transom.popup.opened"),
            Step(.popup(.focus), target: .view(id: "popup-1")) { try await $0.page("popup-1").popup(.focus) },
            Step(.close, target: .view(id: "popup-1")) { try await $0.page("popup-1").close() },
            Self.expect("transom.popup.closed"),
            Step(
                .stub(
                    url: "https://api.example/*", status: 200, headers: ["Access-Control-Allow-Origin": "*"],
                    body: "stubbed")
            ) {
                try await $0.stub(
                    "https://api.example/*", headers: ["Access-Control-Allow-Origin": "*"], body: "stubbed")
            },
            Step(.delay(url: "https://api.example/*", seconds: 0.05)) {
                try await $0.delay("https://api.example/*", seconds: 0.05)
            },
            Self.evaluate("document.title = await (async () => { \(Self.fetch) })()"),
            Step(.fail(url: "https://api.example/*", kind: .connect)) {
                try await $0.fail("https://api.example/*", .connect)
            },
            Self.evaluate("document.title += await (async () => { \(Self.fetch) })()"),
            Step(.offline(true)) { try await $0.offline(true) }, Step(.offline(false)) { try await $0.offline(false) },
            Self.evaluate("if (document.title !== 'stubbedTypeError') throw new Error(document.title)"),
            Step(.open(integration: "volley", parameters: [:]), refusal: "open: this run hosts one integration") {
                _ = try await $0.open("volley")
            },
            Step(.send(type: "close", data: [:]), refusal: "page takes no messages of its host") {
                try await $0.send("close")
            },
            Step(.returnLink(url: "acme://r"), refusal: "return: this run takes no return links") {
                try await $0.returnLink("acme://r")
            },
            Step(.screenshot(path: picture)) { try await $0.page.screenshot(picture) },
            Step(.status) { _ = try await $0.status() }, Step(.reset) { try await $0.reset() },
            Self.wait("text=load 1"), Step(.quit) { try await $0.perform(.quit) },
        ]
    }

    /// What ends a run that is not in a public place.
    private let last = [wait("text=Send"), Step(.kill(.web)) { try await $0.kill() }]

    /// `ok`, or the beginning of the refusal that was awaited, or all of one that was not.
    private func outcome(_ step: Step, _ error: String?) -> String {
        guard let error else { return "ok" }
        return step.refusal.map { error.contains($0) ? "refused: \($0)" : error } ?? error
    }

    private func check(_ front: String, _ steps: [Step], _ perform: (Step) async -> String?) async {
        for (number, step) in steps.enumerated() {
            let expected = step.refusal.map { "refused: \($0)" } ?? "ok"
            let outcome = outcome(step, await perform(step))
            XCTAssertEqual(outcome, expected, "\(front), \(number): \(step.request.command)")
            // What comes after a failure says nothing new.
            guard outcome == expected else { return }
        }
        guard steps.last?.request.command == .quit else { return }
        let picture = try? Data(contentsOf: folder.appending(path: "\(front).png"))
        XCTAssertEqual(picture.map { Array($0.prefix(4)) }, [0x89, 0x50, 0x4e, 0x47], front)
    }

    /// Every command but one on one host, and then the one that ends the page on another.
    private func walk(_ front: String, _ run: ([Step]) async throws -> Int32) async throws {
        let (quit, killed) = (try await run(steps(front)), try await run(last))
        XCTAssertEqual(quit, 0, front)
        XCTAssertEqual(killed, 1, front)
    }

    func testEveryCommandIsInTheWalk() {
        XCTAssertEqual(Set((steps("a") + last).map(\.request.command.verb)), Set(Command.Verb.allCases))
    }

    func testThePipeHasEveryCommandCarriedOut() async throws {
        try await walk("pipe") { steps in
            let client = try await HostClient.start(
                HostProcess.executable.path, arguments, environment: environment, deadline: .seconds(60))
            await check("pipe", steps) { step in
                do {
                    _ = try await client.perform(try CommandRequest(json: JSONText.encode(step.request.json)))
                    return nil
                } catch { return "\(error)" }
            }
            return await client.stop()
        }
    }

    func testASwiftTestHasEveryCommandCarriedOut() async throws {
        try await walk("swift") { steps in
            let host = try await TransomHost.launch(
                arguments: arguments, executable: HostProcess.executable.path, environment: environment)
            await check("swift", steps) { step in
                do {
                    try await step.call(host)
                    return nil
                } catch { return (error as? TestFailure)?.reason ?? "\(error)" }
            }
            return await host.quit()
        }
    }

    func testTransomCtlHasEveryCommandCarriedOut() async throws {
        var control = ControlClient()
        let runtime = folder.appending(path: "transom").path
        control.places = {
            ((try? FileManager.default.contentsOfDirectory(atPath: runtime)) ?? []).filter { Int($0) != nil }
                .map { runtime + "/" + $0 + "/control.sock" }
        }
        try await walk("ctl") { steps in
            let client = try await HostClient.start(
                HostProcess.executable.path, arguments, environment: environment, deadline: .seconds(60))
            await check("ctl", steps) { step in
                let run = ProgramRun(["ctl", "command", Scenario.text(of: step.request)]) { [control] in
                    control.perform($0, host: $1, within: $2)
                }
                return run.status == 0 ? nil : run.notes.joined(separator: "\n")
            }
            // Where the walk broke off, nobody else ends the host.
            return await client.stop()
        }
    }

    func testAScenarioHasEveryCommandCarriedOut() async throws {
        let player = ScenarioPlayer(
            executable: HostProcess.executable.path, results: folder.appending(path: "results").path)
        func play(_ name: String, _ steps: [Step]) async throws -> ScenarioOutcome {
            let run = arguments.map { JSONText.encode(.string($0)) }.joined(separator: ", ")
            let lines = steps.map { Scenario.text(of: $0.request) }.joined(separator: ", ")
            let text = "{ run: [\(run)], steps: [\(lines)] }"
            return await player.play(try Scenario(Data(text.utf8), name: name, folder: folder.path))
        }
        let all = steps("scenario")
        let played = try await play("all", all.filter { $0.refusal == nil })
        XCTAssertNil(played.failure)
        let killed = try await play("killed", last)
        XCTAssertNil(killed.failure)
        for step in all where step.refusal != nil {
            let played = try await play("refused", [step])
            let failure = played.failure ?? "nothing was refused"
            XCTAssertTrue(failure.hasPrefix("scenario refused, step 1 of 1, "), failure)
            XCTAssertEqual(outcome(step, failure), "refused: \(step.refusal ?? "")")
        }
    }
}
