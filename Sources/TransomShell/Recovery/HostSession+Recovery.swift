// What a session does by itself about a page that failed.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import WebKit

extension HostSession {
    /// Whether what fails is tried again without anybody's doing: where nobody is there who could.
    var recovers: Bool { isKiosk }

    /// The web process of the page went away; one that the host itself ended, since it was stuck, is told of already.
    func processWentAway() {
        guard ending == nil else { return }
        let now = surroundings.clock.monotonic
        let wasEnded = heartbeat?.takeEnded() ?? false
        if !wasEnded {
            tell(
                EventDraft(
                    "transom.page.crashed",
                    [
                        "reason": .string(view?.terminationReason ?? "crashed"),
                        "attempt": .integer(Int64(recovery.attempt + 1)),
                    ]))
        }
        // Popups share their opener's process, so they are gone with it.
        closeAllPopups(by: "host")
        closeDocument()
        guard ending == nil else { return }
        let failure = wasEnded ? PageFailure.unresponsive : .crashed
        guard recovers, !isExpired else { return pageFailed(failure) }
        if failedSince == nil { failedSince = now }
        surroundings.say("\(name): \(failure.sentence)")
        // A panel may be there already, whose retry has just died.
        hasFailed = false
        disarm("startup")
        let wasAtBank = excursion.isUnderWay
        leaveStrip()
        switch recovery.crashed(at: now) {
        case .samePage:
            // The page to begin with has secrets in its URL that may serve once only.
            guard !wasAtBank, let lastPage, lastPage != integration.startURL.reveal() else { return retry() }
            load(lastPage)
        case .startPage(let wait):
            stage?.setVeil(true)
            arm("retry", wait) { [weak self] in self?.retry() }
        case .safePage(let wait):
            hasFailed = true
            self.failure = failure
            tell(EventDraft("transom.page.failed", ["reason": .string("\(failure.sentence) too often")]))
            stage?.showFailure(title: failure.title, detail: failure.advice, retry: failure.retry)
            retry(in: wait)
        }
    }

    /// Watches the network process, which is there when a first page is.
    func watchNetworkProcess() {
        guard recovers, role == .run, network == nil else { return }
        network = NetworkProcessWatch { [weak self] in
            guard let self, ending == nil else { return }
            surroundings.say("\(name): the network process went away, and the session's cookies with it")
            onReset?(.network) { _ in }
        }
    }

    /// The page is there, perhaps after its time was over; one that failed otherwise is not there by what it says.
    func settled() {
        if hasFailed {
            switch failure {
            case .notReady, .notLoaded: break
            default: return
            }
            stopRetrying()
            hasFailed = false
            stage?.hideFailure()
        }
        guard let attempts = recovery.settled() else { return }
        let since = failedSince ?? surroundings.clock.monotonic
        failedSince = nil
        tell(
            EventDraft(
                "transom.page.recovered",
                [
                    "attempt": .integer(Int64(attempts)),
                    "seconds": JSONValue(double: Self.seconds(surroundings.clock.monotonic - since)) ?? .integer(0),
                ]))
    }

    /// Tries a failed page again by itself, where that can help.
    func tryAgainLater(_ failure: PageFailure) {
        guard recovers, ending == nil else { return }
        if failedSince == nil { failedSince = surroundings.clock.monotonic }
        switch failure {
        case .expired: return
        case .notReady, .notLoaded:
            // What never comes would hold up the next load.
            view?.stopLoading()
        // What leads elsewhere may be a network's own login or a vendor's day of maintenance.
        case .blocked, .saidByPage, .secret, .load, .crashed, .unresponsive: break
        }
        retry(in: recovery.failed())
    }

    /// The sentence for whoever stands before a failed page: a customer of a kiosk has no network to check.
    func advice(on failure: PageFailure) -> String {
        guard recovers, case .load(let fault) = failure, [.dns, .connect, .timeout].contains(fault) else {
            return failure.advice
        }
        return HostText.networkIsTried()
    }

    /// Stops the wait for the next try.
    func stopRetrying() {
        disarm("retry")
        disarm("countdown")
    }

    private func retry(in wait: Duration) {
        let due = surroundings.clock.monotonic + wait
        arm("retry", wait) { [weak self] in self?.retry() }
        countDown(to: due)
    }

    /// Says on the panel when the next try is.
    private func countDown(to due: Duration) {
        let left = max(.zero, due - surroundings.clock.monotonic)
        let seconds = left.components.seconds + (left.components.attoseconds > 0 ? 1 : 0)
        stage?.setFailureNote(HostText.retryIn(["seconds": "\(seconds)"]))
        guard seconds > 1 else { return }
        arm("countdown", .seconds(1)) { [weak self] in self?.countDown(to: due) }
    }

    private func leaveStrip() {
        guard excursion.isUnderWay else { return }
        excursion.arrived()
        disarm("excursion")
        stage?.setStrip(nil)
    }
}
