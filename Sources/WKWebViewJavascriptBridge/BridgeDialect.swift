// The two spellings of the protocol.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Which spelling of the protocol a page speaks; it chooses by what it asks with.
enum BridgeDialect: CaseIterable {
    /// `WKWebViewJavascriptBridge`: the page posts to two script message handlers.
    case messageHandlers
    /// `WebViewJavascriptBridge`, the older one: a hidden frame goes to two URLs that do not exist.
    case hiddenFrame

    /// The script message handler that asks for the bridge.
    static let injectHandler = "iOS_Native_InjectJavascript"
    /// The script message handler that tells of a queue.
    static let flushHandler = "iOS_Native_FlushMessageQueue"
    /// The host of the URL that asks for the bridge.
    static let injectHost = "__bridge_loaded__"
    /// The host of the URL that tells of a queue.
    static let flushHost = "__wvjb_queue_message__"

    /// The page's global.
    var global: String {
        switch self {
        case .messageHandlers: "WKWebViewJavascriptBridge"
        case .hiddenFrame: "WebViewJavascriptBridge"
        }
    }

    /// The member of the global that takes a message.
    var receiver: String {
        switch self {
        case .messageHandlers: "_handleMessageFromiOS"
        case .hiddenFrame: "_handleMessageFromObjC"
        }
    }

    /// How a message spells the id of its callback.
    var callbackID: String {
        switch self {
        case .messageHandlers: "callbackID"
        case .hiddenFrame: "callbackId"
        }
    }

    /// How a reply spells the id of what it answers.
    var responseID: String {
        switch self {
        case .messageHandlers: "responseID"
        case .hiddenFrame: "responseId"
        }
    }

    /// What native callback ids begin with.
    var idPrefix: String {
        switch self {
        case .messageHandlers: "native_iOS_cb_"
        case .hiddenFrame: "objc_cb_"
        }
    }

    /// What the page's half of the bridge is given.
    func arguments(generation: Int) -> [String: Any] {
        let isOlder = self == .hiddenFrame
        return [
            "generation": generation, "global": global, "waiting": isOlder ? "WVJBCallbacks" : "WKWVJBCallbacks",
            "receive": receiver, "callbackID": callbackID, "responseID": responseID,
            "queueHandler": isOlder ? NSNull() : Self.flushHandler as Any,
            "queueURL": isOlder ? "https://\(Self.flushHost)" as Any : NSNull(), "defers": isOlder,
        ]
    }

    /// What a hidden frame's navigation says; nil for any other URL.
    static func signal(of url: String) -> BridgeSignal? {
        // The engine's own spelling: host in small letters, followed by nothing or a path.
        for scheme in ["https://", "wvjbscheme://"] where url.utf8.starts(with: scheme.utf8) {
            let host = url.utf8.dropFirst(scheme.utf8.count).prefix { $0 != UInt8(ascii: "/") }
            switch String(host)?.lowercased() {
            case injectHost: return .inject
            case flushHost: return .flush
            default: return nil
            }
        }
        return nil
    }
}

/// What a page asks for.
enum BridgeSignal {
    /// The page's half of the bridge.
    case inject
    /// That its queue be fetched.
    case flush
}
