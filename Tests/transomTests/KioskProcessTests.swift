// The executable as a kiosk: on a real X server, and as the one client of a Wayland compositor.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

final class KioskProcessTests: XCTestCase {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "kiosk-page-" + UUID().uuidString)

    /// A page that says its size, and how it is touched.
    private static let page = """
        <!doctype html><meta charset="utf-8"><body style="margin:0;background:#e8f0ff"><h1>Till</h1><script>
        const say = (text) => webkit.messageHandlers.bridge.postMessage(text)
        addEventListener('resize', () => say(innerWidth + 'x' + innerHeight))
        addEventListener('load', () => say(innerWidth + 'x' + innerHeight))
        addEventListener('click', (event) => say('click ' + event.isTrusted))
        addEventListener('touchstart', () => say('touch'))
        </script></body>
        """

    override func setUpWithError() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(Self.page.utf8).write(to: folder.appending(path: "index.html"))
        for path in [folder.path, folder.appending(path: "index.html").path] {
            chmod(path, 0o755)
        }
    }

    override func tearDownWithError() throws {
        try? FileManager.default.removeItem(at: folder)
    }

    private var arguments: [String] {
        [
            "run", "page", "--kiosk", "--environment", "development", "--web-sandbox", "auto", "--serve",
            "https://till.example=\(folder.path)", "--url", "https://till.example/", "--handler", "bridge:text",
        ]
    }

    func testKE25TheWindowFollowsItsMonitorOnARealXServer() throws {
        let server = try PrivateXorg()
        defer { server.stop() }
        let run = try HostProcess(arguments, environment: ["DISPLAY": server.display])
        XCTAssertTrue(run.wait { run.outputSoFar.contains("\"1280x800\"") }, run.outputSoFar)
        XCTAssertEqual(try server.xrandr("--output", "DUMMY0", "--mode", "1080x1920"), 0)
        XCTAssertTrue(run.wait { run.outputSoFar.contains("\"1080x1920\"") }, run.outputSoFar)
        // A monitor that is unplugged and plugged in again.
        try server.xrandr("--output", "DUMMY0", "--off")
        XCTAssertEqual(try server.xrandr("--output", "DUMMY0", "--mode", "1920x1080"), 0)
        XCTAssertTrue(run.wait { run.outputSoFar.contains("\"1920x1080\"") }, run.outputSoFar)
        run.send(SIGTERM)
        let ending = try run.ending()
        XCTAssertEqual(ending.status, 0, ending.notes)
        XCTAssertEqual(ending.types.last, "transom.session.ended")
        XCTAssertFalse(ending.notes.contains("CRITICAL"), ending.notes)
        XCTAssertTrue(run.wait { run.members().isEmpty }, "no process is left")
    }

    func testAConfigurationThatIsWrongIsAScreenAndNoEnd() throws {
        let server = try PrivateXorg()
        defer { server.stop() }
        let file = folder.appending(path: "kiosk.json5")
        try Data("{ environment: 7 }".utf8).write(to: file)
        let run = try HostProcess(
            ["run", "--kiosk", "--config", file.path], environment: ["DISPLAY": server.display])
        // Its window is there and stays.
        XCTAssertTrue(
            run.wait { (try? server.run("xdotool", ["search", "--onlyvisible", "--name", "Transom"])) == 0 })
        run.send(SIGTERM)
        let ending = try run.ending()
        XCTAssertEqual(ending.status, 5, ending.notes)
        XCTAssertTrue(ending.notes.contains("kiosk.json5:1:"), ending.notes)
    }

    func testAScreenOfNoServiceEndsInTimeAndAMendedConfigurationTakesItsPlace() throws {
        let server = try PrivateXorg()
        defer { server.stop() }
        let file = folder.appending(path: "kiosk.json5")
        let options = ["run", "--kiosk", "--web-sandbox", "auto", "--events", "-", "--config", file.path]
        try Data("{ environment: 7 }".utf8).write(to: file)
        let short = try HostProcess(options + ["--timeout", "2"], environment: ["DISPLAY": server.display])
        XCTAssertEqual(try short.ending().status, 3)
        let run = try HostProcess(options + ["--timeout", "120"], environment: ["DISPLAY": server.display])
        XCTAssertTrue(
            run.wait { (try? server.run("xdotool", ["search", "--onlyvisible", "--name", "Transom"])) == 0 })
        // One that is as wrong changes nothing.
        run.send(SIGHUP)
        XCTAssertTrue(run.wait { run.notesSoFar.split(separator: "\n").count { $0.contains("kiosk.json5:1:") } > 1 })
        let text = """
            { environment: "development", home: { folder: "\(folder.path)" }, window: { mode: "kiosk" } }
            """
        try Data(text.utf8).write(to: file)
        run.send(SIGHUP)
        XCTAssertTrue(run.wait { run.outputSoFar.contains("transom.page.loaded") }, run.notesSoFar)
        run.send(SIGTERM)
        let ending = try run.ending()
        XCTAssertEqual(ending.status, 0, ending.notes)
        XCTAssertTrue(run.wait { run.members().isEmpty }, "no process is left")
    }

    func testTheOneClientOfCageFillsItsOutputAndIsTouched() throws {
        let cage = URL(filePath: "/usr/bin/cage")
        guard FileManager.default.isExecutableFile(atPath: cage.path) else {
            throw XCTSkip("cage is not installed, so the kiosk was NOT tested on Wayland here: apt-get install cage")
        }
        let own = ProcessInfo.processInfo.environment
        // Debian's cage ends where it finds no server for X clients.
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/Xwayland") else {
            throw XCTSkip("Xwayland is missing, so the kiosk was NOT tested on Wayland here: apt-get install xwayland")
        }
        guard let display = own["DISPLAY"] else { throw XCTSkip("cage needs a display to stand in") }
        let runtime = folder.appending(path: "runtime")
        try FileManager.default.createDirectory(at: runtime, withIntermediateDirectories: true)
        var environment = [
            "DISPLAY": display, "XDG_RUNTIME_DIR": runtime.path, "HOME": runtime.path, "WLR_BACKENDS": "x11",
            "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
        ]
        if let cookie = own["XAUTHORITY"] {
            let copy = folder.appending(path: "cookie")
            try FileManager.default.copyItem(atPath: cookie, toPath: copy.path)
            chmod(copy.path, 0o644)
            environment["XAUTHORITY"] = copy.path
        }
        let client = [HostProcess.executable.path] + arguments
        var line = ["/usr/bin/cage", "--"] + client
        if getuid() == 0 {
            // It refuses to be root's.
            line = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + line
            chown(runtime.path, 65534, 65534)
        }
        chmod(runtime.path, 0o700)
        let run = try HostProcess(
            Array(line.dropFirst()), program: URL(filePath: line[0]), environment: environment)
        XCTAssertTrue(run.wait { run.outputSoFar.contains("transom.page.loaded") }, run.outputSoFar)
        XCTAssertTrue(run.wait { run.outputSoFar.contains("\"1024x768\"") }, run.outputSoFar)
        // The compositor's own window is the only one on this display.
        XCTAssertTrue(
            run.wait {
                let click = Process()
                click.executableURL = URL(filePath: "/usr/bin/env")
                click.arguments = ["xdotool", "mousemove", "300", "300", "click", "1"]
                try? click.run()
                click.waitUntilExit()
                return run.outputSoFar.contains("click true")
            }, run.outputSoFar)
        // Its client ends in order, and the compositor with it.
        let members = run.members()
        for member in members {
            let name = (try? String(contentsOfFile: "/proc/\(member)/comm", encoding: .utf8)) ?? ""
            if name.hasPrefix("transom") { kill(member, SIGTERM) }
        }
        let ending = try run.ending()
        XCTAssertTrue(ending.types.contains("transom.session.ended"), ending.notes)
        XCTAssertTrue(run.wait { run.members().isEmpty }, "no process is left")
    }

    /// Starts a kiosk with a configuration file of these lines.
    private func start(_ lines: String, on display: String) throws -> HostProcess {
        let file = folder.appending(path: "kiosk.json5")
        let text = """
            { environment: "development",
              integrations: { page: { parameters: { url: "https://till.example/", handler: "bridge:text" } } },
              \(lines) }
            """
        try Data(text.utf8).write(to: file)
        return try HostProcess(
            [
                "run", "--kiosk", "--web-sandbox", "auto", "--serve", "https://till.example=\(folder.path)", "--config",
                file.path,
            ], environment: ["DISPLAY": display])
    }

    func testAConfiguredScaleAndLanguagesReachThePage() throws {
        let page = """
            <!doctype html><body><script>
            webkit.messageHandlers.bridge.postMessage(
                [devicePixelRatio, innerWidth + 'x' + innerHeight, navigator.language].join(' '))
            </script></body>
            """
        try Data(page.utf8).write(to: folder.appending(path: "index.html"))
        let server = try PrivateXorg()
        defer { server.stop() }
        let run = try start(#"window: { scale: 2, monitor: "DUMMY0" }, languages: ["mi", "en-NZ"]"#, on: server.display)
        XCTAssertTrue(run.wait { run.outputSoFar.lowercased().contains("\"2 640x400 mi\"") }, run.outputSoFar)
        run.send(SIGTERM)
        let ending = try run.ending()
        XCTAssertEqual(ending.status, 0, ending.notes)
        XCTAssertFalse(ending.notes.contains("there is no monitor"), ending.notes)
    }

    func testKE25AConfiguredRotationTurnsThePicture() throws {
        // A server that can turn its picture, which the driver without a monitor cannot.
        let server = try NestedX()
        defer { server.stop() }
        let run = try start("window: { rotation: 90 }", on: server.display)
        XCTAssertTrue(run.wait { run.outputSoFar.contains("\"600x800\"") }, run.outputSoFar)
        run.send(SIGTERM)
        XCTAssertEqual(try run.ending().status, 0)
    }

    func testADisplayThatIsLostIsStatus4() throws {
        let server = try PrivateXorg()
        defer { server.stop() }
        let run = try HostProcess(arguments, environment: ["DISPLAY": server.display])
        XCTAssertTrue(run.wait { run.outputSoFar.contains("\"1280x800\"") }, run.outputSoFar)
        server.crash()
        let ending = try run.ending()
        XCTAssertEqual(ending.status, 4, ending.notes)
        XCTAssertEqual(ending.types.last, "transom.session.ended")
        XCTAssertEqual(ending.events.last?["data"] as? [String: String], ["reason": "display"])
        XCTAssertTrue(run.wait { run.members().isEmpty }, "no process is left")
    }

    func testTheMouseIsAFinger() throws {
        let server = try PrivateXorg()
        defer { server.stop() }
        let run = try HostProcess(arguments + ["--touch"], environment: ["DISPLAY": server.display])
        XCTAssertTrue(run.wait { run.outputSoFar.contains("\"1280x800\"") }, run.outputSoFar)
        XCTAssertTrue(
            run.wait {
                _ = try? server.run("xdotool", ["mousemove", "300", "300", "click", "1"])
                return run.outputSoFar.contains("\"touch\"")
            }, run.outputSoFar)
        run.send(SIGTERM)
        XCTAssertEqual(try run.ending().status, 0)
    }
}
