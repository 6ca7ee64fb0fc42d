// One call of a GLib function with an `_async` and a `_finish` half.
// SPDX-License-Identifier: Apache-2.0

package import CTransomGIO

/// Runs a pair of `_async` and `_finish` functions and reports exactly once.
///
/// The callback that GLib takes has no isolation of its own. This is the one place that states it: GLib calls it on the
/// thread whose context was current at the start, which is the main thread.
@MainActor
package enum AsyncOperation {
    /// The two pointers that a `_finish` function takes.
    package typealias Finish<Success> = (
        _ source: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?,
        _ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>
    ) -> Success?

    /// Starts an operation.
    ///
    /// - Parameters:
    ///   - start: Calls the `_async` function with the given callback and user data.
    ///   - finish: Calls the `_finish` function; nil means that it failed and set the error.
    ///   - completion: Gets the outcome, once, on the main thread.
    package static func start<Success>(
        _ start: (@escaping GAsyncReadyCallback, UnsafeMutableRawPointer) -> Void,
        finish: @escaping Finish<Success>,
        completion: @escaping (Result<Success, GLibError>) -> Void
    ) {
        let pending = Pending { source, result in
            do throws(GLibError) {
                let success = try GLibError.check { finish(source, result, $0) }
                completion(.success(success))
            } catch {
                completion(.failure(error))
            }
        }
        start(ready, CallbackBox(pending).retainedPointer)
    }

    private struct Pending {
        let complete: @MainActor (UnsafeMutablePointer<GObject>?, OpaquePointer?) -> Void
    }

    private static let ready: GAsyncReadyCallback = { source, result, data in
        nonisolated(unsafe) let (source, result, data) = (source, result, data)
        // The pointers stay on the main thread; C's callback type cannot say so.
        MainActor.assumeIsolated {
            CallbackBox<Pending>.take(from: data)?.complete(source, result)
        }
    }
}
