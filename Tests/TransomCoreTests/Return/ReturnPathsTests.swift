// Which pages of an https origin lead back.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import XCTest

final class ReturnPathsTests: XCTestCase {
    private let origin = Origin.literal("https://shop.example")

    func testASinglePath() throws {
        let paths = try ReturnPaths("https://shop.example/return")
        for url in ["https://shop.example/return", "https://shop.example/return?state=a#b"] {
            XCTAssertTrue(paths.matches(url), url)
        }
        for url in [
            "https://shop.example/return/", "https://shop.example/returned", "https://shop.example/Return",
            "http://shop.example/return", "https://shop.example:8443/return",
            "https://shop.example.evil.example/return",
            "https://user@shop.example/return", "https://evil.example/return", "shop://return", "",
        ] {
            XCTAssertFalse(paths.matches(url), url)
        }
    }

    func testWildcards() throws {
        let paths = try ReturnPaths("https://shop.example/return/*")
        XCTAssertTrue(paths.matches("https://shop.example/return/"))
        XCTAssertTrue(paths.matches("https://shop.example/return/a/b"))
        XCTAssertFalse(paths.matches("https://shop.example/return"))
        let one = try ReturnPaths("https://shop.example/r?/x*y")
        XCTAssertTrue(one.matches("https://shop.example/r1/xy"))
        XCTAssertTrue(one.matches("https://shop.example/r1/xyxy"))
        XCTAssertFalse(one.matches("https://shop.example/r/xy"))
        XCTAssertFalse(one.matches("https://shop.example/r1/xyz"))
        // A pattern that would keep a matcher with backtracking busy for ever.
        let stars = try ReturnPaths("https://shop.example/" + String(repeating: "*a", count: 100) + "b")
        XCTAssertFalse(stars.matches("https://shop.example/" + String(repeating: "a", count: 2_000)))
    }

    func testTheFileOfOldExcludesWithNOTAndTheFirstMatchDecides() throws {
        let json = """
            {"applinks": {"apps": [], "details": [{"appID": "T.app", "paths": ["NOT /return/help", "/return/*", "/done"]}]}}
            """
        let paths = try ReturnPaths(appleAppSiteAssociation: json, of: origin)
        XCTAssertTrue(paths.matches("https://shop.example/return/1"))
        XCTAssertTrue(paths.matches("https://shop.example/done"))
        XCTAssertFalse(paths.matches("https://shop.example/return/help"))
        XCTAssertEqual(paths.warnings, [])
    }

    func testTheNewerComponents() throws {
        let json = """
            {"applinks": {"details": [{"appIDs": ["T.app"], "components": [
              {"#": "no_return", "exclude": true, "comment": "a fragment"},
              {"/": "/return/*", "?": {"status": "ok*", "state": "??*"}},
              {"/": "/DONE", "caseSensitive": false},
              {"/": "/query", "?": "a=?"}
            ]}]}}
            """
        let paths = try ReturnPaths(appleAppSiteAssociation: json, of: origin)
        XCTAssertTrue(paths.matches("https://shop.example/return/1?status=okay&state=ab"))
        XCTAssertFalse(paths.matches("https://shop.example/return/1?status=okay&state=a"))
        XCTAssertFalse(paths.matches("https://shop.example/return/1?state=ab"))
        XCTAssertFalse(paths.matches("https://shop.example/return/1?status=ok&status=bad&state=ab"))
        XCTAssertFalse(paths.matches("https://shop.example/return/1?status=ok&state=ab#no_return"))
        XCTAssertTrue(paths.matches("https://shop.example/done"))
        XCTAssertTrue(paths.matches("https://shop.example/query?a=1"))
        XCTAssertFalse(paths.matches("https://shop.example/query?a=12"))
    }

    func testWhatTakesEverythingIsWarnedOf() throws {
        for path in ["/", "/*", ""] {
            XCTAssertEqual(try ReturnPaths("https://shop.example" + path).warnings.count, 1, path)
        }
        XCTAssertEqual(try ReturnPaths("https://shop.example/return/*").warnings, [])
    }

    func testWhatIsNoListIsRefused() {
        for text in [
            "", "/return", "shop.example/return", "http://shop.example/return", "https://u@shop.example/return",
            "https://shop.example/a b",
        ] {
            XCTAssertThrowsError(try ReturnPaths(text), text)
        }
        for json in [
            "", "[]", "{}", "{\"applinks\": {\"details\": []}}", "{\"applinks\": {\"details\": {}}}",
            "{\"applinks\": {\"details\": [{\"components\": [{\"path\": \"/x\"}]}]}}",
            "{\"applinks\": {\"details\": [{\"components\": [{\"/\": 1}]}]}}",
            "{\"applinks\": {\"details\": [{\"paths\": [\"$(lang)\"]}]}}",
        ] {
            XCTAssertThrowsError(try ReturnPaths(appleAppSiteAssociation: json, of: origin), json)
        }
    }
}
