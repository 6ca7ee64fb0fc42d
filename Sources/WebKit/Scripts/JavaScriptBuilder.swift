// Foundation values as JavaScript values.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
import Foundation

/// Builds JavaScript values from the types that Apple accepts: NSNumber, String, Date, Array, Dictionary and NSNull.
@MainActor
enum JavaScriptBuilder {
    /// A new value that the caller owns, or nil when something in it has no JavaScript counterpart.
    static func value(
        _ value: Any?, in context: UnsafeMutablePointer<JSCContext>
    ) -> UnsafeMutablePointer<JSCValue>? {
        if let text = value as? String { return string(Array(text.utf8), in: context) }
        guard let text = TaggedJSON.text(value) else { return nil }
        // Most answers are plain, and evaluating a script costs more than all else that an answer takes.
        if text.isPlain { return jsc_value_new_from_json(context, text.string) }
        guard let revive = jsc_context_evaluate(context, "(" + TaggedJSON.reviver + ")", -1) else { return nil }
        defer { g_object_unref(revive) }
        guard let argument = string(text.bytes, in: context) else { return nil }
        defer { g_object_unref(argument) }
        var parameters: [UnsafeMutablePointer<JSCValue>?] = [argument]
        let result = jsc_value_function_callv(revive, 1, &parameters)
        guard jsc_context_get_exception(context) == nil else {
            jsc_context_clear_exception(context)
            if let result { g_object_unref(result) }
            return nil
        }
        return result
    }

    private static func string(
        _ text: [UInt8], in context: UnsafeMutablePointer<JSCContext>
    ) -> UnsafeMutablePointer<JSCValue>? {
        let bytes = text.withUnsafeBufferPointer { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(bytes) }
        return jsc_value_new_string_from_bytes(context, bytes)
    }
}
