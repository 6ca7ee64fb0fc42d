// GLib's loop on the process's first thread: Swift's main actor, libdispatch and Foundation live in it.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Foundation
import TransomGLib
import TransomGLibShims
import TransomTestSupport
import XCTest

// Not @MainActor: the functions must be synchronous, so that the test and not XCTest's waiter owns the first thread.
final class ForwardLoopTests: XCTestCase {
    func testATaskResumesOnTheFirstThreadAfterEveryAwait() {
        MainActor.assumeIsolated {
            let steps = Counter()
            runForwardLoop {
                Task { @MainActor in
                    for _ in 0..<1000 {
                        await Task.detached {}.value
                        if transom_is_first_thread() { steps.value += 1 }
                    }
                    try? await Task.sleep(for: .milliseconds(10))
                    XCTAssertTrue(transom_is_first_thread())
                    XCTAssertTrue(Thread.isMainThread)
                    MainLoop.quit()
                }
            }
            XCTAssertEqual(steps.value, 1000)
        }
    }

    func testTheMainQueueIsServed() {
        MainActor.assumeIsolated {
            let order = Counter()
            runForwardLoop {
                DispatchQueue.main.async {
                    XCTAssertTrue(transom_is_first_thread())
                    XCTAssertEqual(order.value, 0)
                    order.value = 1
                }
                DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(20)) {
                    XCTAssertEqual(order.value, 1)
                    order.value = 2
                    DispatchQueue.global().async {
                        OperationQueue.main.addOperation {
                            MainActor.assumeIsolated {
                                XCTAssertTrue(transom_is_first_thread())
                                order.value = 3
                                MainLoop.quit()
                            }
                        }
                    }
                }
            }
            XCTAssertEqual(order.value, 3)
        }
    }

    func testAUsersTimerFires() {
        MainActor.assumeIsolated {
            let fired = Counter()
            // Made with `fire:`, since Foundation on Linux makes the other initialisers' first date the present.
            runForwardLoop {
                let timer = Timer(fire: Date() + 0.005, interval: 0.005, repeats: true) { timer in
                    nonisolated(unsafe) let timer = timer
                    // The timer is on the main run loop.
                    MainActor.assumeIsolated {
                        XCTAssertTrue(transom_is_first_thread())
                        fired.value += 1
                        guard fired.value == 3 else { return }
                        timer.invalidate()
                        MainLoop.quit()
                    }
                }
                RunLoop.main.add(timer, forMode: .common)
            }
            XCTAssertEqual(fired.value, 3)
        }
    }

    func testATimerThatIsMadeWhileTheLoopRunsFires() {
        MainActor.assumeIsolated {
            let fired = Counter()
            runForwardLoop {
                DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(5)) {
                    _ = Timer.scheduledTimer(withTimeInterval: 0.005, repeats: false) { _ in
                        MainActor.assumeIsolated {
                            fired.value += 1
                            MainLoop.quit()
                        }
                    }
                }
            }
            XCTAssertEqual(fired.value, 1)
        }
    }

    func testATimersHandlerMayAddWorkAndLookForIt() {
        MainActor.assumeIsolated {
            LogWatch.start()
            let fired = Counter()
            var added: [TimeoutSource] = []
            runForwardLoop {
                let timer = Timer(fire: Date() + 0.005, interval: 0.005, repeats: false) { _ in
                    MainActor.assumeIsolated {
                        // What a dialog's own loop does; inside a source's prepare GLib refuses it.
                        g_main_context_iteration(nil, 0)
                        added.append(
                            TimeoutSource(milliseconds: 5) {
                                fired.value += 1
                                MainLoop.quit()
                            })
                    }
                }
                RunLoop.main.add(timer, forMode: .default)
            }
            XCTAssertEqual(fired.value, 1)
            XCTAssertEqual(LogWatch.heard, [])
        }
    }

    func testATimerThatIsNotDueIsNotFired() {
        MainActor.assumeIsolated {
            let timer = Timer(fire: Date() + 3600, interval: 3600, repeats: false) { _ in XCTFail("fired") }
            RunLoop.main.add(timer, forMode: .default)
            runForwardLoop { DispatchQueue.main.async { MainActor.assumeIsolated { MainLoop.quit() } } }
            timer.invalidate()
        }
    }

    func testAnIdleLoopNeverDrainsTheMainQueue() {
        MainActor.assumeIsolated {
            var dispatches: UInt64 = 0
            var timers: [TimeoutSource] = []
            runForwardLoop {
                // What the test set off before must be done before the count begins.
                timers.append(
                    TimeoutSource(milliseconds: 50) {
                        let before = MainLoop.mainQueueDispatches
                        timers.append(
                            TimeoutSource(milliseconds: 1000) {
                                dispatches = MainLoop.mainQueueDispatches - before
                                MainLoop.quit()
                            })
                    })
            }
            XCTAssertEqual(timers.count, 2)
            XCTAssertEqual(dispatches, 0)
        }
    }

    func testTheCounterOfDrainsCounts() {
        MainActor.assumeIsolated {
            let before = MainLoop.mainQueueDispatches
            runForwardLoop { DispatchQueue.main.async { MainActor.assumeIsolated { MainLoop.quit() } } }
            XCTAssertGreaterThan(MainLoop.mainQueueDispatches, before)
        }
    }

    func testAUnixSignalIsAnEventOfTheLoop() {
        MainActor.assumeIsolated {
            let received = Counter()
            let signal = UnixSignal(SIGUSR1) {
                XCTAssertTrue(transom_is_first_thread())
                received.value += 1
                if received.value == 2 { MainLoop.quit() } else { kill(getpid(), SIGUSR1) }
            }
            runForwardLoop { kill(getpid(), SIGUSR1) }
            XCTAssertEqual(received.value, 2)
            withExtendedLifetime(signal) {}
        }
    }

    func testStartingAndQuittingManyTimesLeavesNothingBehind() {
        MainActor.assumeIsolated {
            LogWatch.start()
            let rounds = Counter()
            for _ in 0..<100 {
                runForwardLoop {
                    Task { @MainActor in
                        rounds.value += 1
                        MainLoop.quit()
                        // A second word is one too many, and harmless.
                        MainLoop.quit()
                    }
                }
                XCTAssertFalse(MainLoop.isRunning)
            }
            MainLoop.quit()
            XCTAssertEqual(rounds.value, 100)
            XCTAssertEqual(LogWatch.heard, [])
        }
    }
}
