// Nothing leaves.
// SPDX-License-Identifier: Apache-2.0

/// Opens nothing: what would leave is told in an event only.
package struct RefusingOpener: ExternalOpener {
    /// An opener; all are alike.
    package init() {}

    /// `refuse`.
    package var name: String { "refuse" }

    /// True.
    package var opensNothing: Bool { true }

    /// Refuses.
    package func open(_ url: String, completion: @escaping (String?) -> Void) {
        completion("this host opens nothing outside")
    }
}
