// Reads configurations for tests.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomVendors
import XCTest

/// Reads configurations for tests.
class ConfigurationTestCase: XCTestCase {
    let reader = ConfigurationReader(integrations: IntegrationRegistry.all)

    /// Reads one file's text, named `kiosk.json5`.
    func read(_ text: String) throws -> Configuration {
        try reader.read([ConfigurationFile(name: "kiosk.json5", bytes: Array(text.utf8))]).configuration
    }

    /// The lines of everything that is wrong with texts, of which the first is `kiosk.json5` and the others `1.json5` on.
    func mistakes(_ texts: String..., file: StaticString = #filePath, line: UInt = #line) -> [String] {
        let files = texts.enumerated().map { index, text in
            ConfigurationFile(name: index == 0 ? "kiosk.json5" : "\(index).json5", bytes: Array(text.utf8))
        }
        do throws(ConfigurationMistakes) {
            _ = try reader.read(files)
            return []
        } catch {
            return error.all.map(\.description)
        }
    }

    /// The repository's folder.
    static let repository: URL = {
        var folder = URL(filePath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return folder
    }()
}
