// Why a load failed.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore

/// The kinds of failed loads, as `transom.load.failed` names them.
nonisolated enum LoadFault: Equatable {
    /// The host has no address.
    case dns
    /// The server cannot be reached, or the connection broke.
    case connect
    /// The server's certificate is not acceptable.
    case tls
    /// The server answered with a failure.
    case http(status: Int)
    /// The server took too long.
    case timeout

    /// The fault behind an error of a navigation; nil for one that is no failure, as a cancelled load.
    init?(_ error: NSError) {
        guard error.domain == NSURLErrorDomain else { return nil }
        switch error.code {
        case NSURLErrorCancelled: return nil
        case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed: self = .dns
        case NSURLErrorTimedOut: self = .timeout
        case NSURLErrorSecureConnectionFailed, NSURLErrorServerCertificateHasBadDate,
            NSURLErrorServerCertificateUntrusted, NSURLErrorServerCertificateHasUnknownRoot,
            NSURLErrorServerCertificateNotYetValid:
            self = .tls
        default: self = .connect
        }
    }

    /// The word in the event.
    var kind: String {
        switch self {
        case .dns: "dns"
        case .connect: "connect"
        case .tls: "tls"
        case .http: "http"
        case .timeout: "timeout"
        }
    }

    var title: String {
        switch self {
        case .dns, .connect, .timeout: HostText.noConnection()
        case .tls: HostText.notSafe()
        case .http: HostText.notAvailable()
        }
    }

    var advice: String {
        switch self {
        case .dns, .connect, .timeout: HostText.checkNetwork()
        case .tls: HostText.serverUnproven()
        case .http(let status): HostText.serverAnswered(["status": "\(status)"])
        }
    }

    var sentence: String {
        switch self {
        case .dns: "the host name was not found"
        case .connect: "the server could not be reached"
        case .tls: "the server's certificate was not accepted"
        case .http(let status): "the server answered with status \(status)"
        case .timeout: "the server did not answer in time"
        }
    }
}
