// How a message comes from the page to the host.
// SPDX-License-Identifier: Apache-2.0

/// How a message comes from the page to the host.
public enum MessageCarrier: Sendable, Equatable {
    /// `window.webkit.messageHandlers.NAME.postMessage`.
    case scriptMessage
    /// A channel of the capability of that name, such as a callback bridge; the page's handlers have no such name.
    case capability(String)
}
