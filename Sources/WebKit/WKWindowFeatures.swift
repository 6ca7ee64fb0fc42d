// What a page asked for in a new window.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The features that a page passed to `window.open`.
///
/// Nil where it said nothing.
///
/// WebKitGTK knows them only after the new view was made, so all are nil when `createWebViewWith` is called.
@preconcurrency @MainActor
open class WKWindowFeatures: NSObject {
    /// Whether a menu bar is wanted.
    public internal(set) var menuBarVisibility: NSNumber?
    /// Whether a status bar is wanted.
    public internal(set) var statusBarVisibility: NSNumber?
    /// Whether tool bars are wanted.
    public internal(set) var toolbarsVisibility: NSNumber?
    /// Whether the window is to be resizable.
    public internal(set) var allowsResizing: NSNumber?
    /// The left edge in pixels.
    public internal(set) var x: NSNumber?
    /// The top edge in pixels.
    public internal(set) var y: NSNumber?
    /// The width in pixels.
    public internal(set) var width: NSNumber?
    /// The height in pixels.
    public internal(set) var height: NSNumber?

    /// Features of which nothing is known.
    public override init() {
        super.init()
    }
}
