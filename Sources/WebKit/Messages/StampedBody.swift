// Taking a message apart into its document and its body.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
import TransomWebKitShims

/// A message as the stamp in the web process made it: a document's token, the body, and the document's URL where that has
/// changed since the announcement.
///
/// A text arrives as token and text in one string; anything else as an array of two or three.
@MainActor
struct StampedBody {
    /// The document, or nil when the message carries no token that was announced.
    let document: DocumentIdentity?
    /// The body as the page posted it; nil for `undefined`.
    let body: Any?
    /// The document's URL at the time, where it differs from the announced one.
    let url: String?
    /// Whether the body was beyond the budget; then it is not there.
    let isTooLarge: Bool

    init(_ value: UnsafeMutablePointer<JSCValue>) {
        // Each question takes the engine's lock, which costs as much as a member of the body.
        let stamped: StampedBody? =
            if jsc_value_is_array(value) != 0 {
                Self.read(value) ?? Self.walk(value)
            } else if jsc_value_is_string(value) != 0 {
                Self.text(value)
            } else {
                nil
            }
        self =
            stamped
            ?? StampedBody(document: nil, url: nil) { () throws(JavaScriptValue.TooLarge) in
                try JavaScriptValue.foundation(value)
            }
    }

    private init(document: DocumentIdentity?, body: Any?, url: String?, isTooLarge: Bool = false) {
        self.document = document
        self.body = body
        self.url = url
        self.isTooLarge = isTooLarge
    }

    private init(document: DocumentIdentity?, url: String?, body: () throws(JavaScriptValue.TooLarge) -> Any?) {
        do throws(JavaScriptValue.TooLarge) {
            self.init(document: document, body: try body(), url: url)
        } catch {
            self.init(document: document, body: nil, url: url, isTooLarge: true)
        }
    }

    /// Takes a text apart into its token and the rest.
    private static func text(_ value: UnsafeMutablePointer<JSCValue>) -> StampedBody? {
        guard let bytes = jsc_value_to_string_as_bytes(value) else { return nil }
        defer { g_bytes_unref(bytes) }
        return JavaScriptValue.read(bytes) { text in
            guard text.count >= DocumentRegistry.tokenLength else { return nil }
            let token = String(decoding: text.prefix(DocumentRegistry.tokenLength), as: UTF8.self)
            guard let document = DocumentRegistry.document(token: token) else { return nil }
            guard text.count <= BodyBudget.current else {
                return StampedBody(document: document, body: nil, url: nil, isTooLarge: true)
            }
            let body = String(decoding: text.dropFirst(DocumentRegistry.tokenLength), as: UTF8.self)
            return StampedBody(document: document, body: body, url: nil)
        }
    }

    /// Reads an array of token, body and URL from its text.
    private static func read(_ value: UnsafeMutablePointer<JSCValue>) -> StampedBody? {
        let bytes: OpaquePointer
        switch ValueText.write(value, isMessage: true) {
        case .bytes(let written): bytes = written
        case .impossible: return nil
        case .tooLarge:
            let token = member(value, 0) {
                transom_value_kind($0) == TRANSOM_VALUE_STRING ? JavaScriptValue.string($0) : nil
            }
            return StampedBody(
                document: token.flatMap { DocumentRegistry.document(token: $0) }, body: nil, url: nil, isTooLarge: true)
        }
        defer { g_bytes_unref(bytes) }
        guard let parts = JavaScriptValue.read(bytes, TaggedJSONReader.message),
            let document = DocumentRegistry.document(token: parts.token)
        else { return nil }
        return StampedBody(document: document, body: parts.body, url: parts.url)
    }

    /// Reads the same member by member.
    private static func walk(_ value: UnsafeMutablePointer<JSCValue>) -> StampedBody? {
        func text(_ index: UInt32) -> String? {
            member(value, index) {
                transom_value_kind($0) == TRANSOM_VALUE_STRING ? JavaScriptValue.string($0) : nil
            }
        }
        guard let token = text(0), let document = DocumentRegistry.document(token: token) else { return nil }
        return StampedBody(
            document: document, url: text(2)
        ) { () throws(JavaScriptValue.TooLarge) in
            guard let body = jsc_value_object_get_property_at_index(value, 1) else { return nil }
            defer { g_object_unref(body) }
            return try JavaScriptValue.foundation(body)
        }
    }

    private static func member<Result>(
        _ array: UnsafeMutablePointer<JSCValue>, _ index: UInt32,
        _ read: (UnsafeMutablePointer<JSCValue>) -> Result?
    ) -> Result? {
        guard let member = jsc_value_object_get_property_at_index(array, index) else { return nil }
        defer { g_object_unref(member) }
        return read(member)
    }
}
