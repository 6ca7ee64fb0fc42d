// Arguments of a script as data.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Foundation
import TransomGLib

/// Turns a dictionary of arguments into what the engine can pass: each value as JSON text, which the body's first words
/// turn back into values.
///
/// The engine's own argument bridge knows numbers and strings only. `webkit_web_view_call_async_javascript_function`.
@MainActor
struct ScriptArguments {
    /// The words before the body, on its first line, so that line numbers stay right.
    let prelude: String
    /// A floating `a{sv}`.
    let variant: OpaquePointer?

    /// - Throws: `javaScriptExceptionOccurred` for a name that is no identifier, `javaScriptResultTypeIsUnsupported` for a
    ///   value that JavaScript cannot hold.
    init(_ arguments: [String: Any]) throws(WKError) {
        var words = ""
        let type = g_variant_type_new("a{sv}")
        defer { g_variant_type_free(type) }
        let builder = g_variant_builder_new(type)
        defer { g_variant_builder_unref(builder) }
        for (name, value) in arguments.sorted(by: { $0.key < $1.key }) {
            guard Self.isIdentifier(name) else {
                throw WKError(
                    .javaScriptExceptionOccurred,
                    userInfo: ["WKJavaScriptExceptionMessage": "SyntaxError: \"\(name)\" is not an identifier."])
            }
            guard let encoded = Self.encoded(value),
                let data = try? JSONSerialization.data(withJSONObject: [encoded]),
                let text = String(data: data, encoding: .utf8)
            else {
                throw WKError(
                    .javaScriptResultTypeIsUnsupported,
                    userInfo: [
                        "WKJavaScriptExceptionMessage":
                            "The argument \"\(name)\" is not a number, string, date, array, dictionary or null."
                    ])
            }
            g_variant_builder_add_value(
                builder,
                g_variant_new_dict_entry(g_variant_new_string(name), g_variant_new_variant(g_variant_new_string(text))))
            words += "\(name) = __revive(\(name)); "
        }
        let revive =
            "const __revive = (text) => { const walk = (value) => { if (value === null || typeof value !== 'object') "
            + "return value; if (Array.isArray(value)) return value.map(walk); if ('$' in value) switch (value.$) { "
            + "case 'date': return new Date(value.v); case 'number': return Number(value.v); "
            + "case 'object': return Object.fromEntries(value.v.map(([k, v]) => [k, walk(v)])); } "
            + "return value; }; return walk(JSON.parse(text)[0]); }; "
        prelude = arguments.isEmpty ? "" : revive + words
        variant = g_variant_builder_end(builder)
    }

    private static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.utf8.first else { return false }
        func isLetter(_ byte: UInt8) -> Bool {
            (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7a) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
        }
        return isLetter(first) && name.utf8.allSatisfy { isLetter($0) || ($0 >= 0x30 && $0 <= 0x39) }
            && name != "__revive"
    }

    /// A value that JSON can hold; what JSON has no word for is tagged.
    private static func encoded(_ value: Any, depth: Int = 0) -> Any? {
        guard depth <= JavaScriptBuilder.maximumDepth, let value = JavaScriptBuilder.unwrapped(value) else {
            return nil
        }
        switch value {
        case is NSNull, is String: return value
        case let number as NSNumber:
            if JavaScriptBuilder.isBoolean(number) { return number.boolValue }
            guard number.doubleValue.isFinite else { return ["$": "number", "v": "\(number.doubleValue)"] }
            return number
        case let date as Date: return ["$": "date", "v": date.timeIntervalSince1970 * 1000] as [String: Any]
        case let items as [Any]:
            var all: [Any] = []
            for item in items {
                guard let member = encoded(item, depth: depth + 1) else { return nil }
                all.append(member)
            }
            return all
        case let members as [String: Any]:
            var all: [Any] = []
            for (name, item) in members {
                guard let member = encoded(item, depth: depth + 1) else { return nil }
                all.append([name, member])
            }
            return ["$": "object", "v": all] as [String: Any]
        default: return nil
        }
    }
}
