// What a session does when its page fails.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import WebKit

extension HostSession {
    /// Shows that the page failed, with another try; where nobody can see that, the run ends.
    func pageFailed(_ failure: PageFailure) {
        guard ending == nil, !hasFailed else { return }
        hasFailed = true
        self.failure = failure
        disarm("startup")
        switch failure {
        case .notReady, .notLoaded, .expired:
            tell(EventDraft("transom.page.failed", ["reason": .string(failure.sentence)]))
        case .saidByPage, .blocked, .load, .crashed, .unresponsive, .secret: break
        }
        // The event itself may have been the awaited one.
        guard ending == nil else { return }
        surroundings.say("\(name): \(failure.sentence)")
        if isHeadless {
            if case .secret = failure { end(.secret) } else { end(.error) }
        } else {
            stage?.showFailure(title: failure.title, detail: advice(on: failure), retry: failure.retry)
            tryAgainLater(failure)
        }
    }

    /// The time of the vendor's request is over: nothing that the page does counts any more.
    func expired(after time: Duration) {
        // What was shown to be paid elsewhere is over too.
        if surroundings.opener.dismiss() { isAway = false }
        closeDocument()
        closeAllPopups(by: "expiry")
        isExpired = true
        view?.stopLoading()
        pageFailed(.expired(after: time))
    }

    /// Replaces the integration after its secrets were minted anew, and loads its page.
    func reopen(_ integration: any Integration) {
        guard ending == nil else { return }
        self.integration = integration
        policy = integration.navigationPolicy(configuration.options, mode: configuration.policyMode)
        outgoing = integration.declaration.outgoing.map { OutgoingQueue($0) }
        for bearer in integration.declaration.bearers { surroundings.redaction.add(secret: bearer, isPassing: true) }
        onceKeys = []
        result = nil
        load()
    }

    /// Another try could not begin, for want of what it is made from; nobody waits for that where nobody sees it.
    ///
    /// - Parameter sentence: Why, for the log.
    func retryFailed(_ sentence: String) {
        guard ending == nil else { return }
        hasFailed = false
        pageFailed(.secret(sentence))
    }

    /// Tries again, as the button on the panel asks for.
    func retry() {
        stopRetrying()
        if isExpired {
            isCheckingStatus = true
            return load()
        }
        guard let onRetry else { return load() }
        // The panel goes at once, so that the button cannot be pressed twice while secrets are minted.
        stage?.hideFailure()
        stage?.setVeil(true)
        onRetry()
    }
}
