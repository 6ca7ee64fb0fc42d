// What a session offers to its capabilities.
// SPDX-License-Identifier: Apache-2.0

package import CTransomGTK
package import TransomCore
package import WebKit

/// What a session offers to its capabilities.
package protocol CapabilityHost: AnyObject {
    /// The view; nil after the end.
    var webView: WKWebView? { get }
    /// Deadlines.
    var scheduler: any DeadlineScheduler { get }
    /// Every figure of the host.
    var limits: Limits { get }
    /// The address of the bus with a simulated device; nil for the machine's own.
    var systemBus: String? { get }
    /// The play that the sandbox plays, with the time between two steps; nil where a person acts.
    var play: (name: String, pace: Duration)? { get }

    /// Whether the documents of a frame may speak on any handler of a capability.
    func admits(_ frame: WKFrameInfo) -> Bool

    /// Judges what the page of the main frame asks: the gate, then the integration's decoding.
    ///
    /// A refusal is told by the host itself.
    ///
    /// - Parameters:
    ///   - handler: What was called.
    ///   - body: The data, of Foundation's classes; nil for none.
    func judge(handler: String, body: Any?) -> CapabilityJudgement

    /// Tells what came of something that the page of the main frame asked for.
    func tellOutcome(_ draft: EventDraft)

    /// Covers the page with a widget, which takes the focus.
    func cover(with widget: UnsafeMutablePointer<GtkWidget>)

    /// Takes a cover away; harmless when it is gone.
    func uncover(_ widget: UnsafeMutablePointer<GtkWidget>)
}

/// What the host says to something that a page asks of a capability.
package enum CapabilityJudgement: Equatable {
    /// It is a message of the contract: the event that tells of it, to which its outcome is added, and its body.
    case accepted(EventDraft, JSONValue)
    /// It is refused for this reason and has been reported.
    case refused(RejectionReason)
}
