// What config show lists, and the schema for editors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomVendors
import XCTest

final class ConfigurationListingTests: ConfigurationTestCase {
    func testWhatIsInForceHasItsPlaceAndSecretsAreNotShown() throws {
        let text = "{integrations: {hubble: {secrets: {token: 'command:/usr/bin/mint --key 7f3a'}}}, kiosk: 'till'}"
        let document = try reader.read([ConfigurationFile(name: "k.json5", bytes: Array(text.utf8))])
        let lines = document.entries.map { "\($0.path) \($0.value) \($0.place?.description ?? "standard")" }
        XCTAssertEqual(
            lines,
            [
                "kiosk \"till\" k.json5:1:82", "integrations.hubble.secrets.token ‹set› k.json5:1:36",
                "window.rotation 0 standard", "window.keyboard \"auto\" standard",
                "session.idleResetAfter 60 standard", "session.warnFor 15 standard",
                "session.duringPayment 300 standard", "limits.textBytes 65536 standard", "limits.depth 32 standard",
                "limits.keys 64 standard", "limits.rate 200 standard", "limits.burst 1000 standard",
            ])
    }

    func testTheStandardsThatAreListedAreThoseInForce() throws {
        let empty = try reader.read([ConfigurationFile(name: "k", bytes: Array("{integration: 'hubble'}".utf8))])
        let members = empty.entries.filter { $0.place == nil }.map { entry in
            let parts = entry.path.split(separator: ".")
            return "\(parts[0]): {\(parts[1]): \(entry.value)}"
        }
        XCTAssertGreaterThan(members.count, 5)
        for member in members {
            XCTAssertEqual(try read("{integration: 'hubble', \(member)}"), empty.configuration, member)
        }
    }

    func testTheShippedSchemaIsThatOfTheParser() throws {
        let path = Self.repository.appending(path: "Resources/schema/kiosk.schema.json")
        let shipped = try JSONDecoder().decode(JSONValue.self, from: Data(contentsOf: path))
        XCTAssertEqual(
            shipped, reader.schema, "write it anew with: transom config schema > Resources/schema/kiosk.schema.json")
    }

    func testEveryKeyOfTheSchemaIsAKeyOfTheParserAndTheOtherWayRound() throws {
        func walk(_ schema: JSONValue, _ path: [String]) throws {
            guard let properties = schema["properties"]?.objectValue else { return }
            XCTAssertEqual(schema["additionalProperties"], .bool(false), path.joined(separator: "."))
            for (name, inner) in properties {
                let key = JSONText.encode(.string(name))
                let opened = path.map { JSONText.encode(.string($0)) + ": {" }.joined()
                let closed = String(repeating: "}", count: path.count)
                let lines = mistakes("{" + opened + key + ": {}" + closed + "}")
                let unknown = lines.filter { $0.contains("is no key that there is") }
                XCTAssertEqual(unknown, [], name)
                try walk(inner, path + [name])
            }
            let opened = path.map { JSONText.encode(.string($0)) + ": {" }.joined()
            let lines = mistakes(
                "{" + opened + "nonsenseThatIsNoKey: 1" + String(repeating: "}", count: path.count) + "}")
            let possible = properties.keys.sorted()
            let line = lines.first { $0.contains("nonsenseThatIsNoKey is no key that there is") } ?? ""
            let listed =
                line.split(separator: "possible: ").last?.dropLast().split(separator: ", ").map(String.init) ?? []
            XCTAssertEqual(listed.sorted(), possible, path.joined(separator: "."))
        }
        try walk(reader.schema, [])
    }
}
