// A kiosk in this process, whose customers are a test.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomGTK
import Foundation
import TransomCore
import TransomGLib
import TransomShellTestSupport
import TransomTestSupport
import TransomWebKitShims
import WebKit
import XCTest

@testable import TransomKiosk
@testable import TransomShell

/// Runs one kiosk in this process: everything is real but the clock and the deadlines, and these too where a test asks for it.
@MainActor
final class KioskFixture {
    let clock = ManualHostClock()
    let scheduler = ManualScheduler()
    let sink = RecordingSink()
    let kiosk: Kiosk
    private(set) var host: HostApplication!
    private(set) var hasQuit = false
    /// How many windows of this process can be seen.
    static var shownWindows: Int {
        var count = 0
        let list = gtk_window_list_toplevels()
        var item = list
        while let current = item {
            let widget = current.pointee.data.map { $0.assumingMemoryBound(to: GtkWidget.self) }
            if gtk_widget_get_mapped(widget) != 0 { count += 1 }
            item = current.pointee.next
        }
        g_list_free(list)
        return count
    }

    /// What the kiosk reads when its configuration has changed.
    var changed: HostConfiguration!
    private let folder: URL
    private var opening: Task<Void, Never>?

    /// Makes a kiosk that shows a page of its own at `https://till.example`.
    ///
    /// - Parameters:
    ///   - pages: What is served, by path; `index.html` is shown first.
    ///   - staff: How staff get out.
    ///   - window: How the window stands.
    ///   - isRealTime: Whether time passes by itself.
    ///   - engineFiles: What an update replaces.
    ///   - isService: Whether somebody starts the host again.
    ///   - change: Changes the run's configuration.
    init(
        _ pages: [String: String], reset: SessionResetOptions = SessionResetOptions(),
        staff: StaffOptions = StaffOptions(), window: KioskWindowOptions = KioskWindowOptions(),
        isRealTime: Bool = false, engineFiles: [String] = [], isService: Bool = false,
        change: (inout HostConfiguration) -> Void = { _ in }
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "kiosk-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (path, text) in pages { try Data(text.utf8).write(to: folder.appending(path: path)) }
        var configuration = HostConfiguration(
            integration: CounterIntegration.self, options: IntegrationOptions(environment: .development),
            hostName: "test", version: "0")
        configuration.presentation = .kiosk
        configuration.served = [.init(try Origin("https://till.example"), .folder(folder.path(percentEncoded: false)))]
        configuration.events = []
        configuration.popups = .overlay
        configuration.outside = .refuse
        configuration.webSandbox = .off
        // Time is advanced here without the loop having turned, so no page could answer meanwhile.
        configuration.limits.heartbeatInterval = .seconds(1_000_000)
        change(&configuration)
        kiosk = Kiosk(window: window, reset: reset, staff: staff)
        changed = configuration
        host = HostApplication(
            configuration, keeper: kiosk, rereading: { [weak self] in .success(self?.changed ?? configuration) },
            clock: isRealTime ? SystemHostClock() : clock,
            scheduler: isRealTime ? MainLoopScheduler() : scheduler, furtherSinks: [sink],
            engineFiles: engineFiles, isService: isService,
            quit: { [weak self] in self?.hasQuit = true })
    }

    /// Opens the kiosk and waits for its page.
    func open() async throws {
        opening = host.begin()
        try await loaded()
    }

    /// Opens the kiosk, whose page may never come.
    func begin() { opening = host.begin() }

    /// Waits until a page is loaded, of which so many were before.
    func loaded(after count: Int = 0) async throws {
        try await eventually("a page is loaded") { self.count("transom.page.loaded") > count }
        try await eventually("it may be used") { self.session?.view?.mainFrameOrigin == "https://till.example" }
    }

    var session: HostSession? { host.session }

    var window: KioskWindow {
        get throws { try XCTUnwrap(kiosk.window) }
    }

    /// What was told until now.
    var events: [Event] {
        host.stream?.dispatcher.flush(deadline: .seconds(20))
        return sink.events
    }

    func count(_ type: String) -> Int { events.count { $0.type == type } }

    /// The data of an event's member as text.
    func text(_ member: String, of type: String) -> String? {
        guard case .string(let text)? = event(type)?.data[member] else { return nil }
        return text
    }

    func event(_ type: String) -> Event? { events.last { $0.type == type } }

    /// Runs a script in the page, and gives its value.
    func script(_ text: String) async throws -> Any? {
        try await session?.view?.callAsyncJavaScript(text, arguments: [:], in: nil, contentWorld: .page)
    }

    /// A text that a script gives.
    func text(_ script: String) async throws -> String {
        try await self.script("return String(\(script))") as? String ?? "nothing"
    }

    /// Lets time pass.
    func advance(by duration: Duration) {
        clock.advance(by: duration)
        scheduler.advance(by: duration)
    }

    /// Touches the page.
    func touch(_ x: Double, _ y: Double, finger: UInt32 = 1) throws {
        let widget = try XCTUnwrap(session?.view).hostWidget
        transom_deliver_touch(widget, TRANSOM_INPUT_TOUCH_DOWN, finger, x, y)
        transom_deliver_touch(widget, TRANSOM_INPUT_TOUCH_UP, finger, x, y)
    }

    /// Does something with the X server's own keys and pointer, as xdotool does it.
    func xdotool(_ arguments: String...) async throws {
        try await Self.run("xdotool", arguments)
    }

    /// Runs a program and waits for its end.
    @discardableResult
    static func run(_ program: String, _ arguments: [String]) async throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let status = try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Int32, any Error>) in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        guard status == 0 else { throw ProgramFailed(program: program, status: status) }
        return String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }

    struct ProgramFailed: Error {
        let program: String
        let status: Int32
    }

    /// Whether a program is installed; a test that needs it is skipped loudly where it is not.
    static func require(_ program: String) throws {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
        guard folders.contains(where: { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }) else {
            throw XCTSkip("\(program) is not installed, so this is not tested here; scripts/setup installs it")
        }
    }

    func tearDown() async {
        transom_mouse_is_finger(0)
        opening?.cancel()
        session?.end(.signal)
        host.finish()
        try? FileManager.default.removeItem(at: folder)
    }
}
