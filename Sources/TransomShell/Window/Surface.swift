// Where a stage stands.
// SPDX-License-Identifier: Apache-2.0

package import WebKit

/// The place of a session on the screen: a window of its own, or a sheet over a home page.
package protocol Surface: AnyObject {
    /// Called when the user closes it.
    var onClose: (() -> Void)? { get set }

    /// Called when the window gets the keyboard's focus, as when somebody comes back from another program.
    var onFocus: (() -> Void)? { get set }

    /// Shows the origin of what stands on it, where it has a place for that.
    func setOrigin(_ origin: String)

    /// Brings the window that it is in to the front, as far as the desktop lets it.
    func raise()

    /// The window that it is, or that it is in.
    var window: HostWindow? { get }

    /// Writes what the whole window shows as PNG, where the views that are given are black.
    ///
    /// Returns a sentence when that is impossible.
    func writePicture(to path: String, hiding hidden: [WKWebView]) -> String?

    /// Takes it away, with what stands on it.
    func destroy()
}
