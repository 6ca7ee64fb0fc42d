// Ownership of one GObject reference.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import TransomGLibShims

/// Owns one reference to a GObject and gives it back when the last Swift reference goes.
///
/// Every class that wraps a GObject holds exactly one of these. Use it on the main thread; the reference is also
/// released there, wherever the last Swift reference went. `g_object_ref`, `g_object_unref`.
@MainActor
package final class ObjectRef {
    /// The object.
    ///
    /// Valid while this reference lives.
    package let pointer: UnsafeMutableRawPointer

    /// Takes over a reference that the caller already owns, as from a function that transfers ownership in full.
    package init(adopting pointer: UnsafeMutableRawPointer) {
        self.pointer = pointer
    }

    /// Adds a reference of our own to an object that somebody else owns.
    package convenience init(retaining pointer: UnsafeMutableRawPointer) {
        self.init(adopting: g_object_ref(pointer))
    }

    /// Takes a floating reference, as a new widget has.
    ///
    /// `g_object_ref_sink`.
    package convenience init(sinking pointer: UnsafeMutableRawPointer) {
        self.init(adopting: g_object_ref_sink(pointer))
    }

    /// The object as a pointer to a C structure that the caller knows it to be.
    package func assuming<Structure>(_ type: Structure.Type = Structure.self) -> UnsafeMutablePointer<Structure> {
        pointer.assumingMemoryBound(to: type)
    }

    isolated deinit {
        g_object_unref(pointer)
    }
}
