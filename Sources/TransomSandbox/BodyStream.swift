// A body that comes in parts.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import TransomGLib

/// A body that comes in parts, as a server sends it.
///
/// One part is in memory at a time.
@MainActor
final class BodyStream {
    /// What a read gave.
    enum Part {
        /// Bytes, valid during the call. A `GBytes` that is not empty.
        case bytes(OpaquePointer)
        /// The body is complete.
        case end
        /// The body broke off, or the reading was stopped.
        case broken
    }

    /// The longest part, in bytes.
    static let partBytes = 65_536

    /// The length of the whole body in bytes, nil where it is not known.
    let length: Int?
    private let input: ObjectRef
    private let cancellable = ObjectRef(adopting: UnsafeMutableRawPointer(g_cancellable_new()))

    /// Takes a `GInputStream`, which is closed when this is released.
    init(_ input: ObjectRef, length: Int?) {
        self.input = input
        self.length = length
    }

    /// Reads the next part.
    ///
    /// Call it again after it has reported.
    func read(_ completion: @escaping @MainActor (Part) -> Void) {
        let (input, cancellable) = (input, cancellable)
        AsyncOperation.start { callback, data in
            g_input_stream_read_bytes_async(
                input.assuming(), gsize(Self.partBytes), G_PRIORITY_DEFAULT, cancellable.assuming(), callback, data)
        } finish: { _, result, error in
            g_input_stream_read_bytes_finish(input.assuming(), result, error)
        } completion: { outcome in
            guard case .success(let bytes) = outcome else { return completion(.broken) }
            defer { g_bytes_unref(bytes) }
            completion(g_bytes_get_size(bytes) > 0 ? .bytes(bytes) : .end)
        }
        MainLoop.wake()
    }

    /// Stops reading; a read that is pending reports that the body broke off.
    func cancel() {
        g_cancellable_cancel(cancellable.assuming())
        MainLoop.wake()
    }

    isolated deinit {
        cancel()
        // Closing in the background: libsoup reads what is left, so that the connection can be used again.
        g_input_stream_close_async(input.assuming(), G_PRIORITY_DEFAULT, nil, nil, nil)
    }
}
