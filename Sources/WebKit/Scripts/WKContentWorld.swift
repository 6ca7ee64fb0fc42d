// A namespace of JavaScript globals.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A world in which scripts run beside the page's own, with the page's document and globals of their own.
///
/// A handler or a script in a named world is out of the page's reach. Use it on the main thread.
/// `webkit_script_world_new_with_name`.
@preconcurrency @MainActor
public final class WKContentWorld: NSObject {
    /// The name; nil for the page's world and for the app's own.
    public let name: String?
    /// The name as the engine and the extension know it: empty for the page's world.
    let key: String

    /// The page's own world.
    public static let page = WKContentWorld(name: nil, key: "")

    /// The world that an app uses when it needs just one of its own.
    public static let defaultClient = WKContentWorld(name: nil, key: "WKContentWorld.defaultClient")

    private static var named: [String: WKContentWorld] = [:]

    /// The world of a name; the same object for the same name.
    ///
    /// - Parameter name: Not empty.
    public static func world(name: String) -> WKContentWorld {
        if let world = named[name] { return world }
        let world = WKContentWorld(name: name, key: name)
        named[name] = world
        return world
    }

    private init(name: String?, key: String) {
        self.name = name
        self.key = key
        super.init()
        if !key.isEmpty { WebProcessExtension.announce(world: key) }
    }

    /// The name for the engine's functions, which take none for the page's world.
    var engineName: String? {
        key.isEmpty ? nil : key
    }

    /// The world of an engine name.
    static func world(key: String) -> WKContentWorld {
        if key.isEmpty { return .page }
        return key == defaultClient.key ? .defaultClient : world(name: key)
    }
}
