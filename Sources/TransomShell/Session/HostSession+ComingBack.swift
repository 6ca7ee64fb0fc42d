// What a session does when somebody comes back from another program, and when somebody goes back.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import TransomCore
import TransomGLib
import TransomWebKitShims
import WebKit

extension HostSession {
    /// The window has the focus again.
    ///
    /// A page whose vendor says so is left to ask its server what came of the payment; one that stands still is reloaded once.
    func cameBack() {
        sheets?.session?.cameBack()
        guard ending == nil, isAway else { return }
        isAway = false
        guard integration.declaration.reloadsWhenStill, !hasFailed, !hasReloaded else { return }
        arm("standstill", configuration.limits.standstill) { [weak self] in
            guard let self, ending == nil else { return }
            hasReloaded = true
            surroundings.say("\(name): the page stands still after the return, and is loaded again")
            view?.reload()
        }
    }

    /// The page did something, so it does not stand still.
    func showsLife() {
        guard deadlines["standstill"] != nil else { return }
        disarm("standstill")
    }

    /// Sees each request of a page, for the signs of life.
    func watchRequests(of view: WKWebView) {
        guard integration.declaration.reloadsWhenStill else { return }
        requestConnection = SignalConnection(
            UnsafeMutableRawPointer(view.hostWidget), WeakReference(self)
        ) { object, data, destroy in
            transom_connect_resource_load_started(
                object,
                { _, _, _, data in CallbackBox<WeakReference<HostSession>>.value(at: data)?.object?.showsLife() },
                data, destroy)
        }
    }

    /// Mints secrets again and opens the page afresh, once without being asked.
    ///
    /// A token that was used up is the likely reason for a page to fail. Returns whether it does.
    func reopenByItself() -> Bool {
        guard !hasReopened, !configuration.secrets.isEmpty, onRetry != nil else { return false }
        hasReopened = true
        surroundings.say("\(name): the page failed; its secrets are fetched anew and it is opened again")
        retry()
        return true
    }

    /// Goes one page back, and closes where there is none.
    func goBack() -> Bool {
        // On a kiosk there is nothing behind the page: the next customer would see the last one's.
        guard ending == nil, configuration.presentation != .kiosk else { return false }
        if let sheet = sheets?.session { return sheet.goBack() }
        if closeTopmost() { return true }
        if view?.goBack() != nil { return true }
        surface?.onClose?()
        return true
    }
}
