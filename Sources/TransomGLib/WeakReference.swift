// A weak reference that a callback box can hold.
// SPDX-License-Identifier: Apache-2.0

/// Holds an object without keeping it alive, so that a callback does not make its own receiver immortal.
package struct WeakReference<Object: AnyObject> {
    /// The object, while it lives.
    package private(set) weak var object: Object?

    /// Refers to an object weakly.
    package init(_ object: Object) {
        self.object = object
    }
}
