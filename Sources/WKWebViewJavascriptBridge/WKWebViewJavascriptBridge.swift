// Calls with answers between a page and the app, wire-compatible with the iOS library of that name.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import TransomGLib
public import WebKit

/// Calls with answers between a page and the app, as the iOS library of that name makes them.
///
/// <https://github.com/Lision/WKWebViewJavascriptBridge>. The page of the main frame asks for its half of the bridge with the
/// usual set-up function, in either dialect: `WKWVJBCallbacks` and script message handlers, or `WVJBCallbacks` and a hidden
/// frame as for the older WebViewJavascriptBridge.
///
/// What differs from the library is what fails there: any JSON value passes; a call of a handler that does not exist is
/// answered with `{success: false, code: "unknown_handler", error}` in both directions, and so is a call whose handler lets
/// go of its callback; what is called before the page has asked waits for that page and never reaches the next one; calls
/// that wait for an answer get one with the code `page_gone` when the page goes; a callback may be called on any thread, and
/// its first answer counts.
///
/// Use it on the main thread. It does not keep its view.
@preconcurrency @MainActor
public final class WKWebViewJavascriptBridge: NSObject {
    /// Takes an answer; may be called on any thread.
    public typealias Callback = (_ responseData: Any?) -> Void
    /// Handles a call of the page whose data is an object; nil for data of another kind.
    public typealias Handler = (_ parameters: [String: Any]?, _ callback: Callback?) -> Void
    /// A message as it goes over the wire.
    public typealias Message = [String: Any]

    /// Whether names of calls are written to standard error; what calls carry never is.
    public var isLogEnable = false
    /// Told of what is wrong, on the main thread; a bad message stops nothing else.
    public var errorHandler: ((WKWebViewJavascriptBridgeError) -> Void)?

    /// Whether the page of a frame may use this bridge.
    package var admits: (WKFrameInfo) -> Bool = { _ in true }

    /// The longest queue that is taken from a page at one time, in bytes.
    private static let queueLimit = 4 << 20
    /// How much waits for a page.
    private static let waitingLimit = 1024
    /// How many documents are known; the oldest, which no history goes back to, are forgotten.
    private static let linkLimit = 64

    private struct Waiting {
        let handlerName: String
        let data: Any?
        let callback: Callback?
    }

    private weak var webView: WKWebView?
    private var handlers: [String: (Any?, Callback?) -> Void] = [:]
    private var links: [BridgeLink] = []
    private var waiting: [Waiting] = []
    private var callbacks: [String: Callback] = [:]
    private var uniqueID = 0
    private var generation = 0
    private var shown: DocumentKey?

    /// Makes a bridge to the pages of a view.
    ///
    /// - Parameter webView: Its controller must not have a bridge yet. Make it before the page is loaded.
    public init(webView: WKWebView) {
        self.webView = webView
        shown = webView.mainDocumentKey
        super.init()
        let controller = webView.configuration.userContentController
        for name in [BridgeDialect.injectHandler, BridgeDialect.flushHandler] {
            controller.add(WeakMessageHandler(self), name: name)
        }
        webView.mainDocumentObservers[ObjectIdentifier(self)] = { [weak self] in self?.documentChanged() }
        webView.navigationInterceptors[ObjectIdentifier(self)] = { [weak self] in self?.intercepts($0) ?? false }
    }

    isolated deinit {
        guard let webView else { return }
        let controller = webView.configuration.userContentController
        controller.removeScriptMessageHandler(forName: BridgeDialect.injectHandler)
        controller.removeScriptMessageHandler(forName: BridgeDialect.flushHandler)
        webView.mainDocumentObservers[ObjectIdentifier(self)] = nil
        webView.navigationInterceptors[ObjectIdentifier(self)] = nil
    }

    // MARK: - Calls

    /// Registers what handles calls of the page whose data is an object.
    ///
    /// - Parameters:
    ///   - handlerName: The name; a handler that has it is replaced.
    ///   - handler: Gets the data, nil where there is none or it is no object, and the callback, which is to be called once.
    public func register(handlerName: String, handler: @escaping Handler) {
        handlers[handlerName] = { handler($0 as? [String: Any], $1) }
    }

    /// Registers what handles calls of the page whose data is any JSON value.
    ///
    /// Where a closure does not say what it takes, it is one for an object.
    ///
    /// - Parameters:
    ///   - handlerName: The name; a handler that has it is replaced.
    ///   - handler: Gets the data, nil where there is none or it is no `Value`; for every kind of data write `Any?`.
    public func register<Value>(
        handlerName: String, handler: @escaping (_ data: Value?, _ callback: Callback?) -> Void
    ) {
        handlers[handlerName] = { handler($0 as? Value, $1) }
    }

    /// Removes a handler and returns it.
    @discardableResult
    public func remove(handlerName: String) -> Handler? {
        handlers.removeValue(forKey: handlerName).map { handler in { handler($0, $1) } }
    }

