// Something that did not load, and of which the engine says nothing to its host.
// SPDX-License-Identifier: Apache-2.0

/// Something that a document was kept from loading without a decision of the host's.
@MainActor
package struct PolicyViolation {
    /// What kept it.
    package enum Cause: String {
        /// The Content-Security-Policy of the page's own server.
        case csp
        /// A scheme that the engine never lets a page load.
        case scheme
    }

    /// What kept it.
    package let cause: Cause
    /// The URL as the engine or the page's link spells it; of a foreign frame's redirect the origin alone.
    package let url: String
    /// The document.
    package let frame: WKFrameInfo
}
