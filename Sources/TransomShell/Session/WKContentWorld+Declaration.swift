// The engine's world behind a declared one.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import WebKit

extension WKContentWorld {
    /// The engine's world behind one that an integration declares for a script or a handler.
    static func declared(_ world: ScriptDeclaration.World) -> WKContentWorld {
        switch world {
        case .page: .page
        case .isolated(let name): .world(name: name)
        }
    }
}
