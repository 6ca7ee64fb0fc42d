// Why a page failed.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// What is wrong with a page, for the panel that a person sees and for `transom.page.failed`.
nonisolated enum PageFailure: Equatable {
    /// The page's own message says so, with these words; it is an event already.
    case saidByPage(String)
    /// The policy does not let the page be loaded; it is an event already.
    case blocked(rule: String)
    /// The page gave no sign of life in time.
    case notReady(after: Duration)
    /// The load did not end in time.
    case notLoaded(after: Duration)
    /// The time of the vendor's request is over.
    case expired(after: Duration)
    /// A secret could not be fetched, with the sentence that says why; it is an event already.
    case secret(String)
    /// The load failed; it is an event already.
    case load(LoadFault)
    /// The process that shows the page went away; it is an event already.
    case crashed
    /// The process that shows the page did not answer, and was ended; it is an event already.
    case unresponsive

    /// The title of the panel.
    var title: String {
        switch self {
        case .saidByPage, .crashed, .secret: HostText.pageStopped()
        case .notReady, .notLoaded, .unresponsive: HostText.pageSilent()
        case .blocked: HostText.pageBlocked()
        case .expired: HostText.requestExpired()
        case .load(let fault): fault.title
        }
    }

    /// A sentence for a person who stands before it.
    var advice: String {
        switch self {
        case .saidByPage, .crashed, .unresponsive, .notReady, .notLoaded, .secret: HostText.tryInAMoment()
        case .blocked: HostText.mustBeAllowed()
        case .expired: HostText.beginAgain()
        case .load(let fault): fault.advice
        }
    }

    /// What the button says that loads the page again; nil where that cannot help.
    var retry: String? {
        switch self {
        case .blocked: nil
        // The vendor's server may have taken the payment in the last moment.
        case .expired: HostText.checkStatus()
        case .saidByPage, .notReady, .notLoaded, .load, .crashed, .unresponsive, .secret: HostText.tryAgain()
        }
    }

    /// The sentence for the log.
    var sentence: String {
        switch self {
        case .saidByPage(let words): words.isEmpty ? "the page said that it failed" : "the page said: \(quoted(words))"
        case .blocked(let rule): "the page itself is blocked (rule \(rule))"
        case .notReady(let time): "the page was not ready in \(Self.text(time))"
        case .notLoaded(let time): "the page was not loaded in \(Self.text(time))"
        case .expired(let time): "the request expired after \(Self.text(time))"
        case .load(let fault): fault.sentence
        case .secret(let sentence): sentence
        case .crashed: "the web process went away"
        case .unresponsive: "the web process did not answer and was ended"
        }
    }

    private static func text(_ time: Duration) -> String {
        "\(time.components.seconds) s"
    }
}
