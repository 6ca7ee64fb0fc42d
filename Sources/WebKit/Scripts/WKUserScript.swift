// A script that is injected into pages.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A script that runs in every new document of a web view.
///
/// `webkit_user_script_new`.
@preconcurrency @MainActor
open class WKUserScript: NSObject, NSCopying {
    /// The script's text.
    public let source: String
    /// When it runs.
    public let injectionTime: WKUserScriptInjectionTime
    /// Whether it runs in the main frame only.
    public let isForMainFrameOnly: Bool
    /// The world it runs in.
    let world: WKContentWorld

    /// Makes a script for the page's world.
    public convenience init(source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool) {
        self.init(source: source, injectionTime: injectionTime, forMainFrameOnly: forMainFrameOnly, in: .page)
    }

    /// Makes a script for a world.
    public init(
        source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool,
        in contentWorld: WKContentWorld
    ) {
        self.source = source
        self.injectionTime = injectionTime
        isForMainFrameOnly = forMainFrameOnly
        world = contentWorld
        super.init()
    }

    /// Itself: a script never changes.
    public nonisolated func copy(with zone: NSZone? = nil) -> Any {
        self
    }
}
