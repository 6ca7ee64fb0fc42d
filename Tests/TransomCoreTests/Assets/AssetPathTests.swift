// Paths of packaged files, the hostile ones first.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import XCTest

final class AssetPathTests: XCTestCase {
    private func path(_ url: String) -> String? {
        AssetPath(urlPath: ParsedURL(url).path)?.description
    }

    func testOrdinaryFilesAreTheirOwnPaths_AS01() {
        XCTAssertEqual(path("app://wallet/index.html"), "index.html")
        XCTAssertEqual(path("app://wallet/js/app.3f2a.js?v=2#top"), "js/app.3f2a.js")
        XCTAssertEqual(path("app://wallet/img/caf%C3%A9%20%28a%29.svg"), "img/café (a).svg")
    }

    func testAFoldersOwnAddressIsItsIndexAndNoOtherIs_AS02() {
        XCTAssertEqual(path("app://wallet/"), "index.html")
        XCTAssertEqual(path("app://wallet"), "index.html")
        XCTAssertNil(path("app://wallet/js/"))
    }

    func testDotSegmentsThatWereEscapedAreRefused_AS04() {
        for bad in ["..%2f..%2fetc/passwd", "%2e%2e/etc/passwd", "a/%2E./b", "a/../b", "./index.html", "a/%2e"] {
            XCTAssertNil(path("app://wallet/" + bad), bad)
        }
    }

    func testNothingIsDecodedTwice_AS05() {
        XCTAssertEqual(path("app://wallet/%252e%252e/etc"), "%2e%2e/etc")
        XCTAssertEqual(path("app://wallet/a%252fb"), "a%2fb")
    }

    func testBackslashesAreRefused_AS06() {
        XCTAssertNil(path("app://wallet/..\\..\\etc\\passwd"))
        XCTAssertNil(path("app://wallet/a%5cb"))
        XCTAssertNil(path("app://wallet/a\\b"))
    }

    func testWhatIsNoUTF8AndWhatIsNoEscapeIsRefused_AS08() {
        for bad in ["%c0%ae%c0%ae/x", "%ff", "%ed%a0%80", "%zz", "%4", "%", "a%00b", "a%0ab", "%7f"] {
            XCTAssertNil(path("app://wallet/" + bad), bad)
        }
    }

    func testCharactersAreNotNormalised_AS09() {
        XCTAssertEqual(path("app://wallet/\u{FF0E}\u{FF0E}/x"), "\u{FF0E}\u{FF0E}/x")
        XCTAssertEqual(path("app://wallet/\u{2025}/x"), "\u{2025}/x")
        XCTAssertNotEqual(AssetPath(urlPath: "/caf%C3%A9"), AssetPath(urlPath: "/cafe%CC%81"))
    }

    func testEmptySegmentsAreRefused_AS10() {
        for bad in ["/etc/passwd", "a//b", "./index.html", "index.html/", "/"] {
            XCTAssertNil(path("app://wallet/" + bad), bad)
        }
    }

    func testHiddenFilesAndWhatEditorsLeaveAreRefused_AS14() {
        for bad in [".git/config", ".env", "a/.env", "~", "index.html~", "app.js.map", "app.css.MAP", "%2eenv"] {
            XCTAssertNil(path("app://wallet/" + bad), bad)
        }
        XCTAssertEqual(path("app://wallet/map"), "map")
    }

    func testLengthsAreBounded() {
        XCTAssertNil(path("app://wallet/" + String(repeating: "a", count: 256)))
        XCTAssertNotNil(path("app://wallet/" + String(repeating: "a", count: 255)))
        XCTAssertNil(path("app://wallet" + String(repeating: "/a", count: 2_100)))
    }

    func testARouteHasNoExtension() {
        XCTAssertEqual(AssetPath(urlPath: "/orders/42")?.isRoute, true)
        XCTAssertEqual(AssetPath(urlPath: "/v1.2/orders")?.isRoute, true)
        XCTAssertEqual(AssetPath(urlPath: "/app.js")?.isRoute, false)
    }

    func testAnyBytesGiveAPathInsideOrNone() {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func next(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
        let pieces = ["/", "..", "%2e", "%2f", "%5c", "\\", "%00", ".", "a", "%", "%25", "é", "%c0%ae", "~", ".map"]
        for _ in 0..<20_000 {
            let text = "/" + (0..<next(8)).map { _ in pieces[next(pieces.count)] }.joined()
            guard let path = AssetPath(urlPath: text) else { continue }
            XCTAssertFalse(path.parts.isEmpty)
            for part in path.parts {
                XCTAssertFalse(part.isEmpty || part.hasPrefix(".") || part.contains("/") || part.contains("\\"), text)
                XCTAssertFalse(part.utf8.contains(0), text)
            }
        }
    }
}
