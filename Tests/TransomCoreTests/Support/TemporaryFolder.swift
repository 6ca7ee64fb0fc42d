// A folder for the files of one test.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

extension XCTestCase {
    /// A new folder that goes when the test ends.
    func temporaryFolder() throws -> String {
        let path = NSTemporaryDirectory() + "transom-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        addTeardownBlock { try? FileManager.default.removeItem(atPath: path) }
        return path
    }
}
