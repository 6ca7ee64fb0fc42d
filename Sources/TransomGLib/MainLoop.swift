// The GLib loop on the process's first thread, or on somebody else's loop.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Foundation
import TransomGLibShims

/// Brings GLib and Swift's main actor together on the process's first thread.
///
/// There are two ways, and one state says which is on. A host calls `run()`: GLib's loop owns the thread, and
/// libdispatch's main queue is one source in it. In a test or a tool, somebody else's loop owns the thread (XCTest's
/// waiter, `RunLoop.main`), and the loop is *joined*: a thread polls GLib's descriptors and puts one block on the main
/// queue whenever one is ready. Under `dispatchMain()` libdispatch serves the main queue from changing threads, which
/// GTK cannot bear, so joining stops there with one sentence.
@MainActor
package enum MainLoop {
    private enum State {
        case idle
        case running(OpaquePointer)
        case joined
    }

    private static var state = State.idle
    private static let poller = ContextPoller()
    private static var isIterating = false

    /// How often libdispatch's main queue was drained by a running loop.
    ///
    /// An idle host adds nothing to it.
    package static var mainQueueDispatches: UInt64 {
        transom_main_queue_dispatches()
    }

    /// How often a joined loop has looked for work.
    ///
    /// Nothing is added to it while nothing happens.
    package private(set) static var joinedIterations: UInt64 = 0

    /// Whether `run()` is on the stack.
    package static var isRunning: Bool {
        if case .running = state { true } else { false }
    }

    /// Runs GLib's loop until `quit()`.
    ///
    /// Call it on the process's first thread, from a synchronous `main`.
    ///
    /// `g_main_loop_run`. Main-actor tasks, `Task.sleep`, `DispatchQueue.main` and a user's `Timer` on the main run loop
    /// all work inside it. Transom uses no Foundation timer itself, but the Swift files that it hosts do.
    package static func run() {
        requireFirstThread()
        precondition(!isRunning, "MainLoop.run was called inside MainLoop.run; there is one main loop.")
        let wasJoined = leave()
        let queue = transom_main_queue_attach()
        precondition(queue != 0, "libdispatch gives no handle for its main queue on this system.")
        let timers = transom_run_loop_timers_attach()
        guard let loop = g_main_loop_new(nil, 0) else { return }
        state = .running(loop)
        g_main_loop_run(loop)
        state = .idle
        g_main_loop_unref(loop)
        g_source_remove(timers)
        g_source_remove(queue)
        if wasJoined { join() }
    }

    /// Ends `run()` after the current callback.
    ///
    /// `g_main_loop_quit`.
    package static func quit() {
        if case .running(let loop) = state { g_main_loop_quit(loop) }
    }

    /// Makes GLib's sources run under the loop that owns the thread.
    ///
    /// Does nothing when a loop runs or was joined.
    ///
    /// Everything that makes engine objects calls this first.
    package static func join() {
        guard case .idle = state else { return }
        requireFirstThread()
        // Owned by the main thread from now on: a source that another thread makes ready then wakes the poller.
        precondition(g_main_context_acquire(nil) != 0, "Another thread owns GLib's main context.")
        state = .joined
        rearm()
    }

    /// Looks for new work soon.
    ///
    /// Every entry that may start engine work from outside a GLib callback calls this.
    ///
    /// Between two iterations the default context belongs to the main thread, and what the main thread attaches then does
    /// not wake a poll that another thread makes. `g_main_context_wakeup`.
    package static func wake() {
        if case .joined = state { g_main_context_wakeup(nil) }
    }

    private static func leave() -> Bool {
        guard case .joined = state else { return false }
        poller.park()
        g_main_context_release(nil)
        state = .idle
        return true
    }

    private static func rearm() {
        poller.watch(ContextSnapshot()) {
            // Called on the poller's thread.
            DispatchQueue.main.async { MainActor.assumeIsolated { iterateJoined() } }
        }
    }

    /// Runs what is ready, bounded so that the main queue's other work gets its turn, and polls again.
    private static func iterateJoined() {
        guard case .joined = state, !isIterating else { return }
        isIterating = true
        defer { isIterating = false }
        for _ in 0..<64 {
            joinedIterations += 1
            if g_main_context_iteration(nil, 0) == 0 { break }
        }
        if case .joined = state { rearm() }
    }

    /// Stops the process with one sentence on any other thread than the first.
    package static func requireFirstThread() {
        precondition(
            transom_is_first_thread(),
            "WebKit must be used on the process's first thread. Under dispatchMain(), an async main or Swift Testing the "
                + "main actor runs on other threads: use XCTest, RunLoop.main.run() or Transom's own host instead.")
    }
}
