// One session after another, in a run that goes on.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
package import TransomCore
import TransomGLib
import WebKit

extension HostApplication: KeptHost {
    /// Every figure of the host.
    package var limits: Limits { configuration.limits }

    /// Begins another session in the place of the one that there is.
    package func reset(_ reason: SessionReset) {
        reset(reason) { _ in }
    }

    /// Tells of something as an event of the session that is open.
    package func tell(_ draft: EventDraft) {
        if let session, session.ending == nil { session.tell(draft) } else { stream?.emit(draft) }
    }

    /// Ends the session, takes everything of its customer away, and begins another one.
    ///
    /// - Parameters:
    ///   - reason: Why.
    ///   - done: Called once, with whether another one has begun.
    func reset(_ reason: SessionReset, then done: @escaping (Bool) -> Void) {
        guard let old = opened, let stream else { return done(false) }
        resetWaiters.append(done)
        guard !isResetting else { return }
        isResetting = true
        let began = clock.monotonic
        keeper?.isClearing()
        old.session.closeAllPopups(by: reason == .idle ? "idle" : "host")
        old.session.end(.reset)
        Task {
            // The engine may be in the middle of a callback of this very view.
            await Task.yield()
            returns = nil
            old.session.sheets?.forgetData()
            old.session.tearDown()
            Self.clearClipboards()
            // The next session has a store of its own; this frees what the old one held.
            Task { await old.session.store.removeEverything() }
            let seconds = JSONValue(double: HostSession.seconds(clock.monotonic - began)) ?? .integer(0)
            stream.emit(
                EventDraft(
                    "transom.session.reset",
                    [
                        "reason": .string(reason.rawValue), "seconds": seconds,
                        "cleared": .array(SessionReset.cleared.map { .string($0) }),
                    ]))
            await beginAgain(after: old)
        }
    }

    /// Opens the next session; the old one's far end and device go with it.
    private func beginAgain(after old: SessionFactory.Opened) async {
        putChangesInForce()
        guard let factory, let stream else { return }
        let name = stream.factory.beginSession()
        var hasBegun = false
        do throws(SessionFactory.Failure) {
            let integration = try await factory.makeIntegration(reason: .start, session: name)
            try await openSession(integration, stream) { session in
                session.succeed(old.session)
            }
            hasBegun = true
        } catch {
            cannotStart(error)
        }
        isResetting = false
        let waiters = resetWaiters
        resetWaiters = []
        for waiter in waiters { waiter(hasBegun) }
    }

    /// Takes what was copied off the clipboards, whoever owns it.
    private static func clearClipboards() {
        for name in ["CLIPBOARD", "PRIMARY"] {
            guard let board = gtk_clipboard_get(gdk_atom_intern(name, 0)) else { continue }
            // Only the owner's own content can be cleared, so the board is taken over first.
            gtk_clipboard_set_text(board, "", 0)
            gtk_clipboard_clear(board)
        }
    }

    // MARK: - A start that cannot succeed

    /// A clock that is before the host was made cannot judge any certificate.
    func checkClock() throws(SessionFactory.Failure) {
        guard clock.wall.seconds < HostBuild.earliestTime else { return }
        throw SessionFactory.Failure(
            sentence: "the clock of this machine says \(clock.wall.rfc3339), which is before this host was made; "
                + "set it, or let systemd-timesyncd do so", status: 4, cause: .clock)
    }

    /// Shows that nobody can be served, and tries again after a while where that can help.
    func showOutOfService(_ cause: OutOfService, on keeper: any HostKeeper) {
        failedStarts += 1
        guard cause.mayPass else { return keeper.cannotServe(cause, retryingIn: nil) }
        let wait = min(limits.retryLongest, limits.retryFirst * (1 << min(failedStarts, 16)))
        keeper.cannotServe(cause, retryingIn: wait)
        restart = scheduler.after(wait) { [weak self] in
            guard let self else { return }
            Task { await self.startAgain() }
        }
    }

    /// Tries again what failed, as far as it had come.
    private func startAgain() async {
        guard let factory else { return }
        restart = nil
        do throws(SessionFactory.Failure) {
            try checkClock()
            let integration = try await factory.makeIntegration(reason: .start, session: stream?.factory.session ?? "")
            let isFirst = stream == nil
            let stream = if let before = self.stream { before } else { try makeStream() }
            self.stream = stream
            let before = opened?.session
            try await openSession(integration, stream) { session in
                if let before { session.succeed(before) }
                if isFirst { willStart(session, stream) }
            }
        } catch {
            cannotStart(error)
        }
    }
}

extension HostSession {
    /// Takes over from a session of the same run what belongs to the run.
    func succeed(_ old: HostSession) {
        eventCount = old.eventCount
        lastType = old.lastType
        pictureCount = old.pictureCount
        driven.onController = old.driven.onController
        driven.eventFile = old.driven.eventFile
        line = old.line
        line.current = self
    }
}
