// Reading the time of a far end.
// SPDX-License-Identifier: Apache-2.0

import XCTest

@testable import TransomShell

final class HTTPDateTests: XCTestCase {
    func testADateIsSecondsSince1970() {
        XCTAssertEqual(HTTPDate.seconds("Thu, 01 Jan 1970 00:00:00 GMT"), 0)
        XCTAssertEqual(HTTPDate.seconds("Sun, 06 Nov 1994 08:49:37 GMT"), 784_111_777)
        XCTAssertEqual(HTTPDate.seconds("Tue, 29 Feb 2028 23:59:59 GMT"), 1_835_481_599)
        for text in ["", "now", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET"] {
            XCTAssertNil(HTTPDate.seconds(text), text)
        }
    }

    func testTheFieldOfAnAnswerIsFoundWhenItIsWhole() {
        let head = "HTTP/1.1 200 OK\r\nServer: x\r\ndate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n"
        XCTAssertEqual(HTTPDate.header(in: Array(head.utf8)), "Sun, 06 Nov 1994 08:49:37 GMT")
        XCTAssertNil(HTTPDate.header(in: Array("HTTP/1.1 200 OK\r\nDate: Sun, 06".utf8)))
    }
}
