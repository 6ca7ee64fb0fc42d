// Carries commands out on a running session.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
package import TransomCore
import TransomGLib
package import TransomShell
import WebKit

/// Carries commands out on a running session: what the control pipe, a scenario and a test all go through.
@MainActor
package final class CommandPerformer {
    /// The session that is driven; the next one, once another one took its place.
    private var session: HostSession
    private let log: EventLog

    /// Makes a performer.
    ///
    /// - Parameters:
    ///   - session: The session; it is kept.
    ///   - log: Takes every event of the host.
    package init(_ session: HostSession, log: EventLog) {
        self.session = session
        self.log = log
    }

    /// Carries one command out.
    ///
    /// - Returns: What it gives, an object; empty where there is nothing to say.
    /// - Throws: Why it was not carried out. The session goes on.
    package func perform(_ request: CommandRequest) async throws(CommandFailure) -> JSONValue {
        session = session.latest
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
            let owner = session.session(of: request.target.description)
            do throws(OutgoingProblem) { try owner.send(type: type, payload: data) } catch { throw .sending(error) }
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
        case .quit: session.end(.command)
        case .open(let integration, let parameters):
            guard let answer = await session.openSheet(integration, parameters: parameters) else {
                throw .impossible(
                    "open: this run hosts one integration; a run that has a home page opens others over it")
            }
            return answer
        case .reset:
            guard await session.reset(.command) else {
                throw .impossible("reset: no other session could begin in this one's place")
            }
            session = session.latest
        case .upload, .returnLink, .popup, .dialog, .stub, .delay, .fail, .offline, .kill:
            throw .impossible("\(request.command.verb.rawValue): a running host cannot be told that in this version")
        }
        return [:]
    }

    // MARK: - Views

    private func view(_ request: CommandRequest) throws(CommandFailure) -> WKWebView {
        switch request.target {
        case .main, .view:
            guard let view = session.view(named: request.target.description) else { throw missing(request.target) }
            return view
        case .frame(let url):
            throw .impossible("\(url): a frame of another origin cannot be told anything in this version")
        }
    }

    private func missing(_ target: CommandTarget) -> CommandFailure {
        .target(given: target.description, possible: session.viewNames)
    }

    private func drive(
        _ request: CommandRequest, _ body: (PageDriver) async throws(DriverError) -> Void
    ) async throws(CommandFailure) {
        let view = try view(request)
        let driver: PageDriver
        do throws(ResourceFolderError) {
            driver = try PageDriver(
                view, resources: session.hostFiles, clock: session.clock, scheduler: session.scheduler)
        } catch { throw .impossible(error.description) }
        do throws(DriverError) { try await body(driver) } catch { throw .page(error) }
    }

    private func screenshot(_ path: String?) async throws(CommandFailure) -> JSONValue {
        var mask: PictureMask?
        if session.isMasked {
            let views = session.viewNames.compactMap { session.view(named: $0) }
            mask = await PictureMask.over(views, scheduler: session.scheduler)
            if mask == nil {
                throw .impossible(
                    "screenshot: a page does not answer, so what it holds of passwords and cards cannot be blacked out")
            }
        }
        defer { withExtendedLifetime(mask) {} }
        if let path {
            if let problem = session.writePicture(to: path) { throw .impossible("screenshot: \(problem)") }
            return ["path": .string(path)]
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "transom-\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: folder) }
        if let problem = session.writePicture(to: folder.path) { throw .impossible("screenshot: \(problem)") }
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
        return [
            "integration": .string(session.name), "views": .array(views),
            "lastevent": log.lastType.map(JSONValue.string) ?? .null,
        ]
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
        let event = await answer(within: time) { give in stop.value = self.log.wait(for: wish, give) }
        stop.value?()
        if let event { return event }
        var text = "\(verb) \(wish.type): not seen in \(time.components.seconds) s"
        if let data = wish.data { text += "\n    wanted   \(JSONText.encode(data))" }
        if let nearest = log.nearest(to: wish) {
            text += "\n    nearest  \(nearest.type) \(JSONText.encode(nearest.data))"
        } else if let last = log.lastType {
            text += "\n    last event  \(last)"
        }
        throw .notSeen(text)
    }

    private func untilTrue<Value>(
        _ view: WKWebView, _ key: KeyPath<WKWebView, Value>, within time: Duration,
        _ test: @escaping @MainActor (WKWebView) -> Bool
    ) async -> Bool {
        let observation = Holder<NSKeyValueObservation>()
        let seen = await answer(within: time) { (give: @escaping (Bool) -> Void) in
            observation.value = view.observe(key, options: [.initial]) { view, _ in
                MainActor.assumeIsolated { if test(view) { give(true) } }
            }
        }
        observation.value?.invalidate()
        return seen ?? false
    }

    /// What `begin` gives, or nil when the time is over.
    private func answer<Value: Sendable>(
        within time: Duration, _ begin: (@escaping (Value) -> Void) -> Void
    ) async -> Value? {
        let deadline = Holder<any Deadline>()
        let value = await withCheckedContinuation { (continuation: CheckedContinuation<Value?, Never>) in
            let once = OneShot<Value?>(ifDropped: nil) { continuation.resume(returning: $0) }
            deadline.value = session.scheduler.after(time) { once.answer(nil) }
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
