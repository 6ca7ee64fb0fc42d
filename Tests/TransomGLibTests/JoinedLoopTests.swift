// GLib under somebody else's loop, as under XCTest's waiter.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Foundation
import TransomGLib
import TransomGLibShims
import XCTest

// Not @MainActor: `wait(for:)` is for synchronous functions, and those are what it must be shown with.
final class JoinedLoopTests: XCTestCase {
    override func setUp() {
        MainActor.assumeIsolated { MainLoop.join() }
    }

    func testASynchronousWaitSeesGLibsTimers() {
        let fired = expectation(description: "three timers, in order")
        fired.expectedFulfillmentCount = 3
        let timers = MainActor.assumeIsolated {
            let order = Counter()
            return [(30, 1), (60, 2), (90, 3)].map { milliseconds, place in
                TimeoutSource(milliseconds: UInt32(milliseconds)) {
                    order.value += 1
                    XCTAssertEqual(order.value, place)
                    XCTAssertTrue(transom_is_first_thread())
                    fired.fulfill()
                }
            }
        }
        wait(for: [fired], timeout: 20)
        MainActor.assumeIsolated { XCTAssertFalse(timers.contains { $0.isPending }) }
    }

    func testAnAsynchronousTestSeesThemToo() async {
        let fired = expectation(description: "fired")
        let timer = await MainActor.run { TimeoutSource(milliseconds: 10) { fired.fulfill() } }
        await fulfillment(of: [fired], timeout: 20)
        await MainActor.run { XCTAssertFalse(timer.isPending) }
    }

    func testNothingIsDoneWhileNothingHappens() {
        let settled = expectation(description: "settled")
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(100)) { settled.fulfill() }
        wait(for: [settled], timeout: 20)
        let before = MainActor.assumeIsolated { MainLoop.joinedIterations }
        let later = expectation(description: "a second later")
        DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(1)) { later.fulfill() }
        wait(for: [later], timeout: 20)
        MainActor.assumeIsolated { XCTAssertLessThanOrEqual(MainLoop.joinedIterations - before, 2) }
    }

    func testASourceFromAnotherThreadIsSeen() {
        for round in 0..<20 {
            let dispatched = expectation(description: "source \(round)")
            let box = SendablePointer(CallbackBox(dispatched).retainedPointer)
            DispatchQueue.global().async {
                g_idle_add_full(
                    G_PRIORITY_DEFAULT_IDLE,
                    { data in
                        XCTAssertTrue(transom_is_first_thread())
                        CallbackBox<XCTestExpectation>.value(at: data)?.fulfill()
                        return 0
                    }, box.pointer, releaseBox)
            }
            wait(for: [dispatched], timeout: 20)
        }
    }

    func testSwitchingToTheHostsLoopAndBackLosesNothing() {
        for round in 0..<5 {
            let joined = expectation(description: "joined \(round)")
            let late = expectation(description: "made before the loop ran, fired after it \(round)")
            let timers = MainActor.assumeIsolated {
                let ran = Counter()
                var timers = [TimeoutSource(milliseconds: 60) { late.fulfill() }]
                runForwardLoop {
                    timers.append(
                        TimeoutSource(milliseconds: 5) {
                            XCTAssertTrue(MainLoop.isRunning)
                            ran.value += 1
                            MainLoop.quit()
                        })
                }
                XCTAssertEqual(ran.value, 1)
                timers.append(
                    TimeoutSource(milliseconds: 5) {
                        XCTAssertFalse(MainLoop.isRunning)
                        joined.fulfill()
                    })
                return timers
            }
            wait(for: [joined, late], timeout: 20)
            withExtendedLifetime(timers) {}
        }
    }

    func testJoiningTwiceIsOneJoin() {
        MainActor.assumeIsolated {
            MainLoop.join()
            MainLoop.join()
        }
        let fired = expectation(description: "fired")
        let timer = MainActor.assumeIsolated { TimeoutSource(milliseconds: 5) { fired.fulfill() } }
        wait(for: [fired], timeout: 20)
        withExtendedLifetime(timer) {}
    }
}

/// A pointer that one thread hands to another.
struct SendablePointer: @unchecked Sendable {
    // What it points to is used by one thread at a time.
    let pointer: UnsafeMutableRawPointer

    init(_ pointer: UnsafeMutableRawPointer) {
        self.pointer = pointer
    }
}
