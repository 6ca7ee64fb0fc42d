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
        guard isOutOfService || opened != nil, !isOver else { return done(false) }
        resetWaiters.append(done)
        if !isResetting, leaveIfOutdated() { return finishReset(false) }
        // Nothing is left of the session that was.
        if isOutOfService { return tryAgain() }
        guard !isResetting, let old = opened, let stream else { return }
        isResetting = true
        restart = nil
        let began = clock.monotonic
        keeper?.isClearing()
        let whom = reason == .idle ? "idle" : "host"
        old.session.sheets?.closeAll(by: whom)
        old.session.closedBy = whom
        old.session.end(.reset)
        Task {
            await old.session.lastPictures?.value
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

    /// Begins another session after one that ended by itself; where nobody has used it, not as fast as it can.
    func goOn(_ reason: SessionReset, with keeper: any HostKeeper) {
        let hasLasted = clock.monotonic - sessionBegan >= limits.retryLongest
        guard !keeper.isInUse, !hasLasted else {
            closedAtOnce = 0
            return reset(reason)
        }
        closedAtOnce += 1
        guard closedAtOnce > 1 else { return reset(reason) }
        let wait = min(limits.retryLongest, limits.retryFirst * (1 << min(closedAtOnce - 2, 16)))
        say(
            "run \(configuration.integration.name): the page ends before anybody uses it; another session "
                + "in \(wait.components.seconds) s")
        keeper.isClearing()
        restart = scheduler.after(wait) { [weak self] in self?.reset(reason) }
    }

    /// Opens the next session; the old one's far end and device go with it.
    private func beginAgain(after old: SessionFactory.Opened) async {
        putChangesInForce()
        var hasBegun = false
        if let stream {
            _ = stream.factory.beginSession()
            do throws(SessionFactory.Failure) {
                try await openNext(stream) { $0.succeed(old.session) }
                hasBegun = !isOver
            } catch {
                cannotStart(error)
            }
        }
        finishReset(hasBegun)
    }

    /// Fetches the secrets and opens a session; what is told of the secrets is its own, or the run's where there is none.
    private func openNext(
        _ stream: EventStream, willStart: (HostSession) -> Void
    ) async throws(SessionFactory.Failure) {
        guard let factory, !isOver else { return }
        var told: [EventDraft] = []
        do throws(SessionFactory.Failure) {
            let integration = try await factory.makeIntegration(reason: .start, session: stream.factory.session) {
                told.append($0)
            }
            try await openSession(integration, stream) { session in
                willStart(session)
                for draft in told { session.tell(draft) }
                told = []
            }
        } catch {
            for draft in told { stream.emit(draft) }
            throw error
        }
    }

    /// Tells whoever waits whether another session has begun.
    private func finishReset(_ hasBegun: Bool) {
        isResetting = false
        let waiters = resetWaiters
        resetWaiters = []
        for waiter in waiters { waiter(hasBegun) }
        // What came during the reset is looked at again.
        leaveWhenIdle()
        takeChanges()
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
        restart = scheduler.after(wait) { [weak self] in self?.tryAgain() }
    }

    /// Tries again what failed, as far as it had come; a changed configuration counts by then.
    func tryAgain() {
        restart = nil
        guard isOutOfService, !isResetting, !isOver else { return }
        isResetting = true
        Task { await startAgain() }
    }

    private func startAgain() async {
        putChangesInForce()
        var hasBegun = false
        do throws(SessionFactory.Failure) {
            try checkClock()
            let stream = if let before = self.stream { before } else { try makeStream() }
            self.stream = stream
            let before = opened?.session
            try await openNext(stream) { session in
                if let before { session.succeed(before) }
                if !hasTold {
                    hasTold = true
                    willStart(session, stream)
                }
            }
            hasBegun = !isOver
        } catch {
            cannotStart(error)
        }
        finishReset(hasBegun)
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
