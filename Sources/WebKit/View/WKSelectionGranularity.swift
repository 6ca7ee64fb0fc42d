// How text is selected.
// SPDX-License-Identifier: Apache-2.0

/// In what steps a selection grows.
///
/// The numbers are Apple's.
public enum WKSelectionGranularity: Int, Sendable {
    /// As the selection itself suggests.
    case dynamic = 0
    /// By characters.
    case character = 1
}
