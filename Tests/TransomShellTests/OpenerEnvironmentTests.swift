// What a program inherits that the desktop opens a link with.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Glibc
import TransomGLib
import XCTest

@testable import TransomShell

@MainActor
final class OpenerEnvironmentTests: XCTestCase {
    private func inherited() -> [String] {
        let context = DesktopOpener.launchContext()
        guard let list = g_app_launch_context_get_environment(context.assuming()) else { return [] }
        defer { g_strfreev(list) }
        var names: [String] = []
        var index = 0
        while let entry = list[index] {
            names.append(String(cString: entry).split(separator: "=").first.map(String.init) ?? "")
            index += 1
        }
        return names
    }

    func testE2ABrowserInheritsNothingThatIsForTheHostAlone() async {
        for name in ["LD_LIBRARY_PATH", "GTK_PATH", "TRANSOM_TEST_SCALE", "TRANSOM_TEST_KEPT"] { setenv(name, "/x", 1) }
        defer {
            for name in ["LD_LIBRARY_PATH", "GTK_PATH", "TRANSOM_TEST_SCALE", "TRANSOM_TEST_KEPT"] { unsetenv(name) }
        }
        DesktopOpener.keep("TRANSOM_TEST_SCALE")
        let names = inherited()
        XCTAssertTrue(names.contains("PATH"))
        XCTAssertTrue(names.contains("TRANSOM_TEST_KEPT"), "the user's own variables stay")
        for name in ["LD_LIBRARY_PATH", "GTK_PATH", "TRANSOM_TEST_SCALE"] { XCTAssertFalse(names.contains(name), name) }
    }
}
