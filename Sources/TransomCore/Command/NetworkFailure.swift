// How a request fails that is made to fail.
// SPDX-License-Identifier: Apache-2.0

/// How a request fails that is made to fail.
public enum NetworkFailure: String, Sendable, Equatable, CaseIterable {
    /// No such name.
    case dns
    /// Nobody listens.
    case connect
    /// The certificate is not trusted.
    case tls
    /// No answer ever comes.
    case timeout
}
