// JavaScript values as text, made by the engine in one call.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
import TransomGLib

/// Has the engine write a container as tagged JSON, which costs a fraction of asking for each member.
///
/// The function runs in the context that holds what came from pages, which no page reaches. It fails, and the members are
/// asked for one by one, where a value contains itself or is too deep. `jsc_value_function_callv`.
@MainActor
enum ValueText {
    /// `$` marks what JSON has no word for, so an object that has such a member is written as its entries.
    private static let source = """
        (() => { "use strict";
        const tooLarge = {};
        let left = 0;
        const replace = function (key) {
            const value = this[key];
            left -= typeof value === 'string' ? 64 + value.length : 64;
            if (left < 0) throw tooLarge;
            if (typeof value === 'number') {
                if (value - value !== 0 || (value === 0 && 1 / value < 0))
                    return {$: 'number', v: value === 0 ? '-0' : String(value)};
                return value;
            }
            if (typeof value !== 'object' || value === null) return value;
            if (value instanceof Date) return {$: 'date', v: String(value.getTime())};
            if (Object.hasOwn(value, '$')) return {$: 'object', v: Object.entries(value).filter((entry) => entry[1] !== undefined)};
            return value;
        };
        return (value, isMessage, budget) => {
            left = budget;
            try {
                if (!isMessage) return JSON.stringify(value, replace);
                const parts = [value[0], value[2]];
                if (value[1] !== undefined) parts.push(value[1]);
                return JSON.stringify(parts, replace);
            } catch (error) {
                if (error === tooLarge) return false;
                throw error;
            }
        }; })()
        """

    private static var made: (context: ObjectRef, function: ObjectRef)?

    /// What became of a container.
    enum Outcome {
        /// The bytes of its text, which the caller releases.
        case bytes(OpaquePointer)
        /// It costs more than the budget; asking for each member would cost more still.
        case tooLarge
        /// It contains itself or is too deep for the engine's writer.
        case impossible
    }

    /// Has a container written.
    ///
    /// - Parameter isMessage: Whether the value is an array of token, body and URL; then the body comes last, and is not there
    ///   when it is `undefined`.
    static func write(_ value: UnsafeMutablePointer<JSCValue>, isMessage: Bool) -> Outcome {
        guard let context = jsc_value_get_context(value), let function = function(in: context),
            let flag = jsc_value_new_boolean(context, isMessage ? 1 : 0)
        else { return .impossible }
        defer { g_object_unref(flag) }
        guard let budget = jsc_value_new_number(context, Double(BodyBudget.current)) else { return .impossible }
        defer { g_object_unref(budget) }
        var parameters: [UnsafeMutablePointer<JSCValue>?] = [value, flag, budget]
        let result = jsc_value_function_callv(function, 3, &parameters)
        defer { if let result { g_object_unref(result) } }
        guard jsc_context_get_exception(context) == nil else {
            jsc_context_clear_exception(context)
            return .impossible
        }
        guard let result else { return .impossible }
        if jsc_value_is_boolean(result) != 0 { return .tooLarge }
        guard jsc_value_is_string(result) != 0, let bytes = jsc_value_to_string_as_bytes(result) else {
            return .impossible
        }
        return .bytes(bytes)
    }

    private static func function(in context: UnsafeMutablePointer<JSCContext>) -> UnsafeMutablePointer<JSCValue>? {
        if let made, made.context.pointer == UnsafeMutableRawPointer(context) {
            return made.function.assuming()
        }
        guard let value = jsc_context_evaluate(context, source, -1) else { return nil }
        made = (
            ObjectRef(retaining: UnsafeMutableRawPointer(context)), ObjectRef(adopting: UnsafeMutableRawPointer(value))
        )
        return value
    }
}
