// A connected signal handler.
// SPDX-License-Identifier: Apache-2.0

package import CTransomGIO

/// Disconnects a signal handler when it is released or told to.
///
/// The handler's box belongs to the signal and is freed by its destroy-notify, also when the object goes first.
/// `g_signal_connect_data`, `g_signal_handler_disconnect`.
@MainActor
package final class SignalConnection {
    private let object: ObjectRef
    private var id: gulong

    /// Connects a handler.
    ///
    /// - Parameters:
    ///   - object: The object that emits. The connection keeps it, since nobody may ask a finalised one anything.
    ///   - value: What the callback gets back through `CallbackBox.value(at:)`.
    ///   - connect: Calls the typed connector of a shim with the object, the user data and the destroy-notify.
    package init<Value>(
        _ object: UnsafeMutableRawPointer, _ value: Value,
        connect: (UnsafeMutableRawPointer, UnsafeMutableRawPointer, @escaping GClosureNotify) -> gulong
    ) {
        self.object = ObjectRef(retaining: object)
        id = connect(object, CallbackBox(value).retainedPointer, releaseClosureBox)
    }

    /// Disconnects now.
    ///
    /// Harmless when the object was disposed or this was done before.
    package func disconnect() {
        // A widget's dispose drops its handlers, and disconnecting one of those is a warning.
        if id != 0, g_signal_handler_is_connected(object.pointer, id) != 0 {
            g_signal_handler_disconnect(object.pointer, id)
        }
        id = 0
    }

    isolated deinit {
        disconnect()
    }
}
