// Where a server's certificate is in question.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// A protection space that knows the certificates which it is about.
final class ServerTrustSpace: URLProtectionSpace, @unchecked Sendable {
    // It never changes.

    let trust: SecTrust

    init(url: URL, trust: SecTrust) {
        self.trust = trust
        super.init(
            host: url.host ?? "", port: url.port ?? 443, protocol: url.scheme, realm: nil,
            authenticationMethod: NSURLAuthenticationMethodServerTrust)
    }
}
