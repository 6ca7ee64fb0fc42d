// What is said to somebody whose URL is none.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomShell
import XCTest

@testable import transom

/// What is said to somebody whose URL is none.
final class GivenURLTests: XCTestCase {
    private func assertNote(
        _ expected: String, for url: String, _ more: String..., file: StaticString = #filePath, line: UInt = #line
    ) {
        let run = ProgramRun(["run", "page", "--url", url] + more)
        XCTAssertEqual(run.notes, ["transom: run: --url " + expected], file: file, line: line)
        XCTAssertEqual(run.status, 2, file: file, line: line)
    }

    func testWithoutAPageTheOptionIsNamed() {
        let run = ProgramRun("run", "page")
        XCTAssertEqual(run.notes, ["transom: run page: no page is given; write --url https://shop.example/"])
        XCTAssertEqual(run.status, 2)
    }

    func testClearTextIsAURLThatNeedsHTTPS() {
        assertNote(
            "\"http://example.org/\" is not encrypted, and https is needed; write https://example.org/ "
                + "(http is for this machine alone, as in http://127.0.0.1:8000/)", for: "http://example.org/")
        assertNote(
            "\"http://example.org/a?…\" is not encrypted, and https is needed; write https://example.org/a?… "
                + "(http is for this machine alone, as in http://127.0.0.1:8000/)", for: "http://example.org/a?b=c")
    }

    func testAHostIsShownWithItsURLAndAFileWithTheWayToServeIt() {
        assertNote(
            "\"example.org\" is no whole URL; write https://example.org/, or --serve ORIGIN=DIR for a folder of your own",
            for: "example.org")
        assertNote(
            "\"example.org:8443/a\" is no whole URL; write https://example.org:8443/a, "
                + "or --serve ORIGIN=DIR for a folder of your own", for: "example.org:8443/a")
        for (given, folder, page) in [
            ("./index.html", ".", "index.html"), ("index.html", ".", "index.html"), ("dist", "dist", ""),
            ("./dist/", "./dist/", ""), ("/srv/a/b.html", "/srv/a", "b.html"), ("/b.html", "/", "b.html"),
            ("../web/a.html", "../web", "a.html"), ("file:///srv/a/b.html", "/srv/a", "b.html"), (".", ".", ""),
        ] {
            assertNote(
                "\"\(given)\" is no URL; for a folder of your own write --serve https://shop.example=\(folder) "
                    + "--url https://shop.example/\(page)", for: given)
        }
    }

    func testThisMachineIsNamedByItsAddress() {
        assertNote("\"localhost:8000\" is no whole URL; write http://127.0.0.1:8000/", for: "localhost:8000")
        assertNote(
            "\"http://localhost:8000/\" names localhost; write 127.0.0.1, as in http://127.0.0.1:8000/",
            for: "http://localhost:8000/")
        assertNote(
            "\"http://127.0.0.1:8000/\" names this machine, which is possible in the sandbox and development only",
            for: "http://127.0.0.1:8000/", "--environment", "production")
        let run = ProgramRun("run", "page", "--url", "http://127.0.0.1:8000/", "--handler", "a")
        XCTAssertEqual(run.options?.options.parameters["url"], ["http://127.0.0.1:8000/"])
    }

    func testOtherTextsAreShownToo() {
        assertNote(
            "\"ftp://a.example/\" is no https URL; write one such as https://shop.example/", for: "ftp://a.example/")
        assertNote(
            "\"https://a.example/é\" holds characters that no URL can hold; write them percent-encoded",
            for: "https://a.example/é")
    }

    func testWhatMayBeASecretIsNotRepeated() {
        XCTAssertEqual(GivenText.shown("nope"), "\"nope\"")
        XCTAssertEqual(GivenText.shown("https://x.example/a?b#c"), "\"https://x.example/a?…\"")
        XCTAssertEqual(GivenText.shown("https://x.example/#c"), "\"https://x.example/#…\"")
        XCTAssertEqual(GivenText.shown("https://me:pass@x.example/"), "\"https://…@x.example/\"")
        XCTAssertEqual(GivenText.shown("me:pass@x.example"), "\"…@x.example\"")
        XCTAssertEqual(GivenText.shown("c4naryS3cretValue"), "what is given")
        XCTAssertEqual(GivenText.shown("sk-0123456789abcdef"), "what is given")
        XCTAssertEqual(GivenText.shown("internationalisation"), "\"internationalisation\"")
    }
}
