// Which of a vendor's installations a run is for.
// SPDX-License-Identifier: Apache-2.0

/// Which of a vendor's installations a run is for.
public enum RunEnvironment: String, Sendable, Equatable, CaseIterable, CustomStringConvertible {
    /// The far end that comes with the host, on loopback, at the vendor's production origins.
    case sandbox
    /// The vendor's own installation for trying things out.
    case development
    /// The vendor's real installation.
    case production
    /// An origin that is named exactly.
    case custom

    /// The word on the command line.
    public var description: String { rawValue }
}
