// What the pages of a host may not do, whatever the integration.
// SPDX-License-Identifier: Apache-2.0

import WebKit

extension WKPreferences {
    /// Takes away what the engine gives without asking and a host gives to nobody.
    ///
    /// A page that nobody sees goes on at its pace, on the other hand: a payment page asks its server what came of it while the
    /// customer is in another program.
    func restrictToHost() {
        inactiveSchedulingPolicy = .none
        allowsWakeLock = false
        allowsServiceWorkers = false
    }
}
