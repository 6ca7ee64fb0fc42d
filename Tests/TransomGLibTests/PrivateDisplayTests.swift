// X servers of our own.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

@testable import TransomGLib

// Each display is made in a process of its own: it becomes that process's display, and must go with it.
final class PrivateDisplayTests: XCTestCase {
    private static let holder = "TransomGLibTests.PrivateDisplayTests/testHoldsADisplayWhenItIsAChild"

    func testHoldsADisplayWhenItIsAChild() throws {
        // The other tests run this one in children of their own.
        guard ChildTest.isChild else { return }
        try MainActor.assumeIsolated {
            do {
                let display = try PrivateDisplay(width: 640, height: 480)
                try display.use()
                let number = try XCTUnwrap(display.number)
                XCTAssertEqual(ProcessInfo.processInfo.environment["DISPLAY"], ":\(number)")
                ChildTest.say("display", "\(number)")
                ChildTest.say("authority", ProcessInfo.processInfo.environment["XAUTHORITY"] ?? "")
                ChildTest.waitForParent()
                display.stop()
                display.stop()
            } catch let failure as PrivateDisplay.Failure {
                ChildTest.say("failure", failure.description)
            }
        }
    }

    func testStopsADisplayThatNobodyWaitedForWhenItIsAChild() throws {
        guard ChildTest.isChild else { return }
        try MainActor.assumeIsolated {
            let display = try PrivateDisplay(width: 640, height: 480, hasGLX: false)
            display.stop()
            ChildTest.say("display", "\(display.number ?? -1)")
            XCTAssertThrowsError(try display.use()) { error in
                XCTAssertEqual(error as? PrivateDisplay.Failure, .ended)
            }
        }
    }

    func testADisplayThatIsStoppedBeforeItIsReadyLeavesNothing() async throws {
        let child = try ChildTest(
            "TransomGLibTests.PrivateDisplayTests/testStopsADisplayThatNobodyWaitedForWhenItIsAChild")
        let number = try XCTUnwrap(child.line("display"))
        XCTAssertNotEqual(number, "-1")
        XCTAssertEqual(try child.finish(), 0)
        try await waitForNoTraces(of: number)
    }

    private func traces(of number: String) -> [String] {
        ["/tmp/.X11-unix/X\(number)", "/tmp/.X\(number)-lock"].filter { FileManager.default.fileExists(atPath: $0) }
    }

    /// Waits until a display is gone without a trace, or its number is another server's, which anybody may have started.
    private func waitForNoTraces(of number: String) async throws {
        func isGone() -> Bool {
            if traces(of: number).isEmpty { return true }
            guard let other = connection(to: number) else { return false }
            close(other)
            return true
        }
        let deadline = ContinuousClock.now + .seconds(20)
        while !isGone(), ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(5)) }
        XCTAssertTrue(isGone(), "\(traces(of: number))")
    }

    func testManyAtOnceGetDisplaysOfTheirOwnAndLeaveNothing() async throws {
        let children = try (0..<8).map { _ in try ChildTest(Self.holder) }
        let numbers = try children.map { try XCTUnwrap($0.line("display")) }
        XCTAssertEqual(Set(numbers).count, 8)
        for number in numbers { XCTAssertTrue(traces(of: number).contains("/tmp/.X11-unix/X\(number)")) }
        for child in children { XCTAssertEqual(try child.finish(), 0) }
        for number in numbers { try await waitForNoTraces(of: number) }
    }

    func testTheDisplayGoesWithItsProcessAlsoWhenThatIsKilled() async throws {
        let child = try ChildTest(Self.holder)
        let number = try XCTUnwrap(child.line("display"))
        XCTAssertTrue(traces(of: number).contains("/tmp/.X11-unix/X\(number)"))
        child.kill()
        try await waitForNoTraces(of: number)
    }

    func testOnlyWhoKnowsTheCookieIsLetIn() async throws {
        let child = try ChildTest(Self.holder)
        let number = try XCTUnwrap(child.line("display"))
        let authority = try XCTUnwrap(child.line("authority"))
        let cookie = try XCTUnwrap(FileManager.default.contents(atPath: authority)).suffix(16)
        XCTAssertEqual(try greet(number, cookie: Array(cookie)), 1)
        XCTAssertEqual(try greet(number, cookie: nil), 0)
        XCTAssertEqual(try greet(number, cookie: [UInt8](repeating: 0, count: 16)), 0)
        let attributes = try FileManager.default.attributesOfItem(atPath: authority)
        XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o600)
        XCTAssertEqual(try child.finish(), 0)
    }

    func testAMissingServerIsSaidInOneSentence() async throws {
        let child = try ChildTest(Self.holder, environment: ["PATH": "/nowhere"])
        XCTAssertEqual(
            child.line("failure"),
            "Xvfb could not be started (No such file or directory); install it with: apt-get install xvfb")
        XCTAssertEqual(try child.finish(), 0)
    }

    /// Opens an X connection and returns the first byte of the server's answer: 1 is a welcome, 0 a refusal.
    private func greet(_ number: String, cookie: [UInt8]?) throws -> UInt8 {
        let descriptor = try XCTUnwrap(connection(to: number), String(cString: strerror(errno)))
        defer { close(descriptor) }
        let name = cookie == nil ? [] : Array("MIT-MAGIC-COOKIE-1".utf8)
        func padded(_ bytes: [UInt8]) -> [UInt8] { bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4) }
        let greeting: [UInt8] =
            [UInt8(ascii: "l"), 0, 11, 0, 0, 0, UInt8(name.count), 0, UInt8(cookie?.count ?? 0), 0, 0, 0]
            + padded(name) + padded(cookie ?? [])
        XCTAssertEqual(write(descriptor, greeting, greeting.count), greeting.count)
        var answer: UInt8 = 255
        XCTAssertEqual(read(descriptor, &answer, 1), 1)
        return answer
    }

    /// A connection to a display, or nil where nobody listens.
    private func connection(to number: String) -> Int32? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array("/tmp/.X11-unix/X\(number)".utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard connected == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }
}
