// A duration as GLib counts it.
// SPDX-License-Identifier: Apache-2.0

extension Duration {
    /// Whole milliseconds, rounded up, so that nothing ends early.
    var milliseconds: Int64 {
        let parts = components
        return parts.seconds.multipliedReportingOverflow(by: 1000).partialValue
            + (parts.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}
