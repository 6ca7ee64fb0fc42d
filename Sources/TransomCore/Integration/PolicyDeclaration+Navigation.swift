// Makes the navigation policy of a run from what its integration declares.
// SPDX-License-Identifier: Apache-2.0

extension PolicyDeclaration {
    /// The navigation policy of a run.
    ///
    /// - Parameters:
    ///   - allow: origins that the user lets in besides those declared.
    ///   - blocksOutside: whether nothing leaves the host, as in a kiosk.
    ///   - mode: whether decisions are carried out.
    public func navigationPolicy(
        allow: [OriginRule] = [], blocksOutside: Bool = false, mode: NavigationPolicy.Mode = .enforce
    ) -> NavigationPolicy {
        let inside = inside.adding(allow)
        return NavigationPolicy(
            allow: inside.rules, frames: inside.adding(frames).rules, popups: inside.adding(popups).rules,
            outsideSchemes: Set(outsideSchemes), opensPublicWebOutside: opensPublicWeb, blocksOutside: blocksOutside,
            mode: mode)
    }
}
