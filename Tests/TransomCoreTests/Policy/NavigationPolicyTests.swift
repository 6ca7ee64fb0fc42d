// What the policy says besides the outcome: who decided, why, and what would change it.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import XCTest

final class NavigationPolicyTests: XCTestCase {
    private func policy() -> NavigationPolicy {
        NavigationPolicy(
            allow: [.literal("https://vouchers.myhubble.money"), .literal("https://api.razorpay.com")],
            outsideSchemes: ["mailto", "tel"])
    }

    private func decide(
        _ url: String, from: NavigationTarget = .main, _ policy: NavigationPolicy? = nil
    ) -> NavigationDecision {
        (policy ?? self.policy()).decide(NavigationRequest(url: url, from: from, spelling: .raw))
    }

    func testAnAllowedHostInFrontOfAnotherDomainOpensOutsideByTheOutsideRule() {
        let decision = decide("https://vouchers.myhubble.money.evil.example/")
        XCTAssertEqual(decision.outcome, .outside)
        XCTAssertEqual(decision.rule, "outside")
        XCTAssertEqual(
            decision.why,
            "https://vouchers.myhubble.money.evil.example is not an allowed origin; "
                + "as a public web page it opens outside"
        )
        let allow = decision.steps.first { $0.rule == "allow" }
        XCTAssertEqual(allow?.matched, false)
        XCTAssertEqual(allow?.why, "https://vouchers.myhubble.money.evil.example is not an allowed origin")
    }

    func testAnAllowedHostAsUserNameIsBlockedByTheCredentialsRule() {
        let decision = decide("https://vouchers.myhubble.money@evil.example/")
        XCTAssertEqual(decision.outcome, .blocked)
        XCTAssertEqual(decision.rule, "credentials")
        XCTAssertEqual(
            decision.why, "what stands before the @ is a user name and not the host; the host is evil.example")
        XCTAssertNil(decision.allowingRule)
    }

    func testTheStepsAreTheRulesInOrderUpToTheOneThatDecided() {
        XCTAssertEqual(
            decide("https://shop.example/").steps.map(\.rule), NavigationPolicy.standardRules.map(\.name))
        XCTAssertEqual(
            decide("https://api.razorpay.com/").steps.map(\.rule),
            [
                "length", "spelling", "scheme", "credentials", "host", "port", "nothing-allowed", "about", "frames",
                "allow",
            ])
    }

    func testEveryRuleHasANameOfItsOwn() {
        let names = NavigationPolicy.standardRules.map(\.name)
        XCTAssertEqual(Set(names).count, names.count)
        XCTAssertFalse(names.contains("default"))
    }

    func testEachRuleDecidesWhatItIsThereFor() {
        let expected: [(String, NavigationTarget, String)] = [
            ("", .main, "length"), ("https://a b/", .main, "spelling"), ("/sdk", .main, "scheme"),
            ("javascript:1", .main, "scheme"), ("https://u@a.example/", .main, "credentials"),
            ("https://a..example/", .main, "host"), ("https://a.example:/", .main, "port"),
            ("about:blank", .popup, "about"), ("https://a.example/", .iframe, "frames"),
            ("https://api.razorpay.com/x", .main, "allow"), ("http://api.razorpay.com/x", .main, "same-host"),
            ("steam://run", .main, "outside-schemes"), ("http://10.0.0.1/", .main, "private-host"),
            ("https://xn--bcher-kva.example/", .main, "punycode"), ("mailto:a@b?attach=x", .main, "mail"),
            ("tel:*1", .main, "telephone"), ("https://a.example/", .main, "outside"),
            ("https://a.example/" + String(repeating: "a", count: 2048), .main, "outside-length"),
        ]
        for (url, from, rule) in expected {
            XCTAssertEqual(decide(url, from: from).rule, rule, url)
        }
        XCTAssertEqual(decide("https://a.example/", NavigationPolicy(allow: [])).rule, "nothing-allowed")
        var kiosk = policy()
        kiosk.blocksOutside = true
        XCTAssertEqual(decide("https://a.example/", kiosk).rule, "kiosk")
    }

    func testABlockedFrameNamesTheRuleThatWouldAllowIt() {
        let decision = decide("https://checkout.razorpay.com/x?token=1", from: .iframe)
        XCTAssertEqual(decision.outcome, .blocked)
        XCTAssertEqual(decision.rule, "frames")
        XCTAssertEqual(decision.allowingRule?.description, "https://checkout.razorpay.com")
        XCTAssertEqual(
            decide("https://checkout.razorpay.com/x", from: .iframe, policy().adding([decision.allowingRule!])).outcome,
            .inside)
    }

    func testWhatNoAllowRuleCouldChangeNamesNone() {
        for url in [
            "javascript:1", "https://u@a.example/", "tel:*1", "http://plain.example/", "https://api.razorpay.com/",
        ] {
            XCTAssertNil(decide(url).allowingRule, url)
        }
    }

    func testFramesFollowTheirOwnListWhereThereIsOne() {
        var policy = policy()
        policy.frames = [.literal("https://bank.example")]
        XCTAssertEqual(decide("https://bank.example/", from: .iframe, policy).outcome, .inside)
        XCTAssertEqual(decide("https://bank.example/", from: .main, policy).outcome, .outside)
        XCTAssertEqual(decide("https://api.razorpay.com/", from: .iframe, policy).outcome, .blocked)
        XCTAssertEqual(
            decide("https://more.example/", from: .iframe, policy.adding([.literal("https://more.example")])).outcome,
            .inside)
    }

