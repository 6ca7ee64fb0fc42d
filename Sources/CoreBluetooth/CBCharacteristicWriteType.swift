// Whether a write is answered.
// SPDX-License-Identifier: Apache-2.0

/// Whether a write is answered; the numbers are Apple's.
public enum CBCharacteristicWriteType: Int, Sendable {
    /// The peripheral answers, and the delegate is told.
    case withResponse = 0
    /// The peripheral does not answer.
    case withoutResponse = 1
}
