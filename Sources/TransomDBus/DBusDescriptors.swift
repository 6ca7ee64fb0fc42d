// Descriptors that came with a reply.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Glibc

/// Owns the descriptors that came with a message, and closes those that nobody took.
///
/// `g_unix_fd_list_steal_fds`: `g_unix_fd_list_get` would duplicate, and the peer would never see the last one closed.
@MainActor
package final class DBusDescriptors {
    private var descriptors: [Int32] = []

    /// Takes over the descriptors of a list, and the list.
    init(taking list: UnsafeMutablePointer<GUnixFDList>?) {
        guard let list else { return }
        defer { g_object_unref(list) }
        var count: gint = 0
        guard let stolen = g_unix_fd_list_steal_fds(list, &count) else { return }
        defer { g_free(stolen) }
        descriptors = (0..<Int(count)).map { stolen[$0] }
    }

    /// Hands one descriptor over to the caller, who then closes it.
    ///
    /// Nil when there is none at the index, or it was taken before.
    package func take(_ index: Int32) -> Int32? {
        guard let index = Int(exactly: index), descriptors.indices.contains(index), descriptors[index] >= 0 else {
            return nil
        }
        defer { descriptors[index] = -1 }
        return descriptors[index]
    }

    isolated deinit {
        for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
    }
}
