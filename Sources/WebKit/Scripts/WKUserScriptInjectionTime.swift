// When a user script runs.
// SPDX-License-Identifier: Apache-2.0

/// When a user script runs in a document.
///
/// The numbers are Apple's.
public enum WKUserScriptInjectionTime: Int, Sendable {
    /// After the document element was made, before anything else of the document.
    case atDocumentStart = 0
    /// After the document was parsed, before its subresources are there.
    case atDocumentEnd = 1
}
