// The pages about vendors say what the integrations say.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomVendors
import XCTest

final class VendorPagesTests: XCTestCase {
    /// The integrations that have a page; a new page is held to what its integration says at once.
    private var described: [any Integration.Type] {
        get throws {
            let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
            let folder = root.appending(path: "docs/vendors").path(percentEncoded: false)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            let described = IntegrationRegistry.all.filter { names.contains($0.name + ".md") }
            XCTAssertTrue(
                Set(described.map { $0.name }).isSuperset(of: ["hubble", "googlepay", "xcover", "volley", "home"]))
            return described
        }
    }

    private func page(_ name: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "docs/vendors/\(name).md"), encoding: .utf8)
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    func testEveryPageListsWhatMustBeSetUp() throws {
        for integration in try described {
            let page = try page(integration.name)
            for sentence in integration.setup {
                let words = sentence.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                XCTAssertTrue(page.contains(words), "\(integration.name): \(sentence)")
            }
            XCTAssertEqual(
                page.components(separatedBy: "- [ ] ").count - 1, integration.setup.count, integration.name)
        }
    }

    func testEveryEventWordOfAPageIsDeclared() throws {
        for integration in try described {
            let catalogue = EventCatalogue(integration)
            for word in try page(integration.name).components(separatedBy: "`")
            where word.hasPrefix("transom.") || word.hasPrefix(integration.name + ".") && !word.contains(" ") {
                XCTAssertNotNil(catalogue.declaration(of: word), "\(integration.name): \(word)")
            }
        }
    }
}
