// What a page asked for in a new window.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The features that a page passed to `window.open`.
///
/// Nil where it said nothing.
///
/// They are those of `window.open`'s third argument; a link to a new window has none.
@preconcurrency @MainActor
open class WKWindowFeatures: NSObject {
    /// Whether a menu bar is wanted.
    open private(set) var menuBarVisibility: NSNumber?
    /// Whether a status bar is wanted.
    open private(set) var statusBarVisibility: NSNumber?
    /// Whether tool bars are wanted.
    open private(set) var toolbarsVisibility: NSNumber?
    /// Whether the window is to be resizable.
    open private(set) var allowsResizing: NSNumber?
    /// The left edge in pixels.
    open private(set) var x: NSNumber?
    /// The top edge in pixels.
    open private(set) var y: NSNumber?
    /// The width in pixels.
    open private(set) var width: NSNumber?
    /// The height in pixels.
    open private(set) var height: NSNumber?

    /// Features of which nothing is known.
    public override init() {
        super.init()
    }

    /// Reads the text that a page passed to `window.open`.
    init(_ text: String) {
        super.init()
        for part in text.lowercased().split(whereSeparator: { $0 == "," || $0 == ";" || $0.isWhitespace }) {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard let name = pair.first else { continue }
            set(name, pair.count > 1 ? String(pair[1]) : "yes")
        }
    }

    private func set(_ name: Substring, _ value: String) {
        // Whatever is not a number counts as nothing, as in the engine.
        let number = value == "yes" || value == "true" ? 1 : Double(value.prefix { "+-.0123456789".contains($0) }) ?? 0
        let isOn = NSNumber(value: number != 0)
        let size = NSNumber(value: Int(max(-32768, min(32767, number))))
        switch name {
        case "menubar": menuBarVisibility = isOn
        case "status": statusBarVisibility = isOn
        case "toolbar", "location": toolbarsVisibility = NSNumber(value: number != 0 || toolbarsVisibility == true)
        case "resizable": allowsResizing = isOn
        case "left", "screenx": x = size
        case "top", "screeny": y = size
        case "width", "innerwidth": width = size
        case "height", "innerheight": height = size
        default: break
        }
    }
}
