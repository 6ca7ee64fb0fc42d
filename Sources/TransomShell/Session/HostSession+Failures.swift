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
        case .saidByPage, .blocked, .load, .crashed: break
        }
        // The event itself may have been the awaited one.
        guard ending == nil else { return }
        surroundings.say("\(name): \(failure.sentence)")
        if isHeadless {
            end(.error)
        } else {
            stage?.showFailure(title: failure.title, detail: failure.advice, canRetry: failure.canBeTriedAgain)
        }
    }

    /// The time of the vendor's request is over: nothing that the page does counts any more.
    func expired(after time: Duration) {
        closeDocument()
        closeAllPopups(by: "expiry")
        isExpired = true
        view?.stopLoading()
        pageFailed(.expired(after: time))
    }
}
