// What a WKWebView host adds to a page, and the identifiers that the host binds around a script of its own.
// SPDX-License-Identifier: Apache-2.0

interface ScriptMessageHandler {
    postMessage(body: unknown): unknown;
}

interface Window {
    readonly webkit?: { readonly messageHandlers?: Readonly<Record<string, ScriptMessageHandler | undefined>> };
}
