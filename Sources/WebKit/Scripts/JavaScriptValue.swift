// JavaScript values as Foundation values.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
import Foundation
import TransomWebKitShims

/// Turns a JavaScript value into what the same value is on iOS.
///
/// `undefined` is nil, `null` is NSNull, numbers and booleans are NSNumber, containers are `[AnyHashable]` and
/// `[String: AnyHashable]`. A container is written as text by the engine and read from that; only what contains itself or is
/// very deep is walked member by member, with a stack of its own. `jsc_value_*`.
@MainActor
enum JavaScriptValue {
    /// The text of a string value that is well-formed, with NUL characters kept, which `jsc_value_to_string` cuts at.
    static func string(_ value: UnsafeMutablePointer<JSCValue>) -> String {
        guard let bytes = jsc_value_to_string_as_bytes(value) else { return "" }
        defer { g_bytes_unref(bytes) }
        var length: gsize = 0
        guard let start = g_bytes_get_data(bytes, &length) else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: start, count: Int(length)), as: UTF8.self)
    }

    /// A number, integral ones boxed as integers so that they print without a fraction, as on iOS.
    nonisolated static func number(_ value: Double) -> NSNumber {
        if value.rounded() == value, value.magnitude < 9_007_199_254_740_992, !(value == 0 && value.sign == .minus) {
            return NSNumber(value: Int(value))
        }
        return NSNumber(value: value)
    }

    /// The value is beyond the budget.
    struct TooLarge: Error {}

    /// The value; nil for `undefined`.
    static func foundation(_ value: UnsafeMutablePointer<JSCValue>) throws(TooLarge) -> Any? {
        if let leaf = leaf(value) { return leaf.value?.base }
        switch ValueText.write(value, isMessage: false) {
        case .tooLarge: throw TooLarge()
        case .bytes(let bytes):
            defer { g_bytes_unref(bytes) }
            if let value = read(bytes, TaggedJSONReader.value) { return value.base }
        case .impossible: break
        }
        var walk = Walk()
        return try walk.run(value)
    }

    /// Reads the bytes of a text.
    static func read<Value>(_ bytes: OpaquePointer, _ read: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        var length: gsize = 0
        let start = g_bytes_get_data(bytes, &length)?.assumingMemoryBound(to: UInt8.self)
        return read(UnsafeBufferPointer(start: start, count: Int(length)))
    }

    /// A text that may hold half a surrogate pair, at which the engine's own conversion ends.
    private static func anyString(_ value: UnsafeMutablePointer<JSCValue>) -> String {
        guard let json = jsc_value_to_json(value, 0) else { return string(value) }
        defer { g_free(json) }
        let bytes = UnsafeRawBufferPointer(start: json, count: strlen(json)).assumingMemoryBound(to: UInt8.self)
        return TaggedJSONReader.value(bytes)?.base as? String ?? string(value)
    }

    /// What a value is when it has no members.
    private struct Leaf {
        let value: AnyHashable?
    }

    private static func leaf(_ value: UnsafeMutablePointer<JSCValue>) -> Leaf? {
        switch transom_value_kind(value) {
        case TRANSOM_VALUE_UNDEFINED: Leaf(value: nil)
        case TRANSOM_VALUE_NULL: Leaf(value: NSNull())
        case TRANSOM_VALUE_BOOLEAN: Leaf(value: NSNumber(value: jsc_value_to_boolean(value) != 0))
        case TRANSOM_VALUE_NUMBER: Leaf(value: number(jsc_value_to_double(value)))
        case TRANSOM_VALUE_STRING: Leaf(value: anyString(value))
        case TRANSOM_VALUE_DATE: Leaf(value: Date(timeIntervalSince1970: jsc_value_to_double(value) / 1000))
        default: nil
        }
    }

    /// A container whose members are being read.
    private struct Container {
        let value: UnsafeMutablePointer<JSCValue>
        let names: [String]?
        let count: Int
        var next = 0
        var items: [AnyHashable] = []
        var members: [String: AnyHashable] = [:]

        /// Owns the value until it is done.
        @MainActor
        init(owning value: UnsafeMutablePointer<JSCValue>) {
            self.value = value
            if jsc_value_is_array(value) != 0 {
                names = nil
                let length = jsc_value_object_get_property(value, "length")
                count = length.map { Int(jsc_value_to_int32($0)) } ?? 0
                if let length { g_object_unref(length) }
            } else {
                var names: [String] = []
                if let list = jsc_value_object_enumerate_properties(value) {
                    var index = 0
                    while let name = list[index] {
                        names.append(String(cString: name))
                        index += 1
                    }
                    g_strfreev(list)
                }
                self.names = names
                count = names.count
            }
        }

        mutating func take(_ member: AnyHashable?) {
            if let names {
                // A member that is undefined is not there, as on iOS.
                if let member { members[names[next]] = member }
            } else {
                items.append(member ?? AnyHashable(NSNull()))
            }
            next += 1
        }

        var finished: AnyHashable {
            names == nil ? AnyHashable(items) : AnyHashable(members)
        }
    }

    private struct Walk {
        var stack: [Container] = []

        @MainActor
        mutating func run(_ root: UnsafeMutablePointer<JSCValue>) throws(TooLarge) -> Any? {
            var left = BodyBudget.current / 64
            g_object_ref(root)
            stack = [Container(owning: root)]
            var ancestors: Set<UnsafeMutablePointer<JSCValue>> = [root]
            while var top = stack.popLast() {
                left -= 1
                guard left >= 0 else {
                    g_object_unref(top.value)
                    for container in stack { g_object_unref(container.value) }
                    throw TooLarge()
                }
                guard top.next < top.count else {
                    ancestors.remove(top.value)
                    g_object_unref(top.value)
                    guard !stack.isEmpty else { return top.names == nil ? top.items : top.members }
                    stack[stack.count - 1].take(top.finished)
                    continue
                }
                let member =
                    if let names = top.names {
                        jsc_value_object_get_property(top.value, names[top.next])
                    } else {
                        jsc_value_object_get_property_at_index(top.value, UInt32(top.next))
                    }
                guard let member else {
                    top.take(nil)
                    stack.append(top)
                    continue
                }
                if let leaf = JavaScriptValue.leaf(member) {
                    g_object_unref(member)
                    top.take(leaf.value)
                    stack.append(top)
                } else if ancestors.contains(member) {
                    // A value that contains itself: the inner occurrence is left out, since a value type cannot hold it.
                    g_object_unref(member)
                    top.take(AnyHashable(NSNull()))
                    stack.append(top)
                } else {
                    ancestors.insert(member)
                    stack.append(top)
                    stack.append(Container(owning: member))
                }
            }
            return nil
        }
    }
}
