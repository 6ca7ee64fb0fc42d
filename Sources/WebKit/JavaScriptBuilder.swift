// Foundation values as JavaScript values.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
import Foundation

/// Builds JavaScript values from the types that Apple accepts: NSNumber, String, Date, Array, Dictionary and NSNull.
@MainActor
enum JavaScriptBuilder {
    /// How deep a value may be.
    static let maximumDepth = 512

    /// A new value that the caller owns, or nil when something in it has no JavaScript counterpart.
    static func value(
        _ value: Any?, in context: UnsafeMutablePointer<JSCContext>, depth: Int = 0
    ) -> UnsafeMutablePointer<JSCValue>? {
        guard depth <= maximumDepth else { return nil }
        guard let value = unwrapped(value) else { return jsc_value_new_undefined(context) }
        switch value {
        case is NSNull:
            return jsc_value_new_null(context)
        case let number as NSNumber:
            return isBoolean(number)
                ? jsc_value_new_boolean(context, number.boolValue ? 1 : 0)
                : jsc_value_new_number(context, number.doubleValue)
        case let text as String:
            let bytes = Array(text.utf8)
            let copy = g_bytes_new(bytes, gsize(bytes.count))
            defer { g_bytes_unref(copy) }
            return jsc_value_new_string_from_bytes(context, copy)
        case let date as Date:
            return self.date(date, in: context)
        case let items as [Any]:
            return array(items, in: context, depth: depth)
        case let members as [String: Any]:
            return object(members, in: context, depth: depth)
        default:
            return nil
        }
    }

    /// Whether a number was made from a boolean: only then it is `true` or `false` in JavaScript.
    static func isBoolean(_ number: NSNumber) -> Bool {
        CFNumberIsBoolean(number)
    }

    /// The value inside any optionals, or nil.
    static func unwrapped(_ value: Any?) -> Any? {
        guard let value else { return nil }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return (value as? AnyHashable)?.base ?? value }
        return mirror.children.first.flatMap { unwrapped($0.value) }
    }

    private static func CFNumberIsBoolean(_ number: NSNumber) -> Bool {
        // The Objective-C type of a boolean NSNumber is `c` on Linux as an Int8's is, so the description tells them apart.
        String(cString: number.objCType) == "c" && (number === (true as NSNumber) || number === (false as NSNumber))
    }

    private static func date(_ date: Date, in context: UnsafeMutablePointer<JSCContext>) -> UnsafeMutablePointer<
        JSCValue
    >? {
        guard let constructor = jsc_context_get_value(context, "Date") else { return nil }
        defer { g_object_unref(constructor) }
        guard let time = jsc_value_new_number(context, date.timeIntervalSince1970 * 1000) else { return nil }
        defer { g_object_unref(time) }
        var parameters: [UnsafeMutablePointer<JSCValue>?] = [time]
        return jsc_value_constructor_callv(constructor, 1, &parameters)
    }

    private static func array(
        _ items: [Any], in context: UnsafeMutablePointer<JSCContext>, depth: Int
    ) -> UnsafeMutablePointer<JSCValue>? {
        guard let array = jsc_value_new_from_json(context, "[]") else { return nil }
        for (index, item) in items.enumerated() {
            guard let member = value(item, in: context, depth: depth + 1) else {
                g_object_unref(array)
                return nil
            }
            jsc_value_object_set_property_at_index(array, guint(index), member)
            g_object_unref(member)
        }
        return array
    }

    private static func object(
        _ members: [String: Any], in context: UnsafeMutablePointer<JSCContext>, depth: Int
    ) -> UnsafeMutablePointer<JSCValue>? {
        guard let object = jsc_value_new_object(context, nil, nil) else { return nil }
        for (name, item) in members {
            guard let member = value(item, in: context, depth: depth + 1) else {
                g_object_unref(object)
                return nil
            }
            jsc_value_object_set_property(object, name, member)
            g_object_unref(member)
        }
        return object
    }
}
