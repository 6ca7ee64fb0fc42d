// The engine's script errors as Apple's.
// SPDX-License-Identifier: Apache-2.0

import CTransomWebKit
import Foundation
import TransomGLib

/// Translates `WebKitJavascriptError`, whose text is `source:line:column: message`.
enum ScriptFailure {
    static func error(_ error: GLibError) -> WKError {
        guard error.domain == "WebKitJavascriptError" else {
            return WKError(.unknown, userInfo: ["WKJavaScriptExceptionMessage": error.message])
        }
        guard error.code == Int(WEBKIT_JAVASCRIPT_ERROR_SCRIPT_FAILED.rawValue) else {
            return WKError(
                .javaScriptResultTypeIsUnsupported, userInfo: ["WKJavaScriptExceptionMessage": error.message])
        }
        var details: [String: any Sendable] = ["WKJavaScriptExceptionMessage": error.message]
        if let (source, line, column, message) = place(error.message) {
            details["WKJavaScriptExceptionMessage"] = message
            if let url = URL(string: source), url.scheme != nil { details["WKJavaScriptExceptionSourceURL"] = url }
            details["WKJavaScriptExceptionLineNumber"] = line
            if let column { details["WKJavaScriptExceptionColumnNumber"] = column }
        }
        return WKError(.javaScriptExceptionOccurred, userInfo: details)
    }

    /// Takes `SOURCE:LINE[:COLUMN]: message` apart.
    private static func place(_ text: String) -> (source: String, line: Int, column: Int?, message: String)? {
        guard let end = text.range(of: ": ") else { return nil }
        let parts = text[..<end.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
        let message = String(text[end.upperBound...])
        if parts.count >= 3, let line = Int(parts[parts.count - 2]), let column = Int(parts[parts.count - 1]) {
            return (parts.dropLast(2).joined(separator: ":"), line, column, message)
        }
        if parts.count >= 2, let line = Int(parts[parts.count - 1]) {
            return (parts.dropLast().joined(separator: ":"), line, nil, message)
        }
        return nil
    }
}
