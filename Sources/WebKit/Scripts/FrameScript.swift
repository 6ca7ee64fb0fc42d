// A script for a frame other than the main one.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
import Foundation
import TransomGLib

/// What the web-process extension is asked to run, and what it answers.
///
/// The engine's own functions reach the main frame only.
@MainActor
enum FrameScript {
    /// The question: frame, world, whether it is a function that is called, its text, its arguments, what the result may
    /// cost.
    static func message(
        frame: UInt64, world: WKContentWorld, isCall: Bool, source: String, arguments: [String]
    ) -> UnsafeMutablePointer<WebKitUserMessage>? {
        webkit_user_message_new(
            "script",
            Variant.tuple([
                g_variant_new_uint64(guint64(frame)), Variant.string(world.key), Variant.boolean(isCall),
                Variant.string(source), Variant.strings(arguments), g_variant_new_double(Double(BodyBudget.current)),
            ]))
    }

    /// What the script came to.
    static func outcome(_ answer: ExtensionAnswer?) -> Result<Any?, any Error> {
        guard let answer else { return .failure(WKError(.webContentProcessTerminated)) }
        guard let parameters = answer.parameters, let status = Variant.string(parameters, at: 0),
            let text = Variant.string(parameters, at: 1)
        else {
            return .failure(
                WKError(
                    .unknown,
                    userInfo: ["WKJavaScriptExceptionMessage": "The web process reaches the main frame only."]))
        }
        switch status {
        case "value": return value(text)
        case "gone": return .failure(WKError(.javaScriptInvalidFrameTarget))
        case "exception":
            var details: [String: any Sendable] = ["WKJavaScriptExceptionMessage": text]
            if let line = Variant.uint32(parameters, at: 3), line > 0 {
                details["WKJavaScriptExceptionLineNumber"] = Int(line)
                if let column = Variant.uint32(parameters, at: 4), column > 0 {
                    details["WKJavaScriptExceptionColumnNumber"] = Int(column)
                }
                if let source = Variant.string(parameters, at: 2), let url = URL(string: source), url.scheme != nil {
                    details["WKJavaScriptExceptionSourceURL"] = url
                }
            }
            return .failure(WKError(.javaScriptExceptionOccurred, userInfo: details))
        case "too-large":
            return .failure(
                WKError(
                    .javaScriptResultTypeIsUnsupported,
                    userInfo: ["WKJavaScriptExceptionMessage": "The result is too large."]))
        default: return .failure(WKError(.javaScriptResultTypeIsUnsupported))
        }
    }

    private static func value(_ text: String) -> Result<Any?, any Error> {
        guard !text.isEmpty else { return .success(nil) }
        var text = text
        let value = text.withUTF8 { TaggedJSONReader.value($0) }
        guard let value else { return .failure(WKError(.javaScriptResultTypeIsUnsupported)) }
        return .success(value.base)
    }
}
