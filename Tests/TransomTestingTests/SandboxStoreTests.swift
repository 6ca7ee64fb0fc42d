// Tests that the sandbox is the network of every data store, and that test processes do not disturb each other.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomTesting
import WebKit
import XCTest

@MainActor
final class SandboxStoreTests: XCTestCase {
    private func open(_ store: WKWebsiteDataStore) async throws -> Page {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = store
        let view = WKWebView(frame: .zero, configuration: configuration)
        let page = Page(view).within(.seconds(20))
        view.load(URLRequest(url: try XCTUnwrap(URL(string: "https://stores.example/"))))
        try await page.waitFor("text=Served")
        return page
    }

    func testEveryStoreOfTheProcessIsOnTheSandboxsNetwork() async throws {
        // Made before the sandbox, as the code under test may have done.
        let early = WKWebsiteDataStore.nonPersistent()
        Sandbox.install()
        try Sandbox.serve("https://stores.example") { _ in .html("<!doctype html><p>Served</p>") }
        for store in [early, .nonPersistent(), .default(), WKWebsiteDataStore(forIdentifier: UUID())] {
            let page = try await open(store)
            let isSecure = try await page.evaluate("return isSecureContext")
            XCTAssertEqual(isSecure, true)
        }
    }

    /// What a child process does: it looks for what another one may have left, and leaves something.
    func testAProcessOfItsOwnFindsNothingOfOthers() async throws {
        guard let name = ProcessInfo.processInfo.environment["TRANSOM_TEST_CHILD"] else { return }
        Sandbox.install()
        try Sandbox.serve("https://stores.example") { _ in .html("<!doctype html><p>Served</p><button>\(name)</button>")
        }
        let page = try await open(.default())
        let found = try await page.evaluate("return localStorage.name ?? 'nothing'")
        XCTAssertEqual(found, "nothing")
        try await page.evaluate("localStorage.name = name", ["name": .string(name)])
        try await page.click("text=\(name)")
        let kept = try await page.evaluate("return localStorage.name")
        XCTAssertEqual(kept, .string(name))
    }

    func testProcessesAtOnceDoNotDisturbEachOther() async throws {
        guard ProcessInfo.processInfo.environment["TRANSOM_TEST_CHILD"] == nil else { return }
        let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let children = try ["one", "two", "three"].map { name in
            let child = Process()
            child.executableURL = URL(filePath: bundle)
            child.arguments = [
                "TransomTestingTests.SandboxStoreTests/testAProcessOfItsOwnFindsNothingOfOthers"
            ]
            // Each makes a display of its own.
            var environment = ProcessInfo.processInfo.environment.merging(["TRANSOM_TEST_CHILD": name]) { $1 }
            environment["DISPLAY"] = nil
            child.environment = environment
            child.standardOutput = FileHandle.nullDevice
            child.standardError = FileHandle.nullDevice
            try child.run()
            return child
        }
        for child in children {
            try await eventually("the end of a child", within: .seconds(120)) { !child.isRunning }
            XCTAssertEqual(child.terminationStatus, 0)
        }
    }
}
