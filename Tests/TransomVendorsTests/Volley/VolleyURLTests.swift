// Which payment requests are opened.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomVendors
import XCTest

final class VolleyURLTests: XCTestCase {
    private func make(
        _ parameters: [String: [String]], environment: RunEnvironment = .production
    ) throws -> VolleyIntegration {
        try VolleyIntegration(IntegrationOptions(environment: environment, parameters: parameters))
    }

    private func lines(
        _ parameters: [String: [String]], environment: RunEnvironment = .production
    ) -> [String] {
        do {
            _ = try make(parameters, environment: environment)
            return []
        } catch {
            return (error as? IntegrationProblems)?.lines(integration: "volley") ?? ["\(error)"]
        }
    }

    func testARequestIsNamedByItsURLOrItsId() throws {
        let url = "https://app.volley.nz/pay/8Zk_q-1"
        XCTAssertEqual(try make(["requestURL": [url]]).startURL.reveal(), url)
        XCTAssertEqual(try make(["requestURL": [url + "?lang=mi"]]).startURL.reveal(), url + "?lang=mi")
        XCTAssertEqual(try make(["requestId": ["8Zk_q-1"]]).startURL.reveal(), url)
        XCTAssertEqual(try make(["requestId": ["request_8Zk_q-1"]]).startURL.reveal(), url)
        XCTAssertEqual(try make(["requestURL": [url], "requestId": ["8Zk_q-1"]]).startURL.reveal(), url)
        XCTAssertEqual(
            lines(["requestURL": [url], "requestId": ["other"]]),
            ["transom: run volley: requestURL and requestId say different things; give one of them"])
    }

    func testTheSandboxNeedsNone() throws {
        let url = try make([:], environment: .sandbox).startURL.reveal()
        XCTAssertTrue(url.hasPrefix("https://app.volley.nz/pay/"), url)
        XCTAssertEqual(
            lines([:]), ["transom: run volley: missing for production: requestURL.  requestURL: --param requestURL=…"])
    }

    func testALookalikeIsNamedAsTheContractSays() {
        XCTAssertEqual(
            lines(["requestURL": ["https://app.volley.nz.evil.example/pay/1"]]),
            [
                "transom: run volley: requestURL \"https://app.volley.nz.evil.example/pay/1\" is not "
                    + "https://app.volley.nz/pay/…"
            ])
    }

    func testOnlyTheVendorsPaymentPagesAreOpened() {
        for url in [
            "http://app.volley.nz/pay/abcd", "https://app.volley.nz:8443/pay/abcd", "https://app.volley.nz/pay/",
            "https://app.volley.nz/pay", "https://app.volley.nz/login", "https://app.volley.nz/pay/abcd/edit",
            "https://app.volley.nz/pay/../login", "https://app.volley.nz//pay/abcd", "https://app.volley.nz/PAY/abcd",
            "https://app.volley.nz/pay/ab%2Fcd", "https://app.volley.nz@evil.example/pay/abcd",
            "https://user@app.volley.nz/pay/abcd", "https://app.volley.nz/pay/abcd#x", "https://volley.nz/pay/abcd",
            "https://evil.example/https://app.volley.nz/pay/abcd", "app.volley.nz/pay/abcd", "javascript:alert(1)",
            "https://app.volley.nz/pay/abcd?x=a b", "https:/app.volley.nz/pay/abcd", "https://app.volley.nz\\pay/abcd",
        ] {
            XCTAssertEqual(lines(["requestURL": [url]]).count, 1, url)
        }
        XCTAssertEqual(lines(["requestURL": ["https://app.volley.nz/pay/abcd?token=1"]]).count, 1)
        for id in ["", "abc", "a/b/c", "ab cd", "..", "é123", "request_", String(repeating: "a", count: 129)] {
            XCTAssertFalse(lines(["requestId": [id]]).isEmpty, id)
        }
    }

    func testTheIdIsKeptOutOfEverythingThatIsWritten() throws {
        let page = try make(["requestId": ["8Zk_q-1_CANARY"]])
        XCTAssertEqual(page.declaration.bearers, ["8Zk_q-1_CANARY"])
        // What is wrong with a URL is told without its query.
        let told = lines(["requestURL": ["https://evil.example/pay?id=CANARY#CANARY"]])
        XCTAssertFalse(told.joined().contains("CANARY"), "\(told)")
    }

    func testTimesAndSchemesAreChecked() throws {
        XCTAssertNil(try make(["requestId": ["abcd"]]).declaration.expiresAfter)
        XCTAssertEqual(
            try make(["requestId": ["abcd"], "expiresAfter": ["1.5"]]).declaration.expiresAfter, .milliseconds(1_500))
        for seconds in ["0", "0.5", "86401", "-1", "soon"] {
            XCTAssertEqual(lines(["requestId": ["abcd"], "expiresAfter": [seconds]]).count, 1, seconds)
        }
        let declaration = try make(["requestId": ["abcd"], "bankScheme": ["kauri", "tui+nz"]]).declaration
        XCTAssertEqual(declaration.policy.outsideSchemes, ["kauri", "tui+nz", "mailto", "tel"])
        for scheme in ["http", "file", "javascript", "ssh", "Kauri", "kauri:", "1bank", "a", "view-source"] {
            XCTAssertEqual(lines(["requestId": ["abcd"], "bankScheme": [scheme]]).count, 1, scheme)
        }
    }

    func testWhatMustBeSetUpAtTheVendorIsSaid() {
        let setup = VolleyIntegration.setup.joined(separator: "\n")
        for word in ["success URL", "failure URL", "allow-list", "dashboard"] {
            XCTAssertTrue(setup.contains(word), word)
        }
    }
}
