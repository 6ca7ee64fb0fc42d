// What a session says of its packaged page.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

extension HostSession {
    /// Tells that the page asked for a file that is not there, with the path that was looked for.
    func tellMissing(_ missing: AssetHandler.Missing) {
        tell(
            EventDraft(
                "transom.page.error",
                ["url": .string(missing.url), "reason": "missing asset", "path": .string(missing.path)]))
        surroundings.say(
            "\(name): \(missing.url): there is no \(quoted(missing.path)) in \(quoted(missing.folder))")
    }
}
