// The documents that messages may come from.
// SPDX-License-Identifier: Apache-2.0

/// Finds the document behind a message's token.
///
/// A document that was left may still speak: its messages may be on their way, and the page cache brings it back without a
/// new announcement. So documents are kept for the life of their view, up to a number. Beyond it those go first whose frame
/// has another document, and then those that have been silent for longest: a page that is shown for days makes up many.
@MainActor
enum DocumentRegistry {
    /// The length of a token in UTF-8 bytes.
    static let tokenLength = 64
    /// How many main-frame and how many other documents a view may have, in all worlds.
    private static let mainDocumentsPerView = 64
    private static let subframeDocumentsPerView = 1024

    private struct Entry {
        let document: DocumentIdentity
        /// When it was announced or asked for last, by a count of both.
        var use: UInt64
    }

    private struct Place: Hashable {
        let frame: UInt64
        let world: String
    }

    private static var documents: [String: Entry] = [:]
    private static var uses: UInt64 = 0
    private static var order: [ObjectIdentifier: (main: [String], sub: [String])] = [:]

    /// Adds a document.
    ///
    /// A token that another view's web process announced stays that view's: its process may have been taken over.
    static func add(_ document: DocumentIdentity, of webView: WKWebView) {
        if let known = documents[document.token]?.document, known.webView !== webView { return }
        uses += 1
        // A document is announced again when a handler is added to it.
        guard documents.updateValue(Entry(document: document, use: uses), forKey: document.token) == nil else { return }
        var tokens = order[ObjectIdentifier(webView)] ?? ([], [])
        if document.isMainFrame {
            tokens.main.append(document.token)
            if tokens.main.count > mainDocumentsPerView { dropOne(of: &tokens.main) }
        } else {
            tokens.sub.append(document.token)
            if tokens.sub.count > subframeDocumentsPerView { dropOne(of: &tokens.sub) }
        }
        order[ObjectIdentifier(webView)] = tokens
    }

    private static func dropOne(of tokens: inout [String]) {
        func place(_ token: String) -> Place? {
            documents[token].map { Place(frame: $0.document.frame, world: $0.document.world) }
        }
        var shown: [Place: String] = [:]
        for token in tokens { place(token).map { shown[$0] = token } }
        let left = tokens.firstIndex { token in place(token).map { shown[$0] != token } ?? true }
        let silent = tokens.indices.min { (documents[tokens[$0]]?.use ?? 0) < (documents[tokens[$1]]?.use ?? 0) }
        guard let index = left ?? silent else { return }
        documents[tokens.remove(at: index)] = nil
    }

    /// The document of a token.
    static func document(token: String) -> DocumentIdentity? {
        guard let index = documents.index(forKey: token) else { return nil }
        uses += 1
        documents.values[index].use = uses
        return documents.values[index].document
    }

    /// The documents of a view's frames other than the main one in the page's world, the newest first.
    static func subframeDocuments(of webView: WKWebView) -> [DocumentIdentity] {
        let tokens = order[ObjectIdentifier(webView)]?.sub ?? []
        return tokens.reversed().compactMap { documents[$0]?.document }.filter(\.world.isEmpty)
    }

    /// Forgets a view's documents.
    static func removeAll(of webView: ObjectIdentifier) {
        guard let tokens = order.removeValue(forKey: webView) else { return }
        for token in tokens.main + tokens.sub { documents[token] = nil }
    }

    /// Whether a view is known to have, or to have had, frames besides its main one.
    static func hasSubframes(_ webView: WKWebView) -> Bool {
        order[ObjectIdentifier(webView)].map { !$0.sub.isEmpty } ?? false
    }

    /// How many documents of a view are known.
    static func count(of webView: WKWebView) -> Int {
        order[ObjectIdentifier(webView)].map { $0.main.count + $0.sub.count } ?? 0
    }

    /// How many documents are known; a leak shows here.
    static var count: Int {
        documents.count
    }
}
