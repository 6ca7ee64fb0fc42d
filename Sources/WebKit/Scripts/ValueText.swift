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
    ///
    /// The engine writes three times as fast without a replacer, so what needs none is told first. Values that came from a page
    /// have no accessors and no `toJSON` but a date's.
    private static let source = """
        (() => { "use strict";
        const tooLarge = {};
        const deep = {};
        let left = 0;
        const spend = (value) => {
            left -= typeof value === 'string' ? 64 + value.length : 64;
            if (left < 0) throw tooLarge;
        };
        const replace = function (key) {
            const value = this[key];
            spend(value);
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
        const isPlain = (value, depth) => {
            spend(value);
            if (typeof value === 'number') return value - value === 0 && (value !== 0 || 1 / value > 0);
            if (typeof value !== 'object' || value === null) return true;
            if (depth > 500) throw deep;
            if (Array.isArray(value)) {
                for (let index = 0; index < value.length; index++)
                    if (!isPlain(value[index], depth + 1)) return false;
                return true;
            }
            if (value instanceof Date) return false;
            for (const name of Object.keys(value))
                if (name === '$' || !isPlain(value[name], depth + 1)) return false;
            return true;
        };
        const write = (value, budget) => {
            left = budget;
            try {
                if (isPlain(value, 0)) return JSON.stringify(value);
            } catch (error) {
                if (error === tooLarge) return false;
                if (error !== deep) throw error;
            }
            left = budget;
            try {
                return JSON.stringify(value, replace);
            } catch (error) {
                if (error === tooLarge) return false;
                throw error;
            }
        };
        return [write, (value, budget) => {
            const parts = [value[0], value[2]];
            if (value[1] !== undefined) parts.push(value[1]);
            return write(parts, budget);
        }]; })()
        """

    private static var made: Made?

    /// The functions, in the context that holds what came from pages, and the number that is passed to them.
    @MainActor
    private final class Made {
        let context: ObjectRef
        private let value: ObjectRef
        private let message: ObjectRef
        private var budget: (figure: Int, number: ObjectRef)?

        init?(_ context: UnsafeMutablePointer<JSCContext>) {
            guard let pair = jsc_context_evaluate(context, ValueText.source, -1) else { return nil }
            defer { g_object_unref(pair) }
            guard let value = jsc_value_object_get_property_at_index(pair, 0) else { return nil }
            self.value = ObjectRef(adopting: UnsafeMutableRawPointer(value))
            guard let message = jsc_value_object_get_property_at_index(pair, 1) else { return nil }
            self.message = ObjectRef(adopting: UnsafeMutableRawPointer(message))
            self.context = ObjectRef(retaining: UnsafeMutableRawPointer(context))
        }

        /// Calls the function for a value or a message.
        func write(_ what: UnsafeMutablePointer<JSCValue>, isMessage: Bool) -> UnsafeMutablePointer<JSCValue>? {
            let figure = BodyBudget.current
            if budget?.figure != figure {
                guard let number = jsc_value_new_number(context.assuming(), Double(figure)) else { return nil }
                budget = (figure, ObjectRef(adopting: UnsafeMutableRawPointer(number)))
            }
            guard let number = budget?.number else { return nil }
            var parameters: [UnsafeMutablePointer<JSCValue>?] = [what, number.assuming()]
            return jsc_value_function_callv((isMessage ? message : value).assuming(), 2, &parameters)
        }
    }

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
        guard let context = jsc_value_get_context(value) else { return .impossible }
        if made?.context.pointer != UnsafeMutableRawPointer(context) { made = Made(context) }
        let result = made?.write(value, isMessage: isMessage)
        defer { if let result { g_object_unref(result) } }
        guard jsc_context_get_exception(context) == nil else {
            jsc_context_clear_exception(context)
            return .impossible
        }
        guard let result else { return .impossible }
        guard jsc_value_is_string(result) != 0 else {
            return jsc_value_is_boolean(result) != 0 ? .tooLarge : .impossible
        }
        return jsc_value_to_string_as_bytes(result).map { .bytes($0) } ?? .impossible
    }
}
