// A file descriptor that something can happen to.
// SPDX-License-Identifier: Apache-2.0

package import CTransomGIO
import TransomGLib
import TransomGLibShims

/// Calls a handler on the main thread whenever a descriptor is ready, until it is released.
///
/// `g_unix_fd_add_full`.
///
/// Release it before the descriptor is closed.
@MainActor
package final class DescriptorWatch {
    private let source: guint

    /// Watches a descriptor.
    package init(_ descriptor: Int32, for condition: GIOCondition, handler: @escaping @MainActor () -> Void) {
        source = transom_fd_add(
            descriptor, condition,
            { _, _, data in
                CallbackBox<@MainActor () -> Void>.value(at: data)?()
                return 1
            }, CallbackBox(handler).retainedPointer, releaseBox)
        MainLoop.wake()
    }

    isolated deinit {
        g_source_remove(source)
    }
}
