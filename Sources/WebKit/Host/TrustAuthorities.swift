// Certificates of authorities that a machine trusts besides those of its system.
// SPDX-License-Identifier: Apache-2.0

package import CTransomGIO
package import TransomGLib

/// Certificates of authorities that a machine trusts besides those of its system, such as a company's own.
///
/// The engine takes no further authorities, so what it does not trust is held against these, and a certificate that they
/// vouch for is accepted for its host. `GTlsFileDatabase`.
@MainActor
package final class TrustAuthorities {
    private let database: ObjectRef

    /// Reads a file.
    ///
    /// - Parameter file: The absolute path of a file with certificates in PEM.
    /// - Throws: When it cannot be read or holds none.
    package init(file: String) throws(GLibError) {
        let database = try GLibError.check { g_tls_file_database_new(file, $0) }
        self.database = ObjectRef(adopting: UnsafeMutableRawPointer(database))
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
