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

    /// What moves a packaged page through a play of the sandbox; no server could write it into the page.
    ///
    /// Nil where nothing is played, and for a page of the user's own.
    var player: ScriptDeclaration? {
        guard let play = configuration.play, let assets = integration.declaration.assets,
            case .resources = assets.source
        else { return nil }
        let pace = isHeadless ? 5 : 250
        let stays = configuration.presentation == .window && !configuration.endsAfterPlay
        return ScriptDeclaration(
            .resource("web_dist/sandbox/\(name)/player.js"), at: .documentEnd,
            origins: OriginSet(OriginRule(exactly: assets.origin)),
            arguments: [
                "TRANSOM_PLAY": ["name": .string(play), "pace": .integer(Int64(pace)), "stay": .bool(stays)]
            ])
    }
}
