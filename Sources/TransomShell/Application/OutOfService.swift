// Why a host in a public place cannot serve anybody.
// SPDX-License-Identifier: Apache-2.0

/// Why a host cannot begin, with the code that it shows instead of a page.
///
/// A customer reads the code to whoever looks after the machine; the reason itself is in the log.
package nonisolated enum OutOfService: String, Sendable, CaseIterable {
    /// The configuration is not valid, or an integration lacks something.
    case configuration = "C1"
    /// A secret could not be had.
    case secret = "S1"
    /// The machine's clock is wrong, so that no certificate can be judged.
    case clock = "K1"
    /// There is no display, or the chosen monitor cannot be used.
    case display = "D1"
    /// The engine or its sandbox does not start.
    case engine = "E1"
    /// One of the host's own files is missing.
    case files = "F1"
    /// Anything else of the machine.
    case machine = "M1"

    /// Whether another try can help without anybody changing the configuration.
    var mayPass: Bool { self != .configuration }
}
