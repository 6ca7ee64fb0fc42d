// A server's certificate chain.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
public import Foundation
import TransomGLib
import TransomWebKitShims

/// The certificates that a server showed.
///
/// On iOS it belongs to the Security framework; here it holds the chain, so that code can pass it on and compare it.
/// `GTlsCertificate`.
public final class SecTrust: Sendable {
    /// The chain in DER, the server's own certificate first.
    public let certificateChainData: [Data]
    /// The engine's object, which `webkit_web_context_allow_tls_certificate_for_host` takes.
    let certificate: ObjectRef

    @MainActor
    init(_ certificate: UnsafeMutablePointer<GTlsCertificate>) {
        self.certificate = ObjectRef(retaining: UnsafeMutableRawPointer(certificate))
        var chain: [Data] = []
        var current: UnsafeMutablePointer<GTlsCertificate>? = certificate
        // A chain is short; a bound keeps one that contains itself from holding the main thread.
        while let one = current, chain.count < 16 {
            chain.append(Self.encoding(of: one))
            current = g_tls_certificate_get_issuer(one)
        }
        certificateChainData = chain
    }

    @MainActor
    private static func encoding(of certificate: UnsafeMutablePointer<GTlsCertificate>) -> Data {
        guard let bytes = transom_certificate_encoding(certificate) else { return Data() }
        defer { g_byte_array_unref(bytes) }
        return bytes.pointee.data.map { Data(bytes: $0, count: Int(bytes.pointee.len)) } ?? Data()
    }
}