    /// Calls a handler of the page.
    ///
    /// Before the page has asked for the bridge, the call waits.
    ///
    /// - Parameters:
    ///   - handlerName: The page's name for it.
    ///   - data: A JSON value; nil is left out.
    ///   - callback: Called once on the main thread, with the page's answer or an error's description as an object.
    public func call(handlerName: String, data: Any? = nil, callback: Callback? = nil) {
        let call = Waiting(handlerName: handlerName, data: data, callback: callback)
        if let link = current, link.isOpen { return send(call, to: link) }
        guard waiting.count < Self.waitingLimit else {
            let error = WKWebViewJavascriptBridgeError.tooManyWaiting(limit: Self.waitingLimit)
            report(error)
            callback?(BridgeFailure.tooManyWaiting.answer(error.description))
            return
        }
        waiting.append(call)
    }

    /// The same under the name that some of the library's users give it.
    public func callHandler(_ handlerName: String, data: Any? = nil, callback: Callback? = nil) {
        call(handlerName: handlerName, data: data, callback: callback)
    }

    /// Forgets what waits, and answers the calls that wait for an answer; handlers stay.
    ///
    /// Ids go on from where they are: the page may still answer a call of before.
    public func reset() {
        forgetCalls(.reset, "the bridge was reset")
    }

    // MARK: - The page's signals

    func received(_ message: WKScriptMessage) {
        guard message.webView === webView, message.frameInfo.isMainFrame, let document = message.frameInfo.documentKey
        else { return report(.notMainFrame) }
        let signal: BridgeSignal = message.name == BridgeDialect.injectHandler ? .inject : .flush
        signalled(signal, in: .messageHandlers, by: document, frame: message.frameInfo)
    }

    private func intercepts(_ url: String) -> Bool {
        guard let signal = BridgeDialect.signal(of: url) else { return false }
        // The engine does not say which frame asks. Whichever it was, only the main frame's page is served.
        if let frame = webView?.mainDocumentFrame, let document = frame.documentKey {
            signalled(signal, in: .hiddenFrame, by: document, frame: frame)
        }
        return true
    }

    private func signalled(
        _ signal: BridgeSignal, in dialect: BridgeDialect, by document: DocumentKey, frame: WKFrameInfo
    ) {
        // A page that was left can no longer be reached.
        guard let webView, document == webView.mainDocumentKey else { return }
        guard admits(frame) else {
            let origin = frame.securityOrigin
            return report(.refused(origin: origin.host.isEmpty ? "null" : "\(origin.protocol)://\(origin.host)"))
        }
        var link = links.last { $0.document == document && $0.dialect == dialect }
        if let link, signal == .flush {
            if link.isOpen { fetch(link) } else { link.wantsFetch = true }
            return
        }
        if let known = link {
            links.removeAll { $0 === known }
        } else {
            generation += 1
            link = BridgeLink(document: document, dialect: dialect, generation: generation)
        }
        guard let link else { return }
        links.append(link)
        if links.count > Self.linkLimit { links.removeFirst() }
        link.wantsFetch = link.wantsFetch || signal == .flush
        inject(link)
    }

    private var current: BridgeLink? {
        guard let document = webView?.mainDocumentKey else { return nil }
        return links.last { $0.document == document }
    }

    private func documentChanged() {
        let now = webView?.mainDocumentKey
        guard now != shown else { return }
        let hadPage = shown != nil
        shown = now
        if hadPage { forgetCalls(.pageGone, "the page was left before it answered") }
    }

    private func forgetCalls(_ failure: BridgeFailure, _ reason: String) {
        let unanswered = waiting.compactMap(\.callback) + callbacks.values
        waiting = []
        callbacks = [:]
        for callback in unanswered { callback(failure.answer(reason)) }
    }

    // MARK: - Over the wire

    /// The page's half; `web/bridge/callback-bridge.ts`.
    private static let script = String(decoding: PackageResources.callback_bridge_js, as: UTF8.self)

    private func inject(_ link: BridgeLink) {
        let arguments = ["TRANSOM_BRIDGE": link.dialect.arguments(generation: link.generation)]
        webView?.callAsyncJavaScript(Self.script, arguments: arguments, in: nil, in: .page) { [weak self] result in
            guard let self, links.contains(where: { $0 === link }) else { return }
            guard case .success = result else { return report(.notInjected) }
            guard webView?.mainDocumentKey == link.document else {
                // It ran in the next document, which has not asked; what that says is not this link's.
                return links.removeAll { $0 === link }
            }
            link.isOpen = true
            log("the page has its half of the bridge")
            if current === link {
                let calls = waiting
                waiting = []
                for call in calls { send(call, to: link) }
            }
            if link.wantsFetch { fetch(link) }
        }
    }

