// Small programs that work, fail, hang or are not there.
// SPDX-License-Identifier: Apache-2.0

import XCTest

@testable import transom

/// Small programs that work, fail, hang or are not there.
final class ProbeProcessTests: XCTestCase {
    func testTheStatusOfAProgramCounts() {
        XCTAssertTrue(ProbeProcess.succeeds(["true"], within: .seconds(30)))
        XCTAssertFalse(ProbeProcess.succeeds(["false"], within: .seconds(30)))
    }

    func testAProgramThatIsNotThereDoesNotSucceed() {
        XCTAssertFalse(ProbeProcess.succeeds(["transom-has-no-such-program"], within: .seconds(30)))
    }

    func testAProgramThatHangsIsKilled() {
        let started = ContinuousClock.now
        XCTAssertFalse(ProbeProcess.succeeds(["sleep", "600"], within: .milliseconds(50)))
        XCTAssertLessThan(ContinuousClock.now - started, .seconds(60), "nobody waited for the program")
    }

    func testAProgramThatSaysMuchIsReadToItsEnd() {
        XCTAssertTrue(ProbeProcess.succeeds(["sh", "-c", "head -c 1000000 /dev/zero"], within: .seconds(30)))
    }
}
