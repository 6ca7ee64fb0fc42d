// What a shell needs of a scheme task besides Apple's API.
// SPDX-License-Identifier: Apache-2.0

import CTransomWebKit
import Foundation
package import FoundationNetworking
import Glibc

extension WKURLSchemeTask {
    /// The URL as the engine spells it, undecoded; nil for a task that is not the engine's.
    @MainActor package var engineURL: String? {
        (self as? EngineSchemeTask)?.exchange.engineURL
    }

    /// Answers with a part of an open file, which the engine reads as fast as the page takes it.
    ///
    /// - Parameters:
    ///   - response: Status and headers.
    ///   - descriptor: Closed when it was read or given up.
    ///   - offset: The first byte.
    ///   - length: How many bytes; a file that ends before fails the load.
    ///   - onClose: Called on the main thread when the descriptor is closed.
    @MainActor package func didFinish(
        _ response: HTTPURLResponse, descriptor: Int32, offset: Int64, length: Int64,
        onClose: @escaping @MainActor () -> Void
    ) {
        guard let task = self as? EngineSchemeTask else {
            close(descriptor)
            return onClose()
        }
        // A task that was stopped has closed the descriptor.
        do throws(SchemeTaskOrder.Fault) {
            try task.exchange.finish(
                response, descriptor: descriptor, offset: offset, length: length, onClose: onClose)
        } catch {
            precondition(error == .stopped, "\(error)")
        }
    }
}

extension WKWebsiteDataStore {
    /// Lets only documents of a scheme itself show what is at it: for every other page it is as if it did not exist.
    ///
    /// `webkit_security_manager_register_uri_scheme_as_display_isolated`. Call it before the first view of the store.
    package func isolateDisplay(ofScheme scheme: String) {
        webkit_security_manager_register_uri_scheme_as_display_isolated(
            webkit_web_context_get_security_manager(webContext), scheme)
    }
}
