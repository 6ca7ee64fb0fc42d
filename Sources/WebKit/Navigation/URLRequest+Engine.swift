// Requests for URLs that the engine has parsed.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

extension URLRequest {
    /// A request for display and delegates.
    ///
    /// A URL that Foundation cannot hold becomes `about:invalid`, so that a comparison with an expected URL fails
    /// instead of the process.
    init(engineURL: String, method: String = "GET") {
        let invalid = URL(fileURLWithPath: "/").deletingLastPathComponent()
        self.init(url: URL(string: engineURL) ?? URL(string: "about:invalid") ?? invalid)
        httpMethod = method
    }
}
