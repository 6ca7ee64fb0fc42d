// Certificates of authorities that a machine trusts besides those of its system.
// SPDX-License-Identifier: Apache-2.0

package import CTransomGIO
import CTransomWebKit
package import TransomGLib

/// Certificates of authorities that a machine trusts besides those of its system, such as a company's own.
///
/// The engine takes no further authorities, so what it does not trust is held against these, and a certificate that they
/// vouch for is accepted for its host. `GTlsFileDatabase`.
@MainActor
package final class TrustAuthorities {
    private let database: ObjectRef
    /// What they have vouched for until now, the newest last.
    private var vouched: [(host: String, certificate: ObjectRef)] = []
    /// More hosts than any page has are a page's attempt to fill the memory.
    private static let mostHosts = 256

    /// Reads a file.
    ///
    /// - Parameter file: The absolute path of a file with certificates in PEM.
    /// - Throws: When it cannot be read or holds none.
    package init(file: String) throws(GLibError) {
        let database = try GLibError.check { g_tls_file_database_new(file, $0) }
        self.database = ObjectRef(adopting: UnsafeMutableRawPointer(database))
    }

    /// Has a store's engine trust a certificate for a host, and later stores too; false where none of them vouches for it.
    func accept(_ certificate: UnsafeMutablePointer<GTlsCertificate>, host: String, for store: WKWebsiteDataStore)
        -> Bool
    {
        guard vouch(for: certificate, host: host) else { return false }
        webkit_web_context_allow_tls_certificate_for_host(store.webContext, certificate, host)
        vouched.removeAll { $0.host == host }
        if vouched.count >= Self.mostHosts { vouched.removeFirst() }
        vouched.append((host, ObjectRef(retaining: UnsafeMutableRawPointer(certificate))))
        return true
    }

    /// Tells another store's engine what they have vouched for, and still do.
    ///
    /// The engine asks about a page only, and a file of a page that fails is not asked for again: so what was found out once
    /// serves every later session of the run.
    package func prepare(_ store: WKWebsiteDataStore) {
        for (host, certificate) in vouched where vouch(for: certificate.assuming(), host: host) {
            webkit_web_context_allow_tls_certificate_for_host(store.webContext, certificate.assuming(), host)
        }
    }

    /// Whether one of them vouches for a server's certificate, for this host and at this time.
    package func vouch(for certificate: UnsafeMutablePointer<GTlsCertificate>, host: String) -> Bool {
        guard let address = g_network_address_new(host, 443) else { return false }
        defer { g_object_unref(UnsafeMutableRawPointer(address)) }
        let problems = g_tls_database_verify_chain(
            database.assuming(), certificate, G_TLS_DATABASE_PURPOSE_AUTHENTICATE_SERVER, address, nil,
            G_TLS_DATABASE_VERIFY_NONE, nil, nil)
        return problems.rawValue == 0
    }
}
