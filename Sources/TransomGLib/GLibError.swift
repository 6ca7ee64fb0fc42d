// A GError as a Swift error.
// SPDX-License-Identifier: Apache-2.0

package import CTransomGIO

/// What a GLib function reported: the error's domain, code and message, copied out of the GError.
package struct GLibError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The error domain's name, for example `g-io-error-quark`.
    package let domain: String
    /// The code within the domain.
    package let code: Int
    /// GLib's own sentence.
    package let message: String

    /// Takes over a GError: copies it and frees it.
    ///
    /// Returns nil when there is none.
    package init?(taking pointer: UnsafeMutablePointer<GError>?) {
        guard let pointer else { return nil }
        defer { g_error_free(pointer) }
        self.init(copying: pointer)
    }

    /// Copies a GError that C goes on owning, as a signal's argument is.
    package init(copying pointer: UnsafePointer<GError>) {
        domain = g_quark_to_string(pointer.pointee.domain).map { String(cString: $0) } ?? "unknown"
        code = Int(pointer.pointee.code)
        message = pointer.pointee.message.map { String(cString: $0) } ?? "no message"
    }

    /// Describes an error that has no GError.
    package init(domain: String, code: Int, message: String) {
        self.domain = domain
        self.code = code
        self.message = message
    }

    package var description: String {
        "\(message) (\(domain) \(code))"
    }

    /// Calls a function that reports through a GError, and throws what it reported.
    ///
    /// - Parameter body: Gets the error's address, and returns nil when it failed.
    package static func check<Success>(
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Success?
    ) throws(GLibError) -> Success {
        var error: UnsafeMutablePointer<GError>?
        if let success = body(&error) {
            // Success with an error set is a fault in C code, and the GError must still be freed.
            if let error { g_error_free(error) }
            return success
        }
        throw GLibError(taking: error) ?? GLibError(domain: "transom", code: 0, message: "failed without a reason")
    }
}