    private func send(_ call: Waiting, to link: BridgeLink) {
        var message: Message = ["handlerName": call.handlerName]
        if let data = call.data { message["data"] = data }
        if let callback = call.callback {
            uniqueID += 1
            let id = link.dialect.idPrefix + String(uniqueID)
            message[link.dialect.callbackID] = id
            callbacks[id] = callback
        }
        log("calls \(call.handlerName)")
        let id = message[link.dialect.callbackID] as? String
        let isSent = deliver(message, to: link, for: call.handlerName) { [weak self] in
            // Nobody is there who could answer.
            guard let id, let callback = self?.callbacks.removeValue(forKey: id) else { return }
            callback(BridgeFailure.pageGone.answer("the page took no message"))
        }
        guard !isSent else { return }
        if let id { callbacks[id] = nil }
        call.callback?(BridgeFailure.notJSON.answer("the data is no JSON value"))
    }

    /// Hands a message to the page; false where it is no JSON.
    private func deliver(
        _ message: Message, to link: BridgeLink, for handlerName: String, orElse failed: @escaping () -> Void = {}
    ) -> Bool {
        guard JSONSerialization.isValidJSONObject(message),
            let data = try? JSONSerialization.data(withJSONObject: message)
        else {
            report(.notJSON(handlerName: handlerName))
            return false
        }
        let arguments: [String: Any] = [
            "global": link.dialect.global, "receiver": link.dialect.receiver, "generation": link.generation,
            "text": String(decoding: data, as: UTF8.self),
        ]
        let body = "const bridge = window[global]; return bridge ? bridge[receiver](text, generation) : false"
        webView?.callAsyncJavaScript(body, arguments: arguments, in: nil, in: .page) { [weak self] result in
            switch result {
            case .success(let value) where value as? Bool != false: return
            case .success, .failure:
                self?.report(.notDelivered(handlerName: handlerName))
                failed()
            }
        }
        return true
    }

    private func fetch(_ link: BridgeLink) {
        link.wantsFetch = false
        let arguments: [String: Any] = ["global": link.dialect.global, "generation": link.generation]
        let body = "const bridge = window[global]; return bridge ? bridge._fetchQueue(generation) : null"
        webView?.callAsyncJavaScript(body, arguments: arguments, in: nil, in: .page) { [weak self] result in
            guard let self, case .success(let value) = result, webView?.mainDocumentKey == link.document else { return }
            if case Optional<Any>.none = value { return }
            // Another document's bridge gives null.
            if value is NSNull { return }
            take(value as? String, from: link)
        }
    }

    private func take(_ queue: String?, from link: BridgeLink) {
        guard let queue, queue.utf8.count <= Self.queueLimit,
            let entries = try? JSONSerialization.jsonObject(with: Data(queue.utf8)) as? [Any]
        else { return report(.malformedQueue(limit: Self.queueLimit)) }
        for entry in entries {
            guard let message = entry as? Message else {
                report(.malformedMessage)
                continue
            }
            if let id = message[link.dialect.responseID] as? String {
                callbacks.removeValue(forKey: id)?(Self.value(message["responseData"]))
            } else if let name = message["handlerName"] as? String {
                handle(name, message, from: link)
            } else {
                report(.malformedMessage)
            }
        }
    }

    private func handle(_ name: String, _ message: Message, from link: BridgeLink) {
        let id = message[link.dialect.callbackID] as? String
        guard let handler = handlers[name] else {
            let error = WKWebViewJavascriptBridgeError.unknownHandler(name: String(name.prefix(64)))
            report(error)
            return reply(BridgeFailure.unknownHandler.answer(error.description), to: id, over: link, for: name)
        }
        log("is called: \(name)")
        let dropped = BridgeFailure.noAnswer.answer("the handler gave no answer")
        let answer = OneShot<Any?>(ifDropped: dropped) { [weak self] in self?.reply($0, to: id, over: link, for: name) }
        handler(Self.value(message["data"]), AnyThreadCallback.make(answer))
    }

    private func reply(_ value: Any?, to id: String?, over link: BridgeLink, for handlerName: String) {
        guard let id else { return }
        let message: Message = [link.dialect.responseID: id, "responseData": value ?? NSNull()]
        if deliver(message, to: link, for: handlerName) { return }
        let failure = BridgeFailure.notJSON.answer("the handler's answer is no JSON value")
        _ = deliver([link.dialect.responseID: id, "responseData": failure], to: link, for: handlerName)
    }

    /// A value as handlers take it: null is nothing.
    private static func value(_ value: Any?) -> Any? {
        value is NSNull ? nil : value
    }

    // MARK: - Words

    private func report(_ error: WKWebViewJavascriptBridgeError) {
        log(error.description)
        errorHandler?(error)
    }

    private func log(_ sentence: @autoclosure () -> String) {
        guard isLogEnable else { return }
        Diagnostics.report("WKWebViewJavascriptBridge: \(sentence())")
    }
}
