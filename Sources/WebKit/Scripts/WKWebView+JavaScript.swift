// Running scripts in pages.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
import Foundation
import TransomGLib

// In the class's own file `override` would need no `@objc`; here the members that a subclass may override are kept few:
// everything else calls them.
extension WKWebView {
    /// Runs a script in a frame and a world, and reports its value; `undefined` is an `Optional<Any>.none`.
    public func evaluateJavaScript(
        _ javaScript: String, in frame: WKFrameInfo? = nil, in contentWorld: WKContentWorld,
        completionHandler: (@MainActor (Result<Any, any Error>) -> Void)? = nil
    ) {
        evaluate(javaScript, in: frame, world: contentWorld) { result in
            completionHandler?(result.map { $0 ?? Any?.none as Any })
        }
    }

    /// Runs a script in a frame and a world, and returns its value; nil for `undefined`.
    @discardableResult
    public func evaluateJavaScript(
        _ javaScript: String, in frame: WKFrameInfo? = nil, contentWorld: WKContentWorld
    ) async throws -> Any? {
        try await withResult { evaluate(javaScript, in: frame, world: contentWorld, completion: $0) }
    }

    /// Runs a script as the body of an async function and reports what it returns; promises are awaited.
    ///
    /// - Parameters:
    ///   - functionBody: The body; `return` gives the value.
    ///   - arguments: Names and values that the body sees as variables. NSNumber, String, Date, arrays, dictionaries and
    ///     NSNull; they are passed as data and never become script text.
    ///   - frame: The frame to run in; nil for the main frame.
    ///   - contentWorld: The world to run in.
    ///   - completionHandler: Called once on the main thread.
    public func callAsyncJavaScript(
        _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
        in contentWorld: WKContentWorld, completionHandler: (@MainActor (Result<Any, any Error>) -> Void)? = nil
    ) {
        call(functionBody, arguments: arguments, in: frame, world: contentWorld) { result in
            completionHandler?(result.map { $0 ?? Any?.none as Any })
        }
    }

    /// Runs a script as the body of an async function and returns what it returns; promises are awaited.
    @discardableResult
    public func callAsyncJavaScript(
        _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
        contentWorld: WKContentWorld
    ) async throws -> Any? {
        try await withResult {
            call(functionBody, arguments: arguments, in: frame, world: contentWorld, completion: $0)
        }
    }

    // MARK: - For the module

    /// The one way into `webkit_web_view_evaluate_javascript`.
    func evaluate(
        _ script: String, in frame: WKFrameInfo?, world: WKContentWorld,
        completion: @escaping (Result<Any?, any Error>) -> Void
    ) {
        let answer = javaScript.add(completion)
        guard !isInvalidated else { return answer(.failure(WKError(.webViewInvalidated))) }
        guard isMain(frame) else {
            return run(in: frame, world: world, isCall: false, source: script, arguments: [], answer)
        }
        let world = world.engineName
        AsyncOperation.start { ready, data in
            webkit_web_view_evaluate_javascript(webView, script, -1, world, nil, nil, ready, data)
        } finish: { source, result, error in
            source.flatMap { source in
                source.withMemoryRebound(to: WebKitWebView.self, capacity: 1) {
                    webkit_web_view_evaluate_javascript_finish($0, result, error)
                }
            }
        } completion: { [weak self] result in
            answer(Self.outcome(result, hasWebProcess: self?.hasWebProcess ?? true))
        }
        MainLoop.wake()
    }

    func call(
        _ body: String, arguments: [String: Any], in frame: WKFrameInfo?, world: WKContentWorld,
        completion: @escaping (Result<Any?, any Error>) -> Void
    ) {
        let answer = javaScript.add(completion)
        guard !isInvalidated else { return answer(.failure(WKError(.webViewInvalidated))) }
        let prepared: ScriptArguments
        do throws(WKError) {
            guard isMain(frame) else {
                let call = try ScriptArguments.texts(arguments)
                return run(
                    in: frame, world: world, isCall: true,
                    source: "(async function (\(call.parameters)) {\(call.prelude)\(body)\n})", arguments: call.texts,
                    answer)
            }
            prepared = try ScriptArguments(arguments)
        } catch { return answer(.failure(error)) }
        let world = world.engineName
        AsyncOperation.start { ready, data in
            webkit_web_view_call_async_javascript_function(
                webView, prepared.prelude + body, -1, prepared.variant, world, nil, nil, ready, data)
        } finish: { source, result, error in
            source.flatMap { source in
                source.withMemoryRebound(to: WebKitWebView.self, capacity: 1) {
                    webkit_web_view_call_async_javascript_function_finish($0, result, error)
                }
            }
        } completion: { [weak self] result in
            answer(Self.outcome(result, hasWebProcess: self?.hasWebProcess ?? true))
        }
        MainLoop.wake()
    }

    /// Whether a script is for the main frame, which the engine's own functions reach.
    private func isMain(_ frame: WKFrameInfo?) -> Bool {
        guard let frame else { return true }
        return frame.isMainFrame && (frame.webView == nil || frame.webView === self)
    }

    /// Runs a script in another frame through the extension.
    private func run(
        in frame: WKFrameInfo?, world: WKContentWorld, isCall: Bool, source: String, arguments: [String],
        _ answer: @escaping (Result<Any?, any Error>) -> Void
    ) {
        guard let number = frame?.number(in: self),
            let message = FrameScript.message(
                frame: number, world: world, isCall: isCall, source: source, arguments: arguments)
        else {
            // Answered later, as everything else is.
            _ = Task { @MainActor in answer(.failure(WKError(.javaScriptInvalidFrameTarget))) }
            return
        }
        ask(message) { answer(FrameScript.outcome($0)) }
        MainLoop.wake()
    }

    private static func outcome(
        _ result: Result<UnsafeMutablePointer<JSCValue>, GLibError>, hasWebProcess: Bool
    ) -> Result<Any?, any Error> {
        switch result {
        case .success(let value):
            defer { g_object_unref(value) }
            do throws(JavaScriptValue.TooLarge) {
                return .success(try JavaScriptValue.foundation(value))
            } catch {
                return .failure(
                    WKError(
                        .javaScriptResultTypeIsUnsupported,
                        userInfo: ["WKJavaScriptExceptionMessage": "The result is too large."]))
            }
        case .failure(let error):
            // Without a web process the engine says that the result is of no use.
            return .failure(hasWebProcess ? ScriptFailure.error(error) : WKError(.webContentProcessTerminated))
        }
    }

    private func withResult(
        _ start: (@escaping (Result<Any?, any Error>) -> Void) -> Void
    ) async throws -> Any? {
        try await withCheckedThrowingContinuation { continuation in
            start { result in
                nonisolated(unsafe) let result = result
                // The value was made for this caller alone.
                continuation.resume(with: result)
            }
        }
    }
}
