// A page as a test sees it.
// SPDX-License-Identifier: Apache-2.0

import TransomAutomation
public import TransomCore
public import WebKit

/// A page that a test drives as a person would and looks at: of a view of the code under test, or of a host.
///
/// ```swift
/// let page = Page(controller.webView)
/// try await page.fill("role=textbox[name=Amount]", "500")
/// try await page.click("text=Pay")
/// try await page.waitFor("testid=thanks")
/// ```
///
/// Input is real: events through GTK, which the page cannot tell from a person's and which count as a gesture. Selectors are
/// CSS, `text=Pay` (a part, any case), `text="Pay"` (the whole text), `role=button[name="Pay"]` or `testid=pay`; they reach
/// into open shadow roots and frames of the same origin and name one element that can be seen. Every verb waits until it can
/// be done, for ten seconds or as long as ``within(_:)`` says, and throws a ``TestFailure`` that tells what was there instead.
///
/// Callable from any thread.
public struct Page: Sendable {
    let backend: any Backend
    let target: CommandTarget
    private var time: Duration?

    init(_ backend: any Backend, target: CommandTarget = .main, time: Duration? = nil) {
        self.backend = backend
        self.target = target
        self.time = time
    }

    /// Drives a view of the code under test.
    ///
    /// A view that is in no window is put into one that nobody sees, of the size of its frame or of a phone. Its console is
    /// heard from its next load on, so make the page before the code loads anything. Call it on the main thread.
    @MainActor
    public init(_ webView: WKWebView) {
        self.init(ViewBackend(webView))
    }

    /// The same page with another deadline for each verb.
    public func within(_ time: Duration) -> Page { Page(backend, target: target, time: time) }

    /// A frame of the page, also one of another origin, by a glob for its URL such as `https://pay.example/*`.
    ///
    /// The frame is looked for when something is done in it.
    public func frame(_ url: String) -> Page { Page(backend, target: .frame(url: url), time: time) }

    /// A window that the page has opened, by the id in `transom.popup.opened`, such as `popup-1`.
    public func popup(_ id: String) -> Page { Page(backend, target: .view(id: id), time: time) }

    /// Waits until the page opens a window.
    public func nextPopup() async throws -> Page {
        let event = try await event("transom.popup.opened")
        guard case .object(let data) = event.data, case .string(let id)? = data["id"] else { return self }
        return popup(id)
    }

    // MARK: - What a person does

    /// Clicks the middle of an element.
    public func click(_ selector: String) async throws { try await perform(.click(selector: selector)) }

    /// Replaces what a field holds, by typing.
    public func fill(_ selector: String, _ text: String) async throws {
        try await perform(.fill(selector: selector, text: text))
    }

    /// Presses a key, by the names of `KeyboardEvent.key`: `Enter`, `Tab`, `a`, `Control+a`.
    public func press(_ key: String, in selector: String? = nil) async throws {
        try await perform(.press(key: key, selector: selector))
    }

    /// Chooses an option of a list by its value or its label.
    public func select(_ selector: String, _ option: String) async throws {
        try await perform(.select(selector: selector, option: option))
    }

    /// Clicks what opens a file chooser, and gives it files by their paths.
    ///
    /// - Parameter selector: The field, or what opens its chooser; nil to answer the next chooser, whatever opens it.
    public func upload(_ files: [String], to selector: String?) async throws {
        try await perform(.upload(selector: selector, files: files))
    }

    /// Says how the next dialog of a script is answered; say it before what opens it.
    ///
    /// - Parameters:
    ///   - accept: Whether OK is pressed.
    ///   - text: What is typed into a prompt; nil leaves what is there.
    public func answerNextDialog(accept: Bool, text: String? = nil) async throws {
        try await perform(.dialog(accept: accept, text: text))
    }

    /// Refuses the next window that the page asks for, or raises this one.
    public func popup(_ action: PopupAction) async throws { try await perform(.popup(action)) }

    // MARK: - Where it goes

    /// Loads a URL.
    public func navigate(_ url: String) async throws { try await perform(.navigate(url: url)) }

    /// Loads the page again.
    public func reload() async throws { try await perform(.reload) }

    /// Goes back in the page's history.
    public func back() async throws { try await perform(.back) }

    /// Closes the page's window.
    public func close() async throws { try await perform(.close) }

    // MARK: - Waiting

    /// Waits until an element is there and can be seen.
    ///
    /// - Returns: Its text, at most 200 characters.
    @discardableResult
    public func waitFor(_ selector: String) async throws -> String {
        let answer = try await perform(.wait(.selector(selector)))
        guard case .object(let members) = answer, case .string(let text)? = members["text"] else { return "" }
        return text
    }

    /// Waits until the page's URL matches a glob.
    public func waitFor(url: String) async throws { try await perform(.wait(.url(url))) }

    /// Waits until nothing is loading.
    public func waitForLoad() async throws { try await perform(.wait(.load)) }

    /// Waits for an event: one that came after the last that was waited for, or one that is to come.
    ///
    /// A page of a view tells `transom.page.console`, `transom.page.error`, `transom.dialog.shown` and
    /// `transom.popup.opened`.
    ///
    /// - Parameters:
    ///   - type: A glob for its type.
    ///   - data: What its data have to hold; objects may hold more.
    @discardableResult
    public func event(_ type: String, _ data: JSONValue? = nil) async throws -> Event {
        try await EventRequest(type: type, data: data, time: time, target: target).wait(backend)
    }

    /// Waits until a script of the page has shown a dialog.
    public func nextDialog() async throws -> PageDialog {
        PageDialog(try await event("transom.dialog.shown"))
    }

    // MARK: - Looking

    /// Runs a script as the body of a function in the page's own world, and gives its value.
    ///
    /// - Parameters:
    ///   - script: The body; promises are awaited.
    ///   - arguments: Plain values by name. Nothing is ever put into the text.
    @discardableResult
    public func evaluate(_ script: String, _ arguments: [String: JSONValue] = [:]) async throws -> JSONValue {
        let answer = try await perform(.evaluate(script: script, arguments: arguments))
        guard case .object(let members) = answer else { return .null }
        return members["value"] ?? .null
    }

    /// Writes what the window shows as PNG.
    public func screenshot(_ path: String) async throws { try await perform(.screenshot(path: path)) }

    /// The lines of the console and the errors that no script caught, as events.
    public var console: [Event] {
        backend.log.events.filter { $0.type == "transom.page.console" || $0.type == "transom.page.error" }
    }

    /// The dialogs that were shown, in their order.
    public var dialogs: [PageDialog] {
        backend.log.events.filter { $0.type == "transom.dialog.shown" }.map(PageDialog.init)
    }

    /// Carries out any command in this page.
    ///
    /// - Returns: What it gives.
    /// - Throws: ``TestFailure``.
    @discardableResult
    public func perform(_ command: Command) async throws -> JSONValue {
        let request = CommandRequest(command, target: target, timeout: time)
        do { return try await backend.perform(request) } catch {
            throw await TestFailure.collect(request, error, backend)
        }
    }
}
