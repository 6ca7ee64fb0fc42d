// Carries commands out on a running session.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
package import TransomCore
import TransomGLib
import TransomSandbox
import TransomShell
import WebKit

/// Carries commands out on a running session: what the control pipe, a scenario and a test all go through.
@MainActor
package final class CommandPerformer {
    /// What is driven; the next session, once another one took its place.
    private var session: any Driven
    private let log: EventLog
    /// Whoever drives waits in real time, whatever the time of the host is.
    private let clock = SystemHostClock()
    private let scheduler = MainLoopScheduler()

    /// Makes a performer.
    ///
    /// - Parameters:
    ///   - session: What is driven; it is kept.
    ///   - log: Takes every event of the host.
    package init(_ session: any Driven, log: EventLog) {
        self.session = session
        self.log = log
    }

    /// Carries one command out.
    ///
    /// - Returns: What it gives, an object; empty where there is nothing to say.
    /// - Throws: Why it was not carried out. The session goes on.
    package func perform(_ request: CommandRequest) async throws(CommandFailure) -> JSONValue {
        session = session.youngest
        let time = request.timeout ?? session.limits.commandDeadline
        switch request.command {
        case .reload: try view(request).reload()
        case .back:
            let view = try view(request)
            guard view.canGoBack else { throw .impossible("back: there is no page to go back to") }
            view.goBack()
        case .navigate(let url):
            guard let target = URL(string: url), target.scheme != nil else {
                throw .impossible("navigate: \(quoted(url)) is not an absolute URL such as https://shop.example/")
            }
            try view(request).load(URLRequest(url: target))
        case .close:
            guard session.closeView(request.target.description) else { throw missing(request.target) }
        case .click(let selector):
            try await drive(request) { driver throws(DriverError) in try await driver.click(selector, timeout: time) }
        case .fill(let selector, let text):
            try await drive(request) { driver throws(DriverError) in
                try await driver.fill(selector, text, timeout: time)
            }
        case .press(let key, let selector):
            try await drive(request) { driver throws(DriverError) in
                try await driver.press(key, in: selector, timeout: time)
            }
        case .select(let selector, let option):
            try await drive(request) { driver throws(DriverError) in
                try await driver.select(selector, option: option, timeout: time)
            }
        case .wait(let condition): return try await wait(condition, request, time)
        case .expect(let type, let data):
            let event = try await event(EventLog.Wish(type: type, data: data), verb: "expect", within: time)
            return ["type": .string(event.type), "data": event.data]
        case .send(let type, let data):
            try session.send(type, data, to: request.target.description)
        case .evaluate(let script, let arguments):
            guard !session.isKiosk else {
                throw .impossible("evaluate: a kiosk runs no script but its own")
            }
            var value = JSONValue.null
            try await drive(request) { driver throws(DriverError) in
                value = try await driver.evaluate(script, arguments: arguments, timeout: time)
            }
            return ["value": value]
        case .screenshot(let path): return try await screenshot(path)
        case .kill(.web): try view(request).terminateWebProcess()
        case .status: return status
        case .quit: session.quit()
        case .open(let integration, let parameters):
            guard let answer = await session.openSheet(integration, parameters: parameters) else {
                throw .impossible(
                    "open: this run hosts one integration; a run that has a home page opens others over it")
            }
            return answer
        case .upload(let selector, let files): return try await upload(files, selector, request, time)
        case .dialog(let accept, let text):
            try answers("dialog").dialogs.append(.init(isAccepted: accept, text: text))
        case .popup(let action): try popup(action, request)
        case .returnLink(let url):
            if let problem = session.handIn(url) { throw .impossible("return: \(problem)") }
        case .stub(let url, let status, let headers, let body):
            let fields = headers.map { (name: $0.key, value: $0.value) }
            try rules("stub").stub(
                url, with: SandboxResponse(status: status, headers: fields, body: Data(body.utf8)))
        case .delay(let url, let seconds):
            try rules("delay").delay(url, by: .milliseconds(Int64(min(seconds, 86_400) * 1000)))
        case .fail(let url, let kind): try rules("fail").fail(url, kind)
        case .offline(let isOffline): try rules("offline").isOffline = isOffline
        case .kill(.network):
            throw .impossible("kill: the engine lets nobody end its network process; write \"process\": \"web\"")
        case .reset:
            guard let next = await session.beginAnother() else {
                throw .impossible("reset: no other session could begin in this one's place")
            }
            session = next
        }
        return [:]
    }

    // MARK: - What was said in advance

    private func answers(_ verb: String) throws(CommandFailure) -> PageAnswers {
        guard let answers = session.pageAnswers else {
            throw .impossible("\(verb): the pages of this run are not tested")
        }
        return answers
    }

    private func rules(_ verb: String) throws(CommandFailure) -> NetworkRules {
        guard let rules = session.networkRules else {
            throw .impossible(
                "\(verb): this run is on the real network; in the sandbox, or with --serve, its network can be played with"
            )
        }
        return rules
    }

    private func upload(
        _ files: [String], _ selector: String?, _ request: CommandRequest, _ time: Duration
    ) async throws(CommandFailure) -> JSONValue {
        guard !files.isEmpty else {
            throw .impossible("upload: \"files\" is empty; give the paths of one file or more")
        }
        for file in files where !FileManager.default.isReadableFile(atPath: file) {
            throw .impossible("upload: the file \(quoted(file)) cannot be read")
        }
        let answers = try answers("upload")
        answers.files.append(files)
        guard let selector else { return [:] }
        var taken: Int?
        do throws(CommandFailure) {
            let count = await answer(within: time) {
                (give: @escaping @MainActor @Sendable (Result<Int, CommandFailure>) -> Void) in
                answers.onFiles = { give(.success($0)) }
                Task {
                    do throws(CommandFailure) {
                        try await self.drive(request) { driver throws(DriverError) in
                            try await driver.click(selector, timeout: time)
                        }
                    } catch { give(.failure(error)) }
                }
            }
            answers.onFiles = nil
            taken = try count?.get()
        } catch {
            answers.files.removeAll()
            throw error
        }
        guard let taken else {
            answers.files.removeAll()
            throw .impossible("upload: \(selector) opened no file chooser")
        }
        // Messages to a page keep their order, so it has the files when it answers the next one.
        _ = try? await driver(request).evaluate("return true", arguments: [:], timeout: .seconds(5))
        return ["files": .integer(Int64(taken))]
    }

    private func popup(_ action: PopupAction, _ request: CommandRequest) throws(CommandFailure) {
        switch action {
        case .allow: session.refuseNextWindow(false, of: request.target.description)
        case .refuse: session.refuseNextWindow(true, of: request.target.description)
        case .focus: guard session.raise(request.target.description) else { throw missing(request.target) }
        }
    }

    // MARK: - Views

    private func view(_ request: CommandRequest) throws(CommandFailure) -> WKWebView {
        switch request.target {
        case .main, .view:
            guard let view = session.view(named: request.target.description) else { throw missing(request.target) }
            return view
        case .frame:
            guard let view = session.view(named: "main") else { throw missing(.main) }
            return view
        }
    }

    /// The driver of a target: of a frame's view, looked for in every view until it is there or the time is over.
    private func driver(_ request: CommandRequest) async throws(CommandFailure) -> PageDriver {
        guard case .frame(let glob) = request.target else { return try driver(of: view(request)) }
        let end = clock.monotonic + (request.timeout ?? session.limits.commandDeadline)
        while true {
            for name in session.viewNames.reversed() {
                guard let view = session.view(named: name) else { continue }
                var driver = try driver(of: view)
                driver.frames = await driver.chain(toFrame: glob, timeout: .seconds(2))
                if !driver.frames.isEmpty { return driver }
            }
            guard clock.monotonic < end else {
                throw .impossible("no frame whose URL matches \(glob) is there; a popup is named by its id")
            }
            _ = await answer(within: .milliseconds(50)) { (_: @escaping @MainActor @Sendable (Bool) -> Void) in }
        }
    }

    private func driver(of view: WKWebView) throws(CommandFailure) -> PageDriver {
        do throws(ResourceFolderError) {
            return try PageDriver(
                view, resources: session.hostFiles, clock: clock, scheduler: scheduler)
        } catch { throw .impossible(error.description) }
    }

    private func missing(_ target: CommandTarget) -> CommandFailure {
        .target(given: target.description, possible: session.viewNames)
    }

    private func drive(
        _ request: CommandRequest, _ body: (PageDriver) async throws(DriverError) -> Void
    ) async throws(CommandFailure) {
        let driver = try await driver(request)
        do throws(DriverError) { try await body(driver) } catch { throw .page(error) }
    }

    private func screenshot(_ path: String?) async throws(CommandFailure) -> JSONValue {
        if let path {
            if let problem = await session.takePicture(to: path) { throw .impossible("screenshot: \(problem)") }
            return ["path": .string(path)]
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "transom-\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: folder) }
        if let problem = await session.takePicture(to: folder.path) { throw .impossible("screenshot: \(problem)") }
        guard let data = try? Data(contentsOf: folder) else { throw .impossible("screenshot: the picture is gone") }
        return ["png": .string(data.base64EncodedString())]
    }

    private var status: JSONValue {
        let views = session.viewNames.compactMap { name in
            session.view(named: name).map { view in
                JSONValue.object([
                    "id": .string(name), "origin": .string(view.mainFrameOrigin),
                    "url": .string(view.url.map { Redaction.url($0.absoluteString) } ?? ""),
                    "loading": .bool(view.isLoading),
                ])
            }
        }
        let own: [String: JSONValue] = [
            "views": .array(views), "lastevent": log.lastType.map(JSONValue.string) ?? .null,
        ]
        return .object(session.summary.merging(own) { $1 })
    }

    // MARK: - Waiting

    private func wait(
        _ condition: WaitCondition, _ request: CommandRequest, _ time: Duration
    ) async throws(CommandFailure) -> JSONValue {
        switch condition {
        case .selector(let selector):
            var text = ""
            try await drive(request) { driver throws(DriverError) in
                text = try await driver.wait(for: selector, timeout: time)
            }
            return ["text": .string(text)]
        case .event(let type):
            let event = try await event(EventLog.Wish(type: type), verb: "wait", within: time)
            return ["type": .string(event.type), "data": event.data]
        case .url(let glob):
            let view = try view(request)
            let isThere = await untilTrue(view, \.url, within: time) {
                fnmatch(glob, $0.url?.absoluteString ?? "", 0) == 0
            }
            guard isThere else {
                let url = view.url.map { Redaction.url($0.absoluteString) } ?? "no page"
                throw .notSeen("wait \(glob): not there in \(time.components.seconds) s; the view shows \(url)")
            }
        case .load:
            let view = try view(request)
            guard await untilTrue(view, \.isLoading, within: time, { !$0.isLoading }) else {
                throw .notSeen("wait load: the page still loads after \(time.components.seconds) s")
            }
        }
        return [:]
    }

    private func event(
        _ wish: EventLog.Wish, verb: String, within time: Duration
    ) async throws(CommandFailure) -> Event {
        let stop = Holder<() -> Void>()
        let log = log
        let event = await answer(within: time) { give in
            stop.value = log.wait(for: wish) { event in MainActor.assumeIsolated { give(event) } }
        }
        stop.value?()
        if let event { return event }
        throw .notSeen(log.report(wish, verb: verb, within: time, now: session.wall))
    }

    private func untilTrue<Value>(
        _ view: WKWebView, _ key: KeyPath<WKWebView, Value>, within time: Duration,
        _ test: @escaping @MainActor (WKWebView) -> Bool
    ) async -> Bool {
        let observation = Holder<NSKeyValueObservation>()
        let seen = await answer(within: time) { (give: @escaping @MainActor @Sendable (Bool) -> Void) in
            observation.value = view.observe(key, options: [.initial]) { view, _ in
                MainActor.assumeIsolated { if test(view) { give(true) } }
            }
        }
        observation.value?.invalidate()
        return seen ?? false
    }

    /// What `begin` gives, or nil when the time is over.
    private func answer<Value: Sendable>(
        within time: Duration, _ begin: (@escaping @MainActor @Sendable (Value) -> Void) -> Void
    ) async -> Value? {
        let deadline = Holder<any Deadline>()
        let value = await withCheckedContinuation { (continuation: CheckedContinuation<Value?, Never>) in
            let once = OneShot<Value?>(ifDropped: nil) { continuation.resume(returning: $0) }
            deadline.value = scheduler.after(time) { once.answer(nil) }
            begin { once.answer($0) }
        }
        deadline.value?.cancel()
        return value
    }

    /// Keeps something for as long as a command waits.
    private final class Holder<Value> {
        var value: Value?
    }
}
