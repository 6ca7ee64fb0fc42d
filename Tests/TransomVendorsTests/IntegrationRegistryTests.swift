// The integrations by name, and what all of them keep to.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomVendors
import XCTest

final class IntegrationRegistryTests: XCTestCase {
    func testAnIntegrationIsFoundByItsName() throws {
        for integration in IntegrationRegistry.all {
            XCTAssertTrue(try IntegrationRegistry.integration(named: integration.name) == integration)
        }
        XCTAssertEqual(Set(IntegrationRegistry.all.map { $0.name }).count, IntegrationRegistry.all.count)
    }

    func testAMisspelledNameIsAnsweredWithTheNearest() {
        XCTAssertThrowsError(try IntegrationRegistry.integration(named: "hubbel")) {
            XCTAssertEqual(
                "transom: run: \($0)",
                "transom: run: unknown integration \"hubbel\"; did you mean \"hubble\"? (transom integrations lists them)"
            )
        }
        XCTAssertThrowsError(try IntegrationRegistry.integration(named: "stripe")) {
            XCTAssertEqual("\($0)", "unknown integration \"stripe\" (transom integrations lists them)")
        }
    }

    func testNamesTypesAndParametersAreOfTheContract() {
        for integration in IntegrationRegistry.all {
            XCTAssertTrue(integration.name.utf8.allSatisfy { (0x61...0x7A).contains($0) }, integration.name)
            XCTAssertFalse(integration.summary.isEmpty)
            XCTAssertFalse(integration.environments.isEmpty)
            for event in integration.events { XCTAssertTrue(event.type.hasPrefix(integration.name + "."), event.type) }
            let names = integration.parameters.map(\.name)
            XCTAssertEqual(Set(names).count, names.count)
            for parameter in integration.parameters {
                XCTAssertTrue(EventWord.isPlain(parameter.name))
                XCTAssertFalse(parameter.summary.isEmpty, parameter.name)
                if let standard = parameter.standard { XCTAssertTrue(parameter.kind.accepts(standard), parameter.name) }
                XCTAssertEqual(parameter.isSecret, Redaction.isSecretName(parameter.name), parameter.name)
            }
        }
    }
}
