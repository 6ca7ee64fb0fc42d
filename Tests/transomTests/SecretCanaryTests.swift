// A secret in the wrong place is never repeated.
// SPDX-License-Identifier: Apache-2.0

import XCTest

@testable import transom

/// A secret in the wrong place is never repeated, whatever the mistake was.
final class SecretCanaryTests: XCTestCase {
    private let canary = "c4naryS3cretValue"

    func testNoMistakeMakesTheProgramRepeatASecret() {
        let mistakes: [[String]] = [
            ["run", "hubble", "--param", "appSecret=\(canary)"],
            ["run", "hubble", "--param=token=\(canary)"],
            ["run", "hubble", "--secret", "appSecret=\(canary)"],
            ["run", "hubble", "--secret", "appSecret=literal:\(canary)"],
            ["run", "hubble", "--secret", "appSecret", canary],
            ["run", "hubble", "--secret", canary],
            ["run", "hubble", "--secret", "\(canary)=="],
            ["run", "hubble", "--secret", "appSecret=env:NAME", "--secret", "appSecret=\(canary)"],
            ["run", "hubble", "--secret", "appSecret=https://mint.example/?token=\(canary)"],
            ["run", "hubble", "--secret", "appSecret=https://me:\(canary)@mint.example/"],
            ["run", "hubble", "--secret", "appSecret=command:mint \(canary)"],
            ["run", "hubble", "--secret", "appSecret=env:\(canary)-x"],
            ["run", "hubble", "--appSecret=\(canary)"],
            ["run", "hubble", "--appSecret", canary],
            ["run", "hubble", "--token=\(canary)"],
            ["run", "hubble", "--environment", canary],
            ["run", "hubble", "--timeout", canary],
            ["run", "hubble", "--size", canary],
            ["run", "hubble", "--route", "/?token=\(canary)"],
            ["run", "hubble", "--headless=\(canary)"],
            ["run", "page", "--url", "https://shop.example/?appSecret=\(canary)"],
            ["run", "page", "--url", "https://shop.example/#access_token=\(canary)"],
            ["run", "page", "--url", "https://shop.example/?%61ppSecret=\(canary)"],
            ["run", "page", "--url", "https://me:\(canary)@shop.example/"],
            ["run", "hubble", "--serve", canary],
            ["run", "hubble", "--serve", "https://me:\(canary)@shop.example=."],
            ["run", "hubble", "--allow", "https://me:\(canary)@shop.example"],
            ["run", "hubble", "--allow", "https://shop.example/?token=\(canary)"],
            ["run", "hubble", "--param", "foo=\(canary)"],
            ["run", "page", "--url", "me:\(canary)@shop.example"],
            ["run", "page", "--url", "shop.example/?q=\(canary)"],
            ["run", "page", "--url", "http://shop.example/#\(canary)"],
            ["doctor", canary],
            ["--appSecret=\(canary)"],
        ]
        for arguments in mistakes {
            let run = ProgramRun(arguments)
            XCTAssertEqual(run.status, 2, "\(arguments)")
            XCTAssertEqual(run.notes.count, 1, "\(arguments): \(run.notes)")
            XCTAssertFalse(run.everything.contains(canary), "\(arguments): \(run.everything)")
        }
    }

    func testAnExplainedURLIsShownWithoutItsSecret() {
        let url = "https://vouchers.myhubble.money/?clientId=acme&token=\(canary)"
        for format in [[], ["--json"]] {
            let run = ProgramRun(["policy", "explain", url, "--integration", "hubble"] + format)
            XCTAssertEqual(run.status, 0)
            XCTAssertFalse(run.everything.contains(canary), run.everything)
            XCTAssertTrue(run.everything.contains("https://vouchers.myhubble.money/?…"), run.everything)
        }
    }
}
