// What a session does for its capabilities.
// SPDX-License-Identifier: Apache-2.0

package import CTransomGTK
import Foundation
package import TransomCore
package import WebKit

extension HostSession: CapabilityHost {
    package var webView: WKWebView? { view }

    package var scheduler: any DeadlineScheduler { surroundings.scheduler }

    package var limits: Limits { configuration.limits }

    package var play: (name: String, pace: Duration)? {
        configuration.play.map { ($0, isHeadless ? .milliseconds(5) : .milliseconds(250)) }
    }

    package func admits(_ frame: WKFrameInfo) -> Bool {
        guard frame.isMainFrame, frame.isAttributed,
            let origin = Origin(engineSerialization: frame.securityOrigin.serialization)
        else { return false }
        return integration.declaration.handlers.contains {
            $0.carrier != .scriptMessage && $0.origins.contains(origin)
        }
    }

    package func judge(handler: String, body: Any?) -> CapabilityJudgement {
        guard ending == nil, !isExpired, let frame = view?.mainDocumentFrame else { return .refused(.handler) }
        beginIfNeeded()
        let input = GatedInput(
            handler: handler, speaker: speaker(of: frame), isStamped: frame.isAttributed, body: body ?? NSNull(),
            documentURL: frame.engineURL)
        let (decision, report) = gate.admit(input)
        if let report { tell(report) }
        switch decision {
        case .refused(let reason):
            scheduleReports()
            return .refused(reason)
        case .accepted(let accepted):
            switch integration.decode(accepted) {
            case .event(let draft, _), .once(_, let draft, _): return .accepted(draft, accepted.body)
            case .command:
                reject(accepted, .handler)
                return .refused(.handler)
            case .rejected(let reason):
                reject(accepted, reason)
                return .refused(reason)
            }
        }
    }

    package func tellOutcome(_ draft: EventDraft) {
        tell(draft, speaker: view?.mainDocumentFrame.map(speaker))
    }

    package func cover(with widget: UnsafeMutablePointer<GtkWidget>) {
        stage?.cover(with: widget)
    }

    package func uncover(_ widget: UnsafeMutablePointer<GtkWidget>) {
        stage?.uncover(widget)
    }

    private func speaker(of frame: WKFrameInfo) -> Speaker {
        Speaker(
            origin: Origin(engineSerialization: frame.securityOrigin.serialization), isMainFrame: frame.isMainFrame)
    }
}
