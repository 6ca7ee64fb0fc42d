// Waits until a page is seen as its styles have it.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomGLib
import TransomWebKitShims
import WebKit

/// Waits until what was put over a page, such as a style, is on the screen.
///
/// The engine says of nothing when it can be seen: a page may have drawn many frames of which none has come to the host.
/// So the page gets a mark of a few points after the style, and the host looks at what it draws until the mark is there.
/// All that the page drew before is there too.
final class PaintWatch {
    private let view: WKWebView
    private var deadline: (any Deadline)?
    private var isOver = false
    private var waiting: CheckedContinuation<Bool, Never>?

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - view: The view; it is in a window.
    ///   - time: How long all that is waited for may take.
    ///   - scheduler: Deadlines.
    init(_ view: WKWebView, within time: Duration, scheduler: any DeadlineScheduler) {
        self.view = view
        deadline = scheduler.after(time) { [weak self] in
            self?.isOver = true
            self?.finish(false)
        }
    }

    /// Whether all styles of the host's own that are over the page by now are seen in every frame of it.
    ///
    /// - Returns: False when the page did not show them in time.
    func hasPaintedStyles() async -> Bool {
        // The second frame begins when the styles of the first one are settled, those of frames within the page too.
        guard view.hasLiveProcess, await hasDrawnTwoFrames() else { return false }
        let before = transom_widget_colour(view.hostWidget, 1, 1)
        let colour = [0x00_B1_7E, 0xD5_3C_9A].first { $0 != Int(before) } ?? 0
        var mark = PageStyle(Self.mark(colour), over: view, forMainFrameOnly: true)
        guard mark != nil, await shows({ $0 == colour }) else { return false }
        mark = nil
        // The mark itself need not be in a picture; where it stays, the styles are there all the same.
        _ = await shows { $0 != colour }
        return true
    }

    /// Whether the page has drawn two frames.
    private func hasDrawnTwoFrames() async -> Bool {
        let script = """
            for (let frame = 0; frame < 2; frame += 1) await new Promise((done) => requestAnimationFrame(done))
            return true
            """
        return await wait {
            view.callAsyncJavaScript(script, in: nil, in: .world(name: "transom-picture")) { [weak self] result in
                self?.finish((try? result.get()) as? Bool == true)
            }
        }
    }

    /// Whether the view's corner has a colour that is looked for, at this frame or a later one.
    private func shows(_ test: @escaping (Int) -> Bool) async -> Bool {
        await wait {
            let look = Look { [weak self] in
                guard let self, waiting != nil else { return false }
                guard test(Int(transom_widget_colour(view.hostWidget, 1, 1))) else { return true }
                finish(true)
                return false
            }
            transom_widget_on_frames(
                view.hostWidget, { CallbackBox<Look>.value(at: $0)?.again() ?? false ? 1 : 0 },
                CallbackBox(look).retainedPointer, releaseBox)
        }
    }

    private struct Look {
        /// Looks, and says whether to look again.
        let again: () -> Bool
    }

    private func wait(_ begin: () -> Void) async -> Bool {
        guard !isOver else { return false }
        return await withCheckedContinuation { continuation in
            waiting = continuation
            begin()
        }
    }

    private func finish(_ answer: Bool) {
        waiting?.resume(returning: answer)
        waiting = nil
    }

    /// A few points in the page's corner, over everything that it shows and over the backdrop of a modal dialog.
    private static func mark(_ colour: Int) -> String {
        let digits = String(colour, radix: 16)
        let paint = "#" + String(repeating: "0", count: 6 - digits.count) + digits
        return """
            :root::after {
                content: "" !important; display: block !important; visibility: visible !important;
                position: fixed !important; inset: 0 auto auto 0 !important; z-index: 2147483647 !important;
                width: 4px !important; height: 4px !important; min-width: 0 !important; min-height: 0 !important;
                margin: 0 !important; border: 0 !important; padding: 0 !important; border-radius: 0 !important;
                background: \(paint) !important; opacity: 1 !important; transform: none !important;
                filter: none !important; clip-path: none !important; mix-blend-mode: normal !important;
                transition: none !important; animation: none !important;
            }
            ::backdrop {
                border-top: 4px solid \(paint) !important; transition: none !important; animation: none !important;
            }
            """
    }
}
