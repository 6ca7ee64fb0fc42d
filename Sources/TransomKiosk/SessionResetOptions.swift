// When a session makes room for the next customer.
// SPDX-License-Identifier: Apache-2.0

/// When a session makes room for the next customer.
package nonisolated struct SessionResetOptions: Sendable, Equatable {
    /// After what time without any input the session ends; nil for never.
    ///
    /// From 5 s to a day.
    package var idleResetAfter: Duration? = .seconds(60)
    /// For how long before that a warning counts down, 0 s to 5 min; less than `idleResetAfter`.
    package var warnFor = Duration.seconds(15)
    /// The time in place of `idleResetAfter` while something is open that a customer may be paying in.
    ///
    /// Where it is shorter than `idleResetAfter`, that holds.
    package var duringPayment = Duration.seconds(300)

    /// A minute, and five during a payment.
    package init() {}
}
