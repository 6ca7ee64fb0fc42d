// Events are held against what is declared.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomVendors
import XCTest

final class EventCatalogueTests: XCTestCase {
    private let catalogue = EventCatalogue(HubbleIntegration.self)

    func testTheNearestKindIsFound() {
        XCTAssertEqual(catalogue.declaration(of: "hubble.analytics")?.type, "hubble.analytics")
        XCTAssertEqual(catalogue.declaration(of: "hubble.analytics.payment_success")?.type, "hubble.analytics.*")
        XCTAssertEqual(catalogue.declaration(of: "transom.page.failed")?.type, "transom.page.failed")
        for type in ["hubble", "hubble.analytics.", "hubble.app_ready.x", "page.bridge", "transom.page", ""] {
            XCTAssertNil(catalogue.declaration(of: type), type)
        }
    }

    func testAnEventThatIsNotAsDeclaredIsNamed() {
        XCTAssertEqual(catalogue.mismatches(type: "hubble.app_ready", data: [:]), [])
        XCTAssertEqual(
            catalogue.mismatches(type: "transom.session.ended", data: ["reason": "bored", "more": 1]),
            [
                "transom.session.ended: data.more is not known",
                "transom.session.ended: data.reason is \"bored\", not one of "
                    + "until, page, user, error, timeout, signal, command, display, engine",
            ].sorted().reversed())
        XCTAssertEqual(
            catalogue.mismatches(type: "hubble.reboot", data: [:]), ["\"hubble.reboot\" is no type of this run"])
    }

    func testTheReportOfARefusedMessageIsAsDeclared() throws {
        let store = try HubbleIntegration(IntegrationOptions())
        var gate = MessageGate(handlers: store.declaration.handlers, clock: ManualHostClock())
        let speaker = Speaker(origin: nil, isMainFrame: false)
        let report = gate.admit(GatedInput(handler: "bridge", speaker: speaker, isStamped: true, body: 1)).report
        let draft = try XCTUnwrap(report)
        XCTAssertEqual(catalogue.mismatches(type: draft.type, data: draft.data), [])
    }

    func testEveryEventOfEveryPlayIsDeclared() {
        for integration in IntegrationRegistry.all {
            let catalogue = EventCatalogue(integration)
            for play in integration.plays {
                for type in play.events { XCTAssertNotNil(catalogue.declaration(of: type), "\(play.name): \(type)") }
            }
        }
    }
}
