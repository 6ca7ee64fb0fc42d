// Whether somebody has asked for what leaves a session.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import TransomCore
import TransomGLib
import TransomWebKitShims
import WebKit

extension HostSession {
    /// Sees each click, touch and key of a person on a view.
    ///
    /// - Returns: What sees them, as long as it is kept.
    func watchInput(of view: WKWebView) -> SignalConnection {
        SignalConnection(
            UnsafeMutableRawPointer(view.hostWidget), WeakReference(self)
        ) { object, data, destroy in
            transom_connect_widget_event(
                object,
                { _, event, data in
                    let types = [
                        GDK_BUTTON_PRESS, GDK_BUTTON_RELEASE, GDK_TOUCH_BEGIN, GDK_TOUCH_END, GDK_KEY_PRESS,
                    ]
                    if types.contains(gdk_event_get_event_type(event)) {
                        CallbackBox<WeakReference<HostSession>>.value(at: data)?.object?.sawInput()
                    }
                    return 0
                }, data, destroy)
        }
    }

    /// Somebody did something with a page.
    func sawInput() {
        lastInput = surroundings.clock.monotonic
    }

    /// Whether a navigation that leaves is asked for by somebody, and takes what they did: one thing leaves for one gesture.
    ///
    /// The engine knows of a gesture for about a second, and a payment page asks its server first; so a click on the page
    /// counts for ``Limits/gesture`` too, once. A play has nobody who could click.
    func takeGesture(for action: WKNavigationAction) -> Bool {
        let now = surroundings.clock.monotonic
        if configuration.play != nil { return true }
        if let input = lastInput, now - input <= configuration.limits.gesture {
            lastInput = nil
            lastLeaving = now
            return true
        }
        guard action.isUserGesture, lastLeaving.map({ now - $0 >= .seconds(1) }) ?? true else { return false }
        lastLeaving = now
        return true
    }
}
