// Arguments of a script as data.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Foundation
import TransomGLib

/// Turns a dictionary of arguments into what the engine can pass: each value as text, which the body's first words turn
/// back into values.
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
        var texts: [(name: String, text: String)] = []
        for (name, value) in arguments.sorted(by: { $0.key < $1.key }) {
            guard Self.isIdentifier(name) else {
                throw WKError(
                    .javaScriptExceptionOccurred,
                    userInfo: ["WKJavaScriptExceptionMessage": "SyntaxError: \"\(name)\" is not an identifier."])
            }
            guard let text = TaggedJSON.text(value) else {
                throw WKError(
                    .javaScriptResultTypeIsUnsupported,
                    userInfo: [
                        "WKJavaScriptExceptionMessage":
                            "The argument \"\(name)\" is not a number, string, date, array, dictionary or null."
                    ])
            }
            texts.append((name, text))
        }
        // In a block of its own, so that the body may have variables of any name.
        var reviver = "revive"
        while arguments[reviver] != nil { reviver += "_" }
        let assignments = texts.map { "\($0.name) = \(reviver)(\($0.name)); " }.joined()
        prelude = texts.isEmpty ? "" : "{ const \(reviver) = \(TaggedJSON.reviver); \(assignments)} "
        variant = Self.dictionary(texts)
    }

    private static func dictionary(_ texts: [(name: String, text: String)]) -> OpaquePointer? {
        let type = g_variant_type_new("a{sv}")
        defer { g_variant_type_free(type) }
        let builder = g_variant_builder_new(type)
        defer { g_variant_builder_unref(builder) }
        for (name, text) in texts {
            g_variant_builder_add_value(
                builder,
                g_variant_new_dict_entry(g_variant_new_string(name), g_variant_new_variant(g_variant_new_string(text))))
        }
        return g_variant_builder_end(builder)
    }

    private static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.utf8.first else { return false }
        func isLetter(_ byte: UInt8) -> Bool {
            (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7a) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
        }
        return isLetter(first) && name.utf8.allSatisfy { isLetter($0) || ($0 >= 0x30 && $0 <= 0x39) }
    }
}
