// Arguments of a script as data.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Foundation
import TransomGLib

/// Turns a dictionary of arguments into what the engine can pass.
///
/// The engine's own argument bridge knows numbers and strings only: those go as they are, and any other value as text,
/// which the body's first words turn back into the value. `webkit_web_view_call_async_javascript_function`.
@MainActor
struct ScriptArguments {
    /// The words before the body, on its first line, so that line numbers stay right.
    let prelude: String
    /// A floating `a{sv}`.
    let variant: OpaquePointer?

    /// - Throws: `javaScriptExceptionOccurred` for a name that is no identifier, `javaScriptResultTypeIsUnsupported` for a
    ///   value that JavaScript cannot hold.
    init(_ arguments: [String: Any]) throws(WKError) {
        var values: [(name: String, value: OpaquePointer?)] = []
        var revived: [String] = []
        for (name, value) in arguments.sorted(by: { $0.key < $1.key }) {
            guard Self.isIdentifier(name) else {
                for (_, value) in values { g_variant_unref(g_variant_ref_sink(value)) }
                throw Self.notAnIdentifier(name)
            }
            if let direct = Self.direct(value) {
                values.append((name, direct))
                continue
            }
            guard let text = TaggedJSON.text(value) else {
                for (_, value) in values { g_variant_unref(g_variant_ref_sink(value)) }
                throw Self.notAValue(name)
            }
            values.append((name, g_variant_new_string(text.string)))
            revived.append(name)
        }
        prelude = Self.prelude(reviving: revived, besides: arguments)
        variant = Self.dictionary(values)
    }

    /// The same for a frame other than the main one, where the extension passes texts: a function's parameters, the words
    /// before its body, and a text for each parameter.
    ///
    /// - Throws: As `init`.
    static func texts(
        _ arguments: [String: Any]
    ) throws(WKError) -> (parameters: String, prelude: String, texts: [String]) {
        var texts: [String] = []
        let names = arguments.keys.sorted()
        for name in names {
            guard isIdentifier(name) else { throw notAnIdentifier(name) }
            guard let text = TaggedJSON.text(arguments[name]) else { throw notAValue(name) }
            texts.append(text.string)
        }
        return (names.joined(separator: ", "), prelude(reviving: names, besides: arguments), texts)
    }

    /// The words that turn texts back into values, in a block of their own, so that the body may have variables of any
    /// name.
    private static func prelude(reviving names: [String], besides arguments: [String: Any]) -> String {
        guard !names.isEmpty else { return "" }
        var reviver = "revive"
        while arguments[reviver] != nil { reviver += "_" }
        let assignments = names.map { "\($0) = \(reviver)(\($0)); " }.joined()
        return "{ const \(reviver) = \(TaggedJSON.reviver); \(assignments)} "
    }

    private static func notAnIdentifier(_ name: String) -> WKError {
        WKError(
            .javaScriptExceptionOccurred,
            userInfo: ["WKJavaScriptExceptionMessage": "SyntaxError: \"\(name)\" is not an identifier."])
    }

    private static func notAValue(_ name: String) -> WKError {
        WKError(
            .javaScriptResultTypeIsUnsupported,
            userInfo: [
                "WKJavaScriptExceptionMessage":
                    "The argument \"\(name)\" is not a number, string, date, array, dictionary or null."
            ])
    }

    /// A floating value for what the engine passes itself; a variant's text can hold no NUL.
    private static func direct(_ value: Any) -> OpaquePointer? {
        if let text = value as? String {
            return text.utf8.contains(0) ? nil : g_variant_new_string(text)
        }
        guard let number = value as? NSNumber, !TaggedJSON.isBoolean(number), number.doubleValue.isFinite else {
            return nil
        }
        return g_variant_new_double(number.doubleValue)
    }

    private static func dictionary(_ values: [(name: String, value: OpaquePointer?)]) -> OpaquePointer? {
        let type = g_variant_type_new("a{sv}")
        defer { g_variant_type_free(type) }
        let builder = g_variant_builder_new(type)
        defer { g_variant_builder_unref(builder) }
        for (name, value) in values {
            g_variant_builder_add_value(
                builder,
                g_variant_new_dict_entry(g_variant_new_string(name), g_variant_new_variant(value)))
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
