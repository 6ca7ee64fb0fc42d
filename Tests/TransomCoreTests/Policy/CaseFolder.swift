// Where the tests find their cases.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The folder `Cases` beside the sources of this test target.
enum CaseFolder {
    /// Decodes the array in `name`.json.
    static func load<Case: Decodable>(_ name: String, file: StaticString = #filePath) throws -> [Case] {
        let target = URL(fileURLWithPath: "\(file)").deletingLastPathComponent().deletingLastPathComponent()
        let data = try Data(contentsOf: target.appending(path: "Cases/\(name).json"))
        return try JSONDecoder().decode([Case].self, from: data)
    }
}
