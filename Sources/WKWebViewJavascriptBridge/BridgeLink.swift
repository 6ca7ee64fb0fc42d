// The bridge of one document.
// SPDX-License-Identifier: Apache-2.0

import WebKit

/// The bridge of one document, in the dialect that its page asked for.
@MainActor
final class BridgeLink {
    /// The document.
    let document: DocumentKey
    /// How its page speaks.
    let dialect: BridgeDialect
    /// The number that the page's half has; no two documents share one.
    let generation: Int
    /// Whether the page's half is there.
    var isOpen = false
    /// Whether the page has told of a queue before its half was there.
    var wantsFetch = false

    init(document: DocumentKey, dialect: BridgeDialect, generation: Int) {
        self.document = document
        self.dialect = dialect
        self.generation = generation
    }
}
