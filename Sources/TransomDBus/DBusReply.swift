// What a call was answered with.
// SPDX-License-Identifier: Apache-2.0

/// What a call was answered with: its values, and the descriptors that came beside them.
@MainActor
package struct DBusReply {
    /// The values.
    package let values: [DBusValue]
    /// The descriptors that `unixFD` values point into.
    package let descriptors: DBusDescriptors
}
