// Which frame navigates: GTK does not say, so the web process is asked, and what nobody tells is tried.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
import Foundation
import TransomGLib

extension WKWebView {
    /// How long the web process may take to say which frame navigates, in milliseconds.
    private static let frameQuestionDeadline: UInt32 = 1000
    /// How long the engine may take from the end of a question to its own signals, in milliseconds.
    private static let probeQuiet: UInt32 = 200

    /// Asks the web process which frame a navigation is for.
    ///
    /// What a frame announced about itself is known there before the engine asks for its decision.
    func askWhichFrame(_ values: ActionValues, _ then: @escaping (FrameEvidence, _ isDownload: Bool) -> Void) {
        let answer = OneShot<(FrameEvidence, Bool)>(ifDropped: (.unknown, false)) { then($0.0, $0.1) }
        let deadline = TimeoutSource(milliseconds: Self.frameQuestionDeadline) { answer.answer((.unknown, false)) }
        ask(webkit_user_message_new("which-frame", Variant.string(values.url))) {
            deadline.cancel()
            let isDownload = $0?.parameters.flatMap { Variant.boolean($0, at: 2) } ?? false
            answer.answer((FrameEvidence($0), isDownload))
        }
    }

    /// Whether a navigation can be let go to see which frame it is for; one at a time.
    func canProbe(_ values: ActionValues) -> Bool {
        frameProbe == nil && !isInvalidated
            && FrameProbe.isPossible(values.url, registered: configuration.websiteDataStore.schemes)
    }

    /// Lets a navigation that can only fail go, and reports whether it was the main frame's.
    func probe(
        _ values: ActionValues, _ decision: UnsafeMutablePointer<WebKitPolicyDecision>,
        _ then: @escaping (Bool) -> Void
    ) {
        let answer = OneShot<Bool>(ifDropped: false, then)
        frameProbe = FrameProbe(url: values.url, answer: answer)
        webkit_policy_decision_use(decision)
        MainLoop.wake()
        probeTimer = TimeoutSource(milliseconds: Self.frameQuestionDeadline) { [weak self] in self?.endProbe() }
        ask(webkit_user_message_new("settled", nil)) { [weak self] _ in
            // A failure that has begun is on its way; nothing at all means another frame.
            guard let self, frameProbe?.answer === answer, frameProbe?.stage == .waiting else { return }
            probeTimer = TimeoutSource(milliseconds: Self.probeQuiet) { [weak self] in
                if self?.frameProbe?.stage == .waiting { self?.endProbe() }
            }
        }
    }

    /// Ends a probe; a start that was kept back and did not fail is another navigation's.
    func endProbe() {
        guard let probe = frameProbe else { return }
        frameProbe = nil
        probeTimer = nil
        if probe.stage == .started { tellLoadChanged(WEBKIT_LOAD_STARTED) }
        probe.answer.answer(probe.stage == .failed)
    }

    /// Whether a signal of a load belongs to a probe, so that nobody is told of it.
    func isProbes(_ event: WebKitLoadEvent) -> Bool {
        guard let probe = frameProbe else { return false }
        switch (probe.stage, event) {
        case (.waiting, WEBKIT_LOAD_STARTED) where !navigations.isAllowed:
            frameProbe?.stage = .started
            return true
        case (.failed, WEBKIT_LOAD_FINISHED):
            endProbe()
            return true
        case (.started, _):
            startWasNotTheProbes()
            return false
        default:
            return false
        }
    }

    /// Whether a load's failure is the probe's.
    func isProbes(failureOf url: String) -> Bool {
        guard let probe = frameProbe, probe.stage != .failed else { return false }
        guard probe.url == url else {
            if probe.stage == .started { startWasNotTheProbes() }
            return false
        }
        frameProbe?.stage = .failed
        return true
    }

    private func startWasNotTheProbes() {
        frameProbe?.stage = .waiting
        tellLoadChanged(WEBKIT_LOAD_STARTED)
    }

    /// Tells the delegate what became of a navigation that it let go and that cannot be shown.
    func tellUnsupported(_ url: String, _ navigation: WKNavigation = WKNavigation()) {
        navigationDelegate?.webView(self, didStartProvisionalNavigation: navigation)
        var details: [String: Any] = [NSLocalizedDescriptionKey: "The URL can't be shown"]
        if let url = URL(string: url) { details[NSURLErrorFailingURLErrorKey] = url }
        let error = NSError(domain: NSURLErrorDomain, code: NSURLErrorUnsupportedURL, userInfo: details)
        navigationDelegate?.webView(self, didFailProvisionalNavigation: navigation, withError: error)
    }
}
