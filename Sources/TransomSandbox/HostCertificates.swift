// The certificates of a sandbox's hosts.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import TransomGLib

/// The certificates of a sandbox's hosts: one for those that are known at the start, one each for those that come later.
@MainActor
final class HostCertificates {
    /// The certificate of the start.
    let pem: String
    private let hosts: Set<String>
    private let first: ObjectRef
    private var later: [String: (pem: String, tls: ObjectRef)] = [:]

    /// Makes the certificate of the start.
    init(_ hosts: Set<String>) throws(SandboxError) {
        self.hosts = hosts
        let certificate = try SandboxCertificate(hosts: hosts.sorted())
        pem = certificate.pem
        first = try Self.tls(certificate)
    }

    /// The certificate of a host as text.
    func pem(for host: String) throws(SandboxError) -> String {
        hosts.contains(host) ? pem : try made(for: host).pem
    }

    /// The certificate of a host as GIO takes it.
    ///
    /// - Parameter isDistrusted: Whether it is one that nobody has been told of.
    func tls(for host: String, isDistrusted: Bool) throws(SandboxError) -> ObjectRef {
        if isDistrusted { return try Self.tls(SandboxCertificate(hosts: [host])) }
        return hosts.contains(host) ? first : try made(for: host).tls
    }

    private func made(for host: String) throws(SandboxError) -> (pem: String, tls: ObjectRef) {
        if let known = later[host] { return known }
        let certificate = try SandboxCertificate(hosts: [host])
        let made = (pem: certificate.pem, tls: try Self.tls(certificate))
        later[host] = made
        return made
    }

    private static func tls(_ certificate: SandboxCertificate) throws(SandboxError) -> ObjectRef {
        do {
            let tls = try GLibError.check {
                g_tls_certificate_new_from_pem(certificate.pem + certificate.privateKeyPEM, -1, $0)
            }
            return ObjectRef(adopting: UnsafeMutableRawPointer(tls))
        } catch {
            throw .certificate(error.description)
        }
    }
}
