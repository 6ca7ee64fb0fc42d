// Seeing that a C object is freed.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO

/// Tells whether a GObject that it was shown has been finalised, through a weak reference.
///
/// `g_object_weak_ref`.
@MainActor
package final class LeakWatch {
    private final class Flag {
        var isSet = false
    }

    private let flag = Flag()

    /// Watches an object.
    package init(_ object: UnsafeMutableRawPointer) {
        g_object_weak_ref(
            object.assumingMemoryBound(to: GObject.self),
            { data, _ in
                guard let data else { return }
                Unmanaged<Flag>.fromOpaque(data).takeRetainedValue().isSet = true
            }, Unmanaged.passRetained(flag).toOpaque())
    }

    /// Whether the object is gone.
    package var isFinalised: Bool {
        flag.isSet
    }
}
