// A host as a test sees it.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomAutomation
public import TransomCore

/// A host that a test drives: a process of its own, or one within this process.
///
/// ```swift
/// let host = try await TransomHost.launch("hubble")
/// try await host.event("hubble.app_ready")
/// try await host.page.click("text=Buy")
/// ```
///
/// A host in its own process works from XCTest and from Swift Testing, and may be driven from any thread. One within this
/// process (``open(_:_:clock:)``) works from XCTest alone: Swift Testing's main thread serves no views.
public final class TransomHost: Sendable {
    let backend: any Backend
    private let end: @Sendable () async -> Int32

    init(_ backend: any Backend, end: @escaping @Sendable () async -> Int32) {
        self.backend = backend
        self.end = end
    }

    /// Starts a host in a process of its own and waits until it can be driven.
    ///
    /// Without `--window` it runs on a private display. Its commands and events go through pipes of its own, so any number
    /// run at once.
    ///
    /// - Parameters:
    ///   - arguments: Those of `transom run`, such as `"hubble", "--environment", "sandbox"`.
    ///   - executable: The path of `transom`; nil for `TRANSOM_EXECUTABLE`, else the one beside the test, else that in `PATH`.
    ///   - environment: What is changed in the process's environment.
    /// - Throws: An error that says why it did not start, with what it wrote.
    public static func launch(
        _ arguments: String..., executable: String? = nil, environment: [String: String] = [:]
    ) async throws -> TransomHost {
        try await launch(arguments: arguments, executable: executable, environment: environment)
    }

    /// The same with the arguments in an array.
    public static func launch(
        arguments: [String], executable: String? = nil, environment: [String: String] = [:]
    ) async throws -> TransomHost {
        let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let path = executable ?? Self.executable(all)
        let client = try await HostClient.start(path, arguments, environment: all)
        return TransomHost(ProcessBackend(client: client)) { await client.stop() }
    }

    private static func executable(_ environment: [String: String]) -> String {
        if let given = environment["TRANSOM_EXECUTABLE"], !given.isEmpty { return given }
        let own = ResourceFolder.executablePath() ?? ""
        let beside = String(own[..<(own.lastIndex(of: "/") ?? own.startIndex)]) + "/transom"
        return FileManager.default.isExecutableFile(atPath: beside) ? beside : "transom"
    }

    /// The host's main page.
    public var page: Page { Page(backend) }

    /// The page of a popup or a sheet, by the id in `transom.popup.opened` or `transom.sheet.opened`.
    public func page(_ id: String) -> Page { Page(backend, target: .view(id: id)) }

    /// Waits for an event: one that came after the last that was waited for, or one that is to come.
    ///
    /// - Parameters:
    ///   - type: A glob for its type, such as `hubble.*`.
    ///   - data: What its data have to hold; objects may hold more.
    ///   - within: How long.
    /// - Throws: ``TestFailure``, which says what came nearest.
    @discardableResult
    public func event(_ type: String, _ data: JSONValue? = nil, within time: Duration = .seconds(30)) async throws
        -> Event
    {
        try await EventRequest(type: type, data: data, time: time, target: .main).wait(backend)
    }

    /// The events that have come, the answers to commands left out.
    public var events: [Event] { backend.log.events.filter { !$0.type.hasPrefix("transom.control.") } }

    /// Sends a message to the page by its integration's contract.
    public func send(_ type: String, _ data: JSONValue = [:]) async throws {
        try await perform(.send(type: type, data: data))
    }

    /// Opens an integration over a home page, and waits for its one answer.
    ///
    /// - Parameter time: How long that may take.
    public func open(
        _ integration: String, parameters: [String: [String]] = [:], within time: Duration = .seconds(60)
    ) async throws -> SheetOutcome {
        let command = Command.open(integration: integration, parameters: parameters)
        let answer = try await perform(command, within: time)
        guard let outcome = SheetOutcome(answer) else {
            throw TestFailure(
                reason: "open \(integration): the answer is none: \(JSONText.encode(answer))", url: "", events: [],
                console: [], artefacts: nil)
        }
        return outcome
    }

    /// Waits until a sheet has opened, and gives its page; ``Page/close()`` closes it as a person would.
    public func nextSheet() async throws -> Page { page(try await next("transom.sheet.opened")) }

    /// Waits until a page has opened a window, and gives the page in it.
    public func nextPopup() async throws -> Page { page(try await next("transom.popup.opened")) }

    private func next(_ type: String) async throws -> String {
        try await event(type).data["id"]?.stringValue ?? ""
    }

    /// Hands in a return link.
    public func returnLink(_ url: String) async throws { try await perform(.returnLink(url: url)) }

    /// Answers requests for a URL pattern in place of the network.
    public func stub(
        _ url: String, status: Int = 200, headers: [String: String] = [:], body: String = ""
    ) async throws {
        try await perform(.stub(url: url, status: status, headers: headers, body: body))
    }

    /// Holds back answers to requests for a URL pattern.
    public func delay(_ url: String, seconds: Double) async throws {
        try await perform(.delay(url: url, seconds: seconds))
    }

    /// Lets requests for a URL pattern fail.
    public func fail(_ url: String, _ kind: NetworkFailure) async throws {
        try await perform(.fail(url: url, kind: kind))
    }

    /// Takes the network away, or gives it back.
    public func offline(_ isOffline: Bool) async throws { try await perform(.offline(isOffline)) }

    /// Ends a web process, to see the host recover.
    public func kill(_ process: EngineProcess = .web) async throws { try await perform(.kill(process)) }

    /// Ends the session and begins a new one.
    public func reset() async throws { try await perform(.reset) }

    /// The views that there are, with their origins.
    public func status() async throws -> JSONValue { try await perform(.status) }

    /// Carries out any command.
    ///
    /// - Returns: What it gives.
    /// - Throws: ``TestFailure``.
    @discardableResult
    public func perform(_ command: Command, within time: Duration? = nil) async throws -> JSONValue {
        try await (time.map { page.within($0) } ?? page).perform(command)
    }

    /// Ends the host.
    ///
    /// - Returns: Its exit status; 0 for one within this process.
    @discardableResult
    public func quit() async -> Int32 { await end() }
}
