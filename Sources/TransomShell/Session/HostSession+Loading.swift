// How a session loads its page, and takes away what lies over it.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import WebKit

extension HostSession {
    /// Loads a page and starts its deadlines.
    ///
    /// - Parameter url: As the engine spells it; the integration's page to begin with where nothing is given.
    func load(_ url: String? = nil) {
        // What its page opened before belongs to nobody any more.
        closeAllPopups(by: "host")
        if surroundings.opener.dismiss() { isAway = false }
        stopRetrying()
        hasFailed = false
        lastStatus = nil
        outgoing?.documentChanged()
        loadBegan = surroundings.clock.monotonic
        stage?.hideFailure()
        stage?.setVeil(integration.declaration.readiness != nil)
        let limits = configuration.limits
        if let readiness = integration.declaration.readiness {
            let time = readiness.deadline ?? limits.startupDeadline
            arm("startup", time) { [weak self] in self?.pageFailed(.notReady(after: time)) }
        } else {
            arm("startup", limits.loadDeadline) { [weak self] in
                self?.pageFailed(.notLoaded(after: limits.loadDeadline))
            }
        }
        isHostsLoad = true
        view?.load(engineURL: url ?? integration.startURL.reveal())
    }

    /// Takes away what lies on top of the page.
    ///
    /// Returns whether there was anything.
    func closeTopmost() -> Bool {
        if surroundings.opener.dismiss() {
            cameBack()
            return true
        }
        return closeDocument() || closeNewestPopup() || (sheets?.closeByUser() ?? false)
    }
}
