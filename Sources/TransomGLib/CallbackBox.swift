// What a C callback's user-data pointer points to.
// SPDX-License-Identifier: Apache-2.0

package import CTransomGIO

/// Keeps a Swift value alive for C, and gives it back inside a callback.
///
/// GLib keeps one untyped pointer for each callback. A box is retained when the callback is installed and released by
/// GLib's destroy-notify only, so that it lives exactly as long as C may call.
package final class CallbackBox<Value> {
    /// The value that the callback works on.
    package let value: Value

    /// Boxes a value; `retainedPointer` hands it to C.
    package init(_ value: Value) {
        self.value = value
    }

    /// A pointer that holds one reference, for C to keep until it calls a destroy-notify.
    package var retainedPointer: UnsafeMutableRawPointer {
        Unmanaged.passRetained(self).toOpaque()
    }

    /// The value behind a user-data pointer, without taking the reference that C holds.
    package static func value(at pointer: UnsafeMutableRawPointer?) -> Value? {
        guard let pointer else { return nil }
        return Unmanaged<CallbackBox<Value>>.fromOpaque(pointer).takeUnretainedValue().value
    }

    /// The value behind a user-data pointer, taking over the reference that C held.
    package static func take(from pointer: UnsafeMutableRawPointer?) -> Value? {
        guard let pointer else { return nil }
        return Unmanaged<CallbackBox<Value>>.fromOpaque(pointer).takeRetainedValue().value
    }
}

/// Releases a box when a signal's closure is finalised.
package let releaseClosureBox: GClosureNotify = { data, _ in
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}

/// Releases a box when a source is destroyed.
package let releaseBox: GDestroyNotify = { data in
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}
