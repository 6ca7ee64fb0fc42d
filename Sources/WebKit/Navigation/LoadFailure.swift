// The engine's load errors as Apple's.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
import Foundation
import TransomGLib

/// Translates a GLib error of a load into an error of `NSURLErrorDomain` or `WebKitErrorDomain`.
enum LoadFailure {
    /// The domain of errors that are the engine's own: 100 cannot show the type, 102 a policy stopped the load, 103 the port
    /// is restricted.
    static let webKitErrorDomain = "WebKitErrorDomain"

    /// The domains of the errors that scheme handlers have given: they come back as they were.
    @MainActor static var handlerDomains: Set<String> = []

    @MainActor static func error(_ error: GLibError, url: String, certificateErrors: UInt32) -> NSError {
        var details: [String: Any] = [NSLocalizedDescriptionKey: error.message]
        if let url = URL(string: url) { details[NSURLErrorFailingURLErrorKey] = url }
        if handlerDomains.contains(error.domain) {
            return NSError(domain: error.domain, code: error.code, userInfo: details)
        }
        if let code = policyCode(error) {
            return NSError(domain: webKitErrorDomain, code: code, userInfo: details)
        }
        var code = networkCode(error, certificateErrors)
        if code != NSURLErrorCancelled, let file = URL(string: url), file.isFileURL {
            let isThere = FileManager.default.fileExists(atPath: file.path)
            code = isThere ? NSURLErrorCannotOpenFile : NSURLErrorFileDoesNotExist
            details[NSFilePathErrorKey] = file.path
            details[NSLocalizedDescriptionKey] =
                isThere ? "The file \(file.path) can't be opened." : "There is no file \(file.path)."
        }
        return NSError(domain: NSURLErrorDomain, code: code, userInfo: details)
    }

    /// The error of a download.
    static func download(_ error: GLibError, url: URL?) -> NSError {
        var details: [String: Any] = [NSLocalizedDescriptionKey: error.message]
        if let url { details[NSURLErrorFailingURLErrorKey] = url }
        let code =
            switch (error.domain, error.code) {
            case ("WebKitDownloadError", Int(WEBKIT_DOWNLOAD_ERROR_CANCELLED_BY_USER.rawValue)): NSURLErrorCancelled
            case ("WebKitDownloadError", Int(WEBKIT_DOWNLOAD_ERROR_DESTINATION.rawValue)): NSURLErrorCannotCreateFile
            case ("WebKitDownloadError", _): NSURLErrorNetworkConnectionLost
            default: networkCode(error, 0)
            }
        return NSError(domain: NSURLErrorDomain, code: code, userInfo: details)
    }

    private static func policyCode(_ error: GLibError) -> Int? {
        guard error.domain == "WebKitPolicyError", error.code != Int(WEBKIT_POLICY_ERROR_CANNOT_SHOW_URI.rawValue)
        else {
            return nil
        }
        // The engine's numbers are Apple's.
        return error.code
    }

    private static func networkCode(_ error: GLibError, _ certificateErrors: UInt32) -> Int {
        if certificateErrors != 0 { return certificateCode(certificateErrors) }
        switch error.domain {
        case "WebKitPolicyError": return NSURLErrorUnsupportedURL
        case "WebKitNetworkError":
            return error.code == Int(WEBKIT_NETWORK_ERROR_CANCELLED.rawValue) ? NSURLErrorCancelled : NSURLErrorUnknown
        case "g-resolver-error-quark": return NSURLErrorCannotFindHost
        case "g-tls-error-quark": return NSURLErrorSecureConnectionFailed
        case "g-io-error-quark":
            switch error.code {
            case Int(G_IO_ERROR_TIMED_OUT.rawValue): return NSURLErrorTimedOut
            case Int(G_IO_ERROR_NETWORK_UNREACHABLE.rawValue): return NSURLErrorNotConnectedToInternet
            case Int(G_IO_ERROR_HOST_UNREACHABLE.rawValue), Int(G_IO_ERROR_CONNECTION_REFUSED.rawValue):
                return NSURLErrorCannotConnectToHost
            case Int(G_IO_ERROR_CONNECTION_CLOSED.rawValue), Int(G_IO_ERROR_PARTIAL_INPUT.rawValue):
                return NSURLErrorNetworkConnectionLost
            case Int(G_IO_ERROR_CANCELLED.rawValue): return NSURLErrorCancelled
            default: return NSURLErrorCannotConnectToHost
            }
        default: return NSURLErrorUnknown
        }
    }

    private static func certificateCode(_ errors: UInt32) -> Int {
        if errors & G_TLS_CERTIFICATE_EXPIRED.rawValue != 0 { return NSURLErrorServerCertificateHasBadDate }
        if errors & G_TLS_CERTIFICATE_NOT_ACTIVATED.rawValue != 0 { return NSURLErrorServerCertificateNotYetValid }
        if errors & G_TLS_CERTIFICATE_UNKNOWN_CA.rawValue != 0 { return NSURLErrorServerCertificateHasUnknownRoot }
        return NSURLErrorServerCertificateUntrusted
    }
}
