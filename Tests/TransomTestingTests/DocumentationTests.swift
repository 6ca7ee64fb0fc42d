// Tests that what the guide says compiles is compiled.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import IntegrationRows
import XCTest

final class DocumentationTests: XCTestCase {
    func testEachRowOfTheLeftColumnIsInTheFileThatIsCompiled() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let guide = try String(contentsOf: root.appending(path: "docs/linux-swift.md"), encoding: .utf8)
        let file = try String(
            contentsOf: root.appending(path: "Tests/Samples/IntegrationRows/IntegrationRows.swift"), encoding: .utf8)
        let table = guide.components(separatedBy: "## With a replacement")[0]
        let codes = table.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap { row in
            row.dropFirst(3).split(separator: "`").first.map(String.init)
        }
        XCTAssertGreaterThan(codes.count, 10)
        for code in codes { XCTAssertTrue(file.contains(code), "not compiled anywhere: \(code)") }
    }
}
