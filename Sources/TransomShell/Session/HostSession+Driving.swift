// What those who drive a session from outside see of it.
// SPDX-License-Identifier: Apache-2.0

package import TransomCore
import TransomGLib
package import WebKit

extension HostSession {
    /// The names of the views that there are now: `main`, its popups in the order of their opening, then the open sheet and
    /// the popups of that.
    package var viewNames: [String] {
        var names = (view == nil ? [] : ["main"]) + popups.map(\.id)
        if let sheets, let id = sheets.openID, let sheet = sheets.session {
            names += [id] + sheet.popups.map(\.id)
        }
        return names
    }

    /// The view of that name: `main`, or the id in `transom.popup.opened` or `transom.sheet.opened`.
    package func view(named name: String) -> WKWebView? {
        if name == "main" { return view }
        if let popup = popups.first(where: { $0.id == name }) { return popup.view }
        guard let sheet = sheets?.session else { return nil }
        return name == sheets?.openID ? sheet.view : sheet.view(named: name)
    }

    /// The session whose page a view shows: the sheet's for what belongs to the open sheet, else this one.
    package func session(of name: String) -> HostSession {
        guard name != "main", !popups.contains(where: { $0.id == name }), let sheet = sheets?.session else {
            return self
        }
        return sheet
    }

    /// Closes a view as a user would: a popup or a sheet goes, and the main view ends the session.
    ///
    /// - Returns: whether there is such a view.
    package func closeView(_ name: String) -> Bool {
        guard view(named: name) != nil else { return false }
        let owner = session(of: name)
        if owner.popups.contains(where: { $0.id == name }) {
            owner.closePopup(name, by: "user")
        } else {
            owner.end(owner.hasFailed ? .error : .user)
        }
        return true
    }

    /// The session that stands where this one stood: itself, unless another one took its place.
    package var latest: HostSession {
        line.current ?? self
    }

    /// Ends this session, takes everything of its customer away, and begins another one in its place.
    ///
    /// - Returns: Whether another one has begun; false where that is impossible.
    package func reset(_ reason: SessionReset) async -> Bool {
        guard let onReset else { return false }
        return await withCheckedContinuation { continuation in
            let once = OneShot<Bool>(ifDropped: false) { continuation.resume(returning: $0) }
            onReset(reason) { once.answer($0) }
        }
    }

    /// Whether it has ended.
    package var isOver: Bool { ending != nil }

    /// Ends the host that this session belongs to, also where the session is over and no other one could begin.
    package func endHost(_ reason: HostEnding) {
        if let onHostEnd { onHostEnd(reason) } else { end(reason) }
    }

    /// Whether something is open that a customer may be paying in: a popup, a sheet, a bank's page or another program.
    package var isPaying: Bool {
        !popups.isEmpty || document != nil || isAway || excursion.isUnderWay || sheets?.session != nil
    }

    /// Opens an integration over the home page.
    ///
    /// - Returns: What came of it, when the sheet is gone; nil where this run has no home page.
    package func openSheet(_ integration: String, parameters: [String: [String]]) async -> JSONValue? {
        guard let sheets else { return nil }
        return await withCheckedContinuation { continuation in
            sheets.open(integration, parameters: parameters) { continuation.resume(returning: $0.json) }
        }
    }

    /// The session's clock.
    package var clock: any HostClock { surroundings.clock }
    /// The host's own files.
    package var hostFiles: ResourceFolder { resources }
}
