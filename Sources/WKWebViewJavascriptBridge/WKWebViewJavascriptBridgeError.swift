// What is wrong with what came over a bridge, or could not go over it.
// SPDX-License-Identifier: Apache-2.0

/// What is wrong with what came over a bridge, or could not go over it.
///
/// Nothing of it holds what a message carried.
public enum WKWebViewJavascriptBridgeError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The page's queue is no JSON array, or longer than this many bytes.
    case malformedQueue(limit: Int)
    /// An entry of the page's queue is no message.
    case malformedMessage
    /// The page called a handler that is not registered; its callback was answered with an error.
    case unknownHandler(name: String)
    /// Something else than the page of the main frame signalled.
    case notMainFrame
    /// The page's origin may not use this bridge.
    case refused(origin: String)
    /// Data for a handler of the page, or an answer of a handler of ours, is nothing that JSON can hold.
    case notJSON(handlerName: String)
    /// This many messages wait already for a page that has not asked for the bridge.
    case tooManyWaiting(limit: Int)
    /// The page's half of the bridge could not be run.
    case notInjected
    /// A message did not reach the page.
    case notDelivered(handlerName: String)

    /// One sentence.
    public var description: String {
        switch self {
        case .malformedQueue(let limit):
            "the page's queue is not the text of a JSON array of at most \(limit) bytes, and was thrown away"
        case .malformedMessage: "an entry of the page's queue is not an object with a handlerName or a responseID"
        case .unknownHandler(let name):
            "the page called the handler \"\(name.prefix(64))\", which is not registered; register(handlerName:handler:) does it"
        case .notMainFrame: "a frame signalled; only the page of the main frame has a bridge"
        case .refused(let origin): "the page of \(origin) may not use this bridge"
        case .notJSON(let name):
            "what was given for \"\(name)\" is no JSON value; dictionaries with text keys, arrays, text, numbers, NSNull are"
        case .tooManyWaiting(let limit): "\(limit) messages wait already for a page that has not asked for the bridge"
        case .notInjected: "the page's half of the bridge could not be run"
        case .notDelivered(let name): "a message for \"\(name)\" did not reach the page"
        }
    }
}
