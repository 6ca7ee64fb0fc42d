// Drives a page as a person would.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
package import TransomCore
import TransomGLib
package import TransomShell
import TransomWebKitShims
package import WebKit

/// Clicks, types and looks at a page.
///
/// Input is real: events through GTK, which the page cannot tell from a person's and which count as a gesture. Where an
/// element is, and whether a person could use it, is found out by a script in a world of its own. Selectors are CSS,
/// `text=Pay`, `text="Pay"`, `role=button[name="Pay"]` or `testid=pay`; they reach into open shadow roots and frames of the
/// same origin, and name one element that can be seen.
@MainActor
package struct PageDriver {
    /// The view that is driven.
    package let view: WKWebView
    /// The frames that lead to the one that is driven, from the outermost in; empty for the main frame.
    package var frames: [WKFrameInfo] = []
    private let script: String
    private let clock: any HostClock
    private let scheduler: any DeadlineScheduler

    private static let longestSelector = 4_096
    private static let world = WKContentWorld.world(name: "transom.automation")

    /// Makes a driver for a view.
    ///
    /// - Parameters:
    ///   - view: In a window for clicks and keys; shown or not for everything else.
    ///   - resources: The host's own files.
    ///   - clock: For what is left of a command's time.
    ///   - scheduler: For the deadlines.
    /// - Throws: The page's half is not among the host's files.
    package init(
        _ view: WKWebView, resources: ResourceFolder, clock: any HostClock, scheduler: any DeadlineScheduler
    ) throws(ResourceFolderError) {
        self.view = view
        self.clock = clock
        self.scheduler = scheduler
        let path = try resources.file("web_dist/automation/driver.js")
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { throw .missing(path: path) }
        script = text
    }

    // MARK: - What a person does

    /// Clicks the middle of an element.
    ///
    /// It waits until the element is there, can be seen, rests, is enabled, and nothing lies over it.
    ///
    /// - Parameter timeout: How long it may take.
    package func click(_ selector: String, timeout: Duration) async throws(DriverError) {
        // A frame is brought into sight before what is in it.
        _ = try await offset(timeout: timeout)
        let place = Place(try await ask("point", selector, timeout: timeout))
        let (x, y) = try await offset(timeout: timeout)
        try await input("mouseup", count: 1, timeout: timeout) { () throws(DriverError) in
            let zoom = view.pageZoom
            let isMade = transom_widget_click(
                transom_widget(view.hostPointer), (x + place.x) * zoom, (y + place.y) * zoom)
            guard isMade != 0 else { throw .notShown }
        }
    }

    /// Replaces what a field holds by typing.
    package func fill(_ selector: String, _ text: String, timeout: Duration) async throws(DriverError) {
        try await click(selector, timeout: timeout)
        _ = try await ask("focus", selector, timeout: timeout)
        let strokes = text.isEmpty ? [try KeyStroke("Delete")] : text.unicodeScalars.map(KeyStroke.init(typing:))
        try await press(strokes, timeout: timeout)
    }

    /// Presses a key in an element, or wherever the focus is.
    package func press(_ key: String, in selector: String?, timeout: Duration) async throws(DriverError) {
        let stroke = try KeyStroke(key)
        if let selector { try await click(selector, timeout: timeout) }
        try await press([stroke], timeout: timeout)
    }

    /// Chooses an option of a list by its value or label.
    package func select(_ selector: String, option: String, timeout: Duration) async throws(DriverError) {
        _ = try await ask("choose", selector, ["option": option], timeout: timeout)
    }

    /// Waits until an element is there and can be seen.
    ///
    /// - Returns: Its text, at most 200 characters.
    @discardableResult
    package func wait(for selector: String, timeout: Duration) async throws(DriverError) -> String {
        Place(try await ask("state", selector, timeout: timeout)).text
    }

    /// Runs a tester's own script as the body of a function in the page's world.
    ///
    /// - Parameter arguments: By name; plain values.
    /// - Returns: What it gives, `null` for `undefined`.
    package func evaluate(
        _ body: String, arguments: [String: JSONValue], timeout: Duration
    ) async throws(DriverError) -> JSONValue {
        // The empty document of the beginning is no page, and takes with it what runs in it.
        if frames.isEmpty, view.isLoading, view.backForwardList.currentItem == nil { await firstDocument(timeout) }
        let outcome = await call(
            body, arguments.mapValues(\.foundation), in: .page, frame: frames.last, timeout: timeout)
        switch outcome {
        case .silent: throw .silent(after: timeout)
        case .threw(let why), .gone(let why): throw .script(why)
        case .gave(let value): return value
        }
    }

    // MARK: - Input

    private func press(_ strokes: [KeyStroke], timeout: Duration) async throws(DriverError) {
        try await input("keyup", count: strokes.count, timeout: timeout) { () throws(DriverError) in
            for stroke in strokes
            where transom_widget_press_key(transom_widget(view.hostPointer), stroke.keyval, stroke.modifiers) == 0 {
                throw .notShown
            }
        }
    }

    /// Makes input, and waits until the page has taken it.
    ///
    /// A page that keeps the events from everybody else is waited for a while, and then believed.
    private func input(
        _ kind: String, count: Int, timeout: Duration, _ make: () throws(DriverError) -> Void
    ) async throws(DriverError) {
        let before = try await ask("listen", "", ["kind": kind], timeout: timeout)
        try make()
        var request: [String: Any] = [
            "action": "arrived", "kind": kind, "count": before.number("seen") + Double(count), "timeout": 5000.0,
        ]
        if case .string(let document)? = before["document"] { request["document"] = document }
        // The input may have led away from the page, or have closed it: then it has certainly arrived.
        let outcome = await call(
            script, ["request": request], in: Self.world, frame: frames.last, timeout: timeout + .seconds(5))
        if case .silent = outcome { throw .silent(after: timeout) }
    }

    // MARK: - Frames

    /// The frames that lead to the first whose URL matches a glob, the newest first.
    ///
    /// - Returns: From the outermost in; empty where none matches now.
    package func chain(toFrame glob: String, timeout: Duration) async -> [WKFrameInfo] {
        var found: [[Int64]: WKFrameInfo] = [:]
        var target: [Int64]?
        for frame in view.subframes {
            let request: [String: Any] = ["action": "place", "selector": "", "timeout": 0.0]
            // A frame that is gone answers with an error.
            let outcome = await call(script, ["request": request], in: Self.world, frame: frame, timeout: timeout)
            guard case .gave(let answer) = outcome, case .array(let numbers)? = answer["path"],
                case .string(let url)? = answer["url"]
            else { continue }
            let path = numbers.compactMap { if case .integer(let number) = $0 { number } else { nil } }
            guard path.count == numbers.count, !path.isEmpty else { continue }
            if found[path] == nil { found[path] = frame }
            if target == nil, fnmatch(glob, url, 0) == 0 { target = path }
        }
        guard let target else { return [] }
        let chain = (1...target.count).compactMap { found[Array(target.prefix($0))] }
        return chain.count == target.count ? chain : []
    }

    /// Where the driven frame's content begins in the view, when it is in sight.
    private func offset(timeout: Duration) async throws(DriverError) -> (x: Double, y: Double) {
        guard !frames.isEmpty else { return (0, 0) }
        var (x, y) = (0.0, 0.0)
        var outer = self
        outer.frames = []
        for frame in frames {
            let index = try await indexOf(frame, timeout: timeout)
            let place = Place(try await outer.ask("frame", "", ["index": index], timeout: timeout))
            x += place.x
            y += place.y
            outer.frames.append(frame)
        }
        return (x, y)
    }

    private func indexOf(_ frame: WKFrameInfo, timeout: Duration) async throws(DriverError) -> Int64 {
        var inner = self
        inner.frames = [frame]
        let answer = try await inner.ask("place", "", timeout: timeout)
        guard case .array(let path)? = answer["path"], case .integer(let index)? = path.last else {
            throw .element("the frame is gone")
        }
        return index
    }

    // MARK: - Asking the page

    private struct Place {
        let x: Double
        let y: Double
        let text: String

        init(_ answer: JSONValue) {
            x = answer.number("x")
            y = answer.number("y")
            text = if case .string(let text)? = answer["text"] { text } else { "" }
        }
    }

    /// What is kept while something is waited for: releasing a deadline cancels it.
    @MainActor
    private final class Wait {
        var deadline: (any Deadline)?
        var stop: (() -> Void)?

        func end() {
            deadline?.cancel()
            deadline = nil
            stop?()
            stop = nil
        }
    }

    private enum Outcome: Sendable {
        case gave(JSONValue)
        case threw(String)
        case gone(String)
        case silent
    }

    /// Asks the page's half, and asks the next document when the one before went meanwhile.
    private func ask(
        _ action: String, _ selector: String, _ more: [String: Any] = [:], timeout: Duration
    ) async throws(DriverError) -> JSONValue {
        let length = selector.utf8.count
        guard length <= Self.longestSelector else {
            throw .element("a selector of \(length) bytes is too long; \(Self.longestSelector) are possible")
        }
        let end = clock.monotonic + timeout
        while true {
            let left = max(.zero, end - clock.monotonic)
            let parts = left.components
            var request = more
            request["action"] = action
            request["selector"] = selector
            request["timeout"] = Double(parts.seconds) * 1000 + Double(parts.attoseconds) / 1e15
            // The page answers by itself at the end of the time, unless it is stuck.
            let outcome = await call(
                script, ["request": request], in: Self.world, frame: frames.last, timeout: left + .seconds(2))
            switch outcome {
            case .silent: throw .silent(after: timeout)
            case .threw(let why): throw .script(why)
            case .gone(let why):
                guard clock.monotonic < end else { throw .element("\(selector): \(why)") }
                await pause()
            case .gave(let value):
                if case .string(let problem)? = value["problem"] { throw .element(problem) }
                return value
            }
        }
    }

    /// Waits until the view's next document is there or the time is over.
    private func firstDocument(_ timeout: Duration) async {
        let wait = Wait()
        let key = ObjectIdentifier(wait)
        await withCheckedContinuation { continuation in
            let once = OneShot(ifDropped: ()) {
                wait.end()
                continuation.resume(returning: $0)
            }
            wait.deadline = scheduler.after(timeout) { once.answer(()) }
            view.mainDocumentObservers[key] = { once.answer(()) }
            wait.stop = { [weak view] in view?.mainDocumentObservers[key] = nil }
        }
    }

    private func pause() async {
        let wait = Wait()
        await withCheckedContinuation { continuation in
            wait.deadline = scheduler.after(.milliseconds(20)) { continuation.resume() }
        }
    }

    private static func outcome(_ value: Any) -> Outcome {
        // `undefined` arrives as an optional that holds nothing.
        if Mirror(reflecting: value).displayStyle == .optional { return .gave(.null) }
        do throws(JSONFault) { return .gave(try JSONValue(body: value, limits: .ceiling)) } catch {
            return .threw("what the script gave is not JSON: \(error)")
        }
    }

    private func call(
        _ body: String, _ arguments: [String: Any], in world: WKContentWorld, frame: WKFrameInfo?, timeout: Duration
    ) async -> Outcome {
        await withCheckedContinuation { continuation in
            let wait = Wait()
            let once = OneShot(ifDropped: Outcome.silent) {
                wait.end()
                continuation.resume(returning: $0)
            }
            wait.deadline = scheduler.after(timeout) { once.answer(.silent) }
            // The engine forgets a call with the document that it was made for.
            let key = ObjectIdentifier(wait)
            view.mainDocumentObservers[key] = { once.answer(.gone("the page went away")) }
            if let number = frame.flatMap({ view.number(of: $0) }) {
                view.frameObservers[key] = { if $0 == number { once.answer(.gone("the frame has another page")) } }
            }
            wait.stop = { [weak view] in
                view?.mainDocumentObservers[key] = nil
                view?.frameObservers[key] = nil
            }
            view.callAsyncJavaScript(body, arguments: arguments, in: frame, in: world) { result in
                switch result {
                case .success(let value): once.answer(Self.outcome(value))
                case .failure(let error):
                    let error = error as NSError
                    let why = error.userInfo["WKJavaScriptExceptionMessage"] as? String
                    let isException = error.code == WKError.Code.javaScriptExceptionOccurred.rawValue
                    once.answer(isException && why != nil ? .threw(why ?? "") : .gone(error.localizedDescription))
                }
            }
        }
    }
}

extension JSONValue {
    /// A member of an object.
    fileprivate subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// A number among the members, 0 where there is none.
    fileprivate func number(_ name: String) -> Double {
        switch self[name] {
        case .integer(let number)?: Double(number)
        case .number(let number)?: number.value
        default: 0
        }
    }
}
