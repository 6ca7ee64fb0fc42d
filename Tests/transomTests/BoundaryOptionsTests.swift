// The options of the boundary: gateways, return links, and what an explanation shows.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomShell
import XCTest

@testable import transom

final class BoundaryOptionsTests: XCTestCase {
    func testGatewaysAreOrigins() throws {
        let run = ProgramRun("run", "hubble", "--excursion", "https://api.gateway.example")
        XCTAssertEqual(run.status, 0, run.everything)
        XCTAssertEqual(run.options?.options.excursions.map(\.description), ["https://api.gateway.example"])
        for text in ["gateway", "https://user:secret@gateway.example", "https://gateway.example/path", "*"] {
            let refused = ProgramRun("run", "hubble", "--excursion", text)
            XCTAssertEqual(refused.status, 2, text)
            XCTAssertTrue(refused.everything.contains("--excursion: "), refused.everything)
            XCTAssertFalse(refused.everything.contains("secret"), refused.everything)
        }
    }

    func testReturnLinksHaveASchemeAStateAndPaths() throws {
        let run = ProgramRun(
            "run", "hubble", "--return-scheme", "Acme-Pay", "--secret", "returnState=env:STATE", "--return-path",
            "https://shop.example/return/*")
        XCTAssertEqual(run.status, 0, run.everything)
        XCTAssertEqual(run.options?.returnScheme?.name, "acme-pay")
        XCTAssertEqual(run.options?.returnState, .environment("STATE"))
        XCTAssertNil(run.options?.secrets["returnState"])
        XCTAssertEqual(run.options?.returnPaths.count, 1)
        let wide = ProgramRun("run", "hubble", "--return-path", "https://shop.example/*")
        XCTAssertTrue(wide.everything.contains("takes every page of the origin"), wide.everything)
        for arguments in [
            ["--return-scheme", "mailto"], ["--return-scheme", "1x"], ["--return-path", "/return"],
            ["--return-path", "http://shop.example/return"],
        ] {
            XCTAssertEqual(ProgramRun(["run", "hubble"] + arguments).status, 2, "\(arguments)")
        }
    }

    func testReturnPathsComeFromAnAssociationFile() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "transom-paths-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func file(_ name: String, _ text: String) throws -> String {
            let path = folder.appending(path: name).path(percentEncoded: false)
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            return "https://shop.example=" + path
        }
        let components = try file(
            "components",
            #"{"applinks":{"details":[{"appIDs":["A.b"],"components":[{"/":"/return/private/*","exclude":true},"#
                + #"{"/":"/return/*"}]}]}}"#)
        let run = ProgramRun("run", "hubble", "--return-paths", components)
        XCTAssertEqual(run.status, 0, run.everything)
        let paths = try XCTUnwrap(run.options?.returnPaths.first)
        XCTAssertTrue(paths.matches("https://shop.example/return/1"))
        XCTAssertFalse(paths.matches("https://shop.example/return/private/1"))
        XCTAssertFalse(paths.matches("https://other.example/return/1"))
        for wide in ["/", "/*", "*"] {
            let given = try file("wide", #"{"applinks":{"details":[{"paths":["\#(wide)"]}]}}"#)
            let warned = ProgramRun("run", "hubble", "--return-paths", given)
            XCTAssertEqual(warned.status, 0)
            XCTAssertTrue(warned.everything.contains("write one of your own"), "\(wide): \(warned.everything)")
        }
        for bad in [
            try file("none", "{}"), try file("text", "paths"), "https://shop.example=" + folder.path + "/missing",
            "https://shop.example=" + folder.path, "https://shop.example=/dev/zero", "https://shop.example=",
            "http://shop.example=x", "shop.example=x", "x", try file("large", String(repeating: " ", count: 131_073)),
        ] {
            let refused = ProgramRun("run", "hubble", "--return-paths", bad)
            XCTAssertEqual(refused.status, 2, bad)
            XCTAssertTrue(refused.everything.contains("--return-paths"), refused.everything)
        }
    }

    func testDataAreKeptForWhatAHomePageOpens() {
        let refused = ProgramRun("run", "hubble", "--keep-data", "volley")
        XCTAssertEqual(refused.status, 2)
        XCTAssertTrue(refused.everything.contains("it is for home"), refused.everything)
    }

    func testALinkThatIsDeliveredSaysWhatBecameOfIt() {
        for (delivery, status) in [
            (ReturnSender.Delivery.taken, Int32(0)), (.woken, 1), (.noScheme, 1), (.busy, 1), (.nobody, 1),
            (.noBus("there is none"), 4),
        ] {
            let run = ProgramRun(["return", "acme-pay://return?state=abc"], delivery: delivery)
            XCTAssertEqual(run.status, status, "\(delivery)")
            XCTAssertFalse(run.everything.contains("abc"))
        }
        for link in ["", "acme-pay://return#x", "acme-pay://return?token=S3CRET", "https://shop.example/"] {
            let run = ProgramRun(["return", link], delivery: .taken)
            XCTAssertEqual(run.status, 2, link)
            XCTAssertFalse(run.everything.contains("S3CRET"))
        }
        XCTAssertEqual(ProgramRun("return", "a://return", "b://return").status, 2)
        XCTAssertEqual(ProgramRun("return").status, 2)
    }

    func testAnExplainedURLIsShownWithoutItsCredentials() {
        for arguments in [["--json"], []] {
            let url = "https://user:S3CRET@shop.example/path?x=1"
            let run = ProgramRun(["policy", "explain", url, "--allow", "https://shop.example"] + arguments)
            XCTAssertEqual(run.status, 0)
            XCTAssertFalse(run.everything.contains("S3CRET"), run.everything)
            XCTAssertTrue(run.everything.contains("shop.example"))
        }
    }
}
