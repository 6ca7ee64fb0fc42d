// The old way to answer a challenge.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import TransomGLib

/// Takes the answer that is given to a challenge's sender instead of to the closure.
final class ChallengeSender: NSObject, URLAuthenticationChallengeSender, Sendable {
    private let answer: OneShot<(URLSession.AuthChallengeDisposition, URLCredential?)>

    init(_ answer: OneShot<(URLSession.AuthChallengeDisposition, URLCredential?)>) {
        self.answer = answer
        super.init()
    }

    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {
        give(.useCredential, credential)
    }

    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {
        give(.performDefaultHandling, nil)
    }

    func cancel(_ challenge: URLAuthenticationChallenge) {
        give(.cancelAuthenticationChallenge, nil)
    }

    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {
        give(.performDefaultHandling, nil)
    }

    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {
        give(.rejectProtectionSpace, nil)
    }

    private func give(_ disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential?) {
        let answer = answer
        MainThread.run {
            answer.answer((disposition, credential))
            MainLoop.wake()
        }
    }
}