    func testPopupsFollowTheirOwnListWhereThereIsOne() {
        var policy = policy()
        policy.popups = [.literal("https://accounts.example")]
        XCTAssertEqual(decide("https://accounts.example/", from: .popup, policy).rule, "allow")
        XCTAssertEqual(decide("http://accounts.example/", from: .popup, policy).rule, "same-host")
        XCTAssertEqual(decide("https://accounts.example/", from: .main, policy).outcome, .outside)
        XCTAssertEqual(decide("https://accounts.example/", from: .iframe, policy).outcome, .blocked)
        XCTAssertEqual(decide("https://api.razorpay.com/", from: .popup, policy).outcome, .outside)
        let more = policy.adding([.literal("https://more.example")])
        XCTAssertEqual(decide("https://more.example/", from: .popup, more).outcome, .inside)
    }

    func testADeclarationLetsPopupsWhereTheMainFrameMayGoAndFurther() {
        let declared = PolicyDeclaration(
            inside: OriginSet(.literal("https://shop.example")), popups: [.literal("https://accounts.example")])
        let policy = declared.navigationPolicy(allow: [.literal("https://bank.example")])
        for origin in ["https://shop.example/", "https://accounts.example/", "https://bank.example/"] {
            XCTAssertEqual(decide(origin, from: .popup, policy).outcome, .inside, origin)
        }
        XCTAssertEqual(decide("https://accounts.example/", from: .main, policy).outcome, .blocked)
        XCTAssertEqual(decide("https://accounts.example/", from: .iframe, policy).outcome, .blocked)
    }

    func testWebPagesStayWhereTheyAreNotOpenedOutside() {
        var policy = policy()
        policy.opensPublicWebOutside = false
        XCTAssertEqual(decide("https://a.example/", policy).rule, "outside-schemes")
        XCTAssertEqual(decide("https://a.example/", policy).outcome, .blocked)
        XCTAssertEqual(decide("tel:1", policy).outcome, .outside)
    }

    func testNoListLetsScriptOrFilesOut() {
        var policy = policy()
        policy.outsideSchemes = ["javascript", "data", "file", "blob", "view-source", "app", "about", "intent"]
        for scheme in policy.outsideSchemes {
            XCTAssertEqual(decide("\(scheme):x", policy).outcome, .blocked, scheme)
            XCTAssertEqual(decide("\(scheme)://x/y", policy).outcome, .blocked, scheme)
        }
    }

    func testTheReportModeLetsInWhatItWouldBlockAndSaysSo() {
        var policy = policy()
        policy.mode = .report
        let frame = decide("https://checkout.razorpay.com/", from: .iframe, policy)
        XCTAssertEqual(frame.outcome, .blocked)
        XCTAssertEqual(frame.enforced, .inside)
        XCTAssertEqual(decide("data:text/html,x", from: .iframe, policy).enforced, .inside)
        XCTAssertEqual(decide("https://a.example/", policy).enforced, .outside)
        XCTAssertEqual(decide("https://api.razorpay.com/", policy).enforced, .inside)
        for url in ["javascript:1", "file:///etc/passwd", "steam://run"] {
            XCTAssertEqual(decide(url, policy).enforced, .blocked, url)
        }
    }

    func testAPolicyWithoutRulesBlocks() {
        let decision = decide("https://api.razorpay.com/", NavigationPolicy(allow: policy().allow, rules: []))
        XCTAssertEqual(decision.outcome, .blocked)
        XCTAssertEqual(decision.rule, "default")
    }

    func testARuleOfAnotherMakerIsAskedInItsPlace() {
        struct Excursion: NavigationRule {
            let name = "excursion"
            func evaluate(_ navigation: Navigation, under policy: NavigationPolicy) -> NavigationVerdict {
                navigation.url.origin == .literal("https://bank.example")
                    ? .decide(.inside, "a bank page on the way of a payment") : .pass("no bank page")
            }
        }
        var policy = policy()
        let place = policy.rules.firstIndex { $0.name == "same-host" }
        policy.rules.insert(Excursion(), at: place!)
        XCTAssertEqual(decide("https://bank.example/3ds", policy).rule, "excursion")
        XCTAssertEqual(decide("https://bank.example/3ds", from: .iframe, policy).rule, "frames")
    }

    func testAReasonNeverHoldsThePathTheQueryOrTheCredentials() {
        let urls = [
            "https://api.razorpay.com/CANARY?CANARY#CANARY", "https://a.example/CANARY?token=CANARY#CANARY",
            "https://CANARY:CANARY@a.example/", "https://a.example:80/CANARY", "steam://CANARY/CANARY",
            "javascript:CANARY", "data:text/html,CANARY", "http://10.0.0.1/CANARY", "app://x/CANARY",
            "tel:*CANARY", "https://a.example/CANARY" + String(repeating: "a", count: 9000),
        ]
        for url in urls {
            for target in NavigationTarget.allCases {
                let decision = decide(url, from: target)
                XCTAssertFalse(decision.steps.contains { $0.why.contains("CANARY") }, url)
            }
        }
    }
}
