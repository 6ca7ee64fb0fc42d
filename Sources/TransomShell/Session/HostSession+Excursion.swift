// What a session does while a payment is at a bank.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import WebKit

extension HostSession {
    /// The decision that lets a payment go on to a page that the policy does not allow, or the policy's own.
    func onExcursion(
        _ action: WKNavigationAction, _ request: NavigationRequest, _ decision: NavigationDecision
    ) -> NavigationDecision {
        guard decision.outcome != .inside else { return decision }
        switch request.from {
        case .main:
            guard !action.isFrameUncertain, let view else { return decision }
            let wasUnderWay = excursion.isUnderWay
            let source = Origin(engineSerialization: view.mainFrameOrigin)
            guard let allowed = excursion.main(from: source, request, decision) else { return decision }
            if !wasUnderWay { armExcursion() }
            return allowed
        case .iframe:
            let source = Origin(engineSerialization: action.sourceFrame.securityOrigin.serialization)
            return excursion.frame(from: source, isRedirect: action.isRedirect, request, decision) ?? decision
        case .popup:
            return decision
        }
    }

    /// Shows where the main frame is, or that it is back.
    func showExcursion(origin text: String) {
        guard excursion.isUnderWay, let origin = Origin(engineSerialization: text) else { return }
        let decision = policy.decide(
            NavigationRequest(url: origin.description + "/", from: .main, spelling: .canonical))
        guard decision.outcome == .inside else {
            stage?.setStrip(origin.host)
            return
        }
        excursion.arrived()
        disarm("excursion")
        stage?.setStrip(nil)
    }

    /// Goes back to where the run began: by hand, or because the time is over.
    func leaveExcursion() {
        guard ending == nil, excursion.ends != nil else { return }
        excursion.arrived()
        disarm("excursion")
        stage?.setStrip(nil)
        view?.stopLoading()
        load()
    }

    private func armExcursion() {
        guard let ends = excursion.ends else { return }
        arm("excursion", max(.zero, ends - surroundings.clock.monotonic)) { [weak self] in
            guard let self else { return }
            leaveExcursion()
            notice(HostText.paymentPageOver())
        }
    }
}
