// How far a payment may go from a gateway.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import XCTest

final class ExcursionTests: XCTestCase {
    private let clock = ManualHostClock()
    private let gateway = Origin.literal("https://api.razorpay.com")
    private let bank = Origin.literal("https://netbanking.bank.example")
    private var policy: NavigationPolicy {
        NavigationPolicy(allow: [.literal("https://shop.example"), .literal("https://api.razorpay.com")])
    }

    private func request(_ url: String, _ from: NavigationTarget = .main) -> NavigationRequest {
        NavigationRequest(url: url, from: from, spelling: .canonical)
    }

    private func main(_ excursion: inout Excursion, _ url: String, from source: Origin?) -> String? {
        let request = request(url)
        return excursion.main(from: source, request, policy.decide(request))?.rule
    }

    private func frame(
        _ excursion: inout Excursion, _ url: String, from source: Origin?, isRedirect: Bool = false
    ) -> String? {
        let request = request(url, .iframe)
        return excursion.frame(from: source, isRedirect: isRedirect, request, policy.decide(request))?.rule
    }

    func testFromAGatewayAndOnFromThereUntilTheShopIsReached() {
        var excursion = Excursion(gateways: [gateway], clock: clock)
        XCTAssertNil(main(&excursion, "https://netbanking.bank.example/", from: .literal("https://shop.example")))
        XCTAssertEqual(main(&excursion, "https://netbanking.bank.example/", from: gateway), "excursion")
        XCTAssertEqual(main(&excursion, "https://acs.bank.example/otp", from: bank), "excursion")
        XCTAssertTrue(excursion.isUnderWay)
        excursion.arrived()
        XCTAssertNil(main(&excursion, "https://netbanking.bank.example/", from: bank))
    }

    func testOffUnlessAGatewayIsNamed() {
        var excursion = Excursion(gateways: [], clock: clock)
        XCTAssertNil(main(&excursion, "https://netbanking.bank.example/", from: gateway))
        XCTAssertNil(frame(&excursion, "https://netbanking.bank.example/", from: gateway))
    }

    func testTenMinutesAndNoMore() {
        var excursion = Excursion(gateways: [gateway], clock: clock)
        XCTAssertNotNil(main(&excursion, "https://netbanking.bank.example/", from: gateway))
        clock.advance(by: .seconds(599))
        XCTAssertNotNil(main(&excursion, "https://acs.bank.example/", from: bank))
        clock.advance(by: .seconds(1))
        XCTAssertFalse(excursion.isUnderWay)
        XCTAssertNil(main(&excursion, "https://acs.bank.example/", from: bank))
    }

    func testOnlyHTTPSPagesOfPublicHosts() {
        var excursion = Excursion(gateways: [gateway], clock: clock)
        for url in [
            "http://netbanking.bank.example/", "https://192.168.0.1/", "https://localhost/", "https://printer/",
            "https://xn--bnk-0na.example/", "https://u@netbanking.bank.example/", "upi://pay", "file:///etc/passwd",
            "data:text/html,x", "javascript:1", "about:blank",
            "https://netbanking.bank.example/" + String(repeating: "a", count: 8_192),
        ] {
            XCTAssertNil(main(&excursion, url, from: gateway), url)
        }
        XCTAssertFalse(excursion.isUnderWay)
        // Another port of an allowed host may carry what was meant for the allowed one.
        XCTAssertNil(main(&excursion, "https://shop.example:8443/", from: gateway))
    }

    func testFramesOfTheGatewayAndOfWhatTheyCameTo() {
        var excursion = Excursion(gateways: [gateway], clock: clock)
        XCTAssertNil(frame(&excursion, "https://acs.bank.example/", from: .literal("https://shop.example")))
        XCTAssertNil(frame(&excursion, "https://acs.bank.example/", from: nil, isRedirect: true))
        XCTAssertEqual(frame(&excursion, "https://acs.bank.example/", from: gateway), "excursion")
        XCTAssertEqual(frame(&excursion, "https://otp.bank.example/", from: nil, isRedirect: true), "excursion")
        XCTAssertNil(frame(&excursion, "https://otp.bank.example/", from: nil))
        XCTAssertEqual(
            frame(&excursion, "https://next.example/", from: .literal("https://otp.bank.example")), "excursion")
        XCTAssertNil(frame(&excursion, "https://next.example/", from: .literal("https://ads.example")))
        XCTAssertFalse(excursion.isUnderWay, "the main frame has gone nowhere")
        clock.advance(by: .seconds(600))
        XCTAssertNil(frame(&excursion, "https://next.example/", from: .literal("https://otp.bank.example")))
    }

    func testAnAllowedHostUnderAnotherPortIsNoPartOfOne() {
        var excursion = Excursion(gateways: [gateway], allow: policy.allow, clock: clock)
        XCTAssertEqual(frame(&excursion, "https://acs.bank.example/", from: gateway), "excursion")
        XCTAssertNil(frame(&excursion, "https://shop.example:8443/", from: gateway))
        XCTAssertNil(main(&excursion, "https://shop.example:8443/", from: gateway))
    }
}
