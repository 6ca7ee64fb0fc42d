// The certificate of one run: made in memory, for the served hosts alone.
// SPDX-License-Identifier: Apache-2.0

import CTransomGnuTLS
import Glibc

/// The certificate of one run: made in memory, for the served hosts alone.
///
/// A self-signed P-256 certificate that may sign nothing else. The key never reaches a disk and is gone with the run.
/// GnuTLS is already in the process, because GIO's TLS is made of it.
struct SandboxCertificate: Sendable {
    /// The certificate, which the host trusts for the served hosts during this run.
    let pem: String
    /// Its key.
    let privateKeyPEM: String

    /// Makes a certificate.
    ///
    /// - Parameter hosts: One or more host names in canonical spelling.
    /// - Throws: ``SandboxError/certificate(_:)``.
    init(hosts: [String]) throws(SandboxError) {
        var key: gnutls_x509_privkey_t?
        try Self.check(gnutls_x509_privkey_init(&key))
        defer { gnutls_x509_privkey_deinit(key) }
        // GNUTLS_CURVE_TO_BITS is a macro that Swift cannot see.
        let curve = UInt32(1) << 31 | GNUTLS_ECC_CURVE_SECP256R1.rawValue
        try Self.check(gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, curve, 0))

        var certificate: gnutls_x509_crt_t?
        try Self.check(gnutls_x509_crt_init(&certificate))
        defer { gnutls_x509_crt_deinit(certificate) }
        try Self.check(gnutls_x509_crt_set_version(certificate, 3))
        let now = time(nil)
        try Self.check(gnutls_x509_crt_set_activation_time(certificate, now - 3600))
        // A sandbox may run for months; a client that minds takes no certificate of more than 398 days.
        try Self.check(gnutls_x509_crt_set_expiration_time(certificate, now + 397 * 86_400))
        // Twenty positive bytes at most; the first is neither zero nor negative.
        let serial = [UInt8.random(in: 1...127)] + (0..<15).map { _ in UInt8.random(in: 0...255) }
        try Self.check(gnutls_x509_crt_set_serial(certificate, serial, serial.count))
        let name = "Transom sandbox"
        try Self.check(gnutls_x509_crt_set_dn_by_oid(certificate, "2.5.4.3", 0, name, UInt32(name.utf8.count)))
        for host in hosts {
            try Self.check(
                gnutls_x509_crt_set_subject_alt_name(
                    certificate, GNUTLS_SAN_DNSNAME, host, UInt32(host.utf8.count), UInt32(GNUTLS_FSAN_APPEND)))
        }
        try Self.check(gnutls_x509_crt_set_basic_constraints(certificate, 0, -1))
        try Self.check(gnutls_x509_crt_set_key_usage(certificate, UInt32(GNUTLS_KEY_DIGITAL_SIGNATURE)))
        try Self.check(gnutls_x509_crt_set_key_purpose_oid(certificate, "1.3.6.1.5.5.7.3.1", 0))
        try Self.check(gnutls_x509_crt_set_key(certificate, key))
        try Self.check(gnutls_x509_crt_sign2(certificate, certificate, key, GNUTLS_DIG_SHA256, 0))
        pem = try Self.export { gnutls_x509_crt_export(certificate, GNUTLS_X509_FMT_PEM, $0, $1) }
        privateKeyPEM = try Self.export { gnutls_x509_privkey_export(key, GNUTLS_X509_FMT_PEM, $0, $1) }
    }

    private static func check(_ result: Int32) throws(SandboxError) {
        guard result < 0 else { return }
        throw .certificate(gnutls_strerror(result).map { String(cString: $0) } ?? "GnuTLS error \(result)")
    }

    /// Exports into a buffer of ours: `gnutls_free` is a mutable global, which Swift refuses.
    private static func export(
        _ write: (UnsafeMutableRawPointer?, UnsafeMutablePointer<Int>) -> Int32
    ) throws(SandboxError) -> String {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        var size = buffer.count
        let result = buffer.withUnsafeMutableBytes { write($0.baseAddress, &size) }
        try check(result)
        return String(decoding: buffer[..<size], as: UTF8.self)
    }
}
