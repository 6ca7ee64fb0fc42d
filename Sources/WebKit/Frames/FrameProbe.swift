// Finding out by trying which frame leads to a scheme that the engine cannot load.
// SPDX-License-Identifier: Apache-2.0

import TransomGLib

/// A navigation to a scheme that the engine cannot load, let go to see which frame it is for.
///
/// The engine tells of no such navigation beforehand. When it is let go it fails at once without a network: the view tells
/// of the main frame's failure, and of another frame's not at all. The start and the end of that failure are kept from the
/// delegate. It costs the main frame the requests that it has under way, so it is done only where nothing else is known.
@MainActor
struct FrameProbe {
    /// What is to come next of the failure.
    enum Stage {
        /// Nothing has come.
        case waiting
        /// Some navigation of the main frame has started.
        case started
        /// It failed, and the engine says that it is done with it.
        case failed
    }

    /// The URL as the engine spells it.
    let url: String
    /// What has come.
    var stage = Stage.waiting
    /// Told whether it was the main frame's.
    let answer: OneShot<Bool>

    /// Whether a URL can be tried without being loaded.
    ///
    /// - Parameter registered: Schemes that the app serves.
    static func isPossible(_ url: String, registered: Set<String>) -> Bool {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        return scheme.count < url.count && !SchemeName.native.contains(scheme) && !registered.contains(scheme)
    }
}
