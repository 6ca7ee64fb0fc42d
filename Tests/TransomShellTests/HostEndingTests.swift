// Exit statuses.
// SPDX-License-Identifier: Apache-2.0

import XCTest

@testable import TransomShell

final class HostEndingTests: XCTestCase {
    func testEveryEndingHasItsStatusAndItsWord() {
        let table: [(HostEnding, Int32, Int32, String)] = [
            (.until, 0, 0, "until"), (.page, 0, 1, "page"), (.user, 0, 1, "user"), (.error, 1, 1, "error"),
            (.timeout, 3, 3, "timeout"), (.signal, 0, 0, "signal"), (.reader, 0, 0, "signal"), (.sink, 4, 4, "error"),
            (.display, 4, 4, "display"), (.engine, 4, 4, "engine"),
        ]
        for (ending, plain, awaiting, reason) in table {
            XCTAssertEqual(ending.status(isAwaiting: false), plain, "\(ending)")
            XCTAssertEqual(ending.status(isAwaiting: true), awaiting, "\(ending)")
            XCTAssertEqual(ending.reason, reason)
        }
    }
}
