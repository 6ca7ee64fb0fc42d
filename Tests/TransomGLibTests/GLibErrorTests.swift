// GErrors as Swift errors, each taken and freed once.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import TransomGLib
import XCTest

final class GLibErrorTests: XCTestCase {
    /// How many errors of the tests' own domain are alive: GLib calls `init` and `clear` of an extended domain.
    private nonisolated(unsafe) static var alive = 0
    // The tests run one after the other on one thread.

    private static let domain: GQuark = g_error_domain_register(
        "transom-test-error-quark", 8,
        { _ in GLibErrorTests.alive += 1 }, { _, _ in GLibErrorTests.alive += 1 }, { _ in GLibErrorTests.alive -= 1 })

    private func make(_ message: String) -> UnsafeMutablePointer<GError>? {
        g_error_new_literal(Self.domain, 7, message)
    }

    func testAnErrorIsThrownOnceAndFreed() {
        Self.alive = 0
        XCTAssertThrowsError(
            try GLibError.check { error -> Int? in
                error.pointee = make("it broke")
                return nil
            }
        ) { error in
            XCTAssertEqual(
                error as? GLibError,
                GLibError(domain: "transom-test-error-quark", code: 7, message: "it broke"))
            XCTAssertEqual("\(error)", "it broke (transom-test-error-quark 7)")
        }
        XCTAssertEqual(Self.alive, 0)
    }

    func testAnErrorThatIsSetBesideASuccessIsFreed() throws {
        Self.alive = 0
        let value = try GLibError.check { error -> Int? in
            error.pointee = make("not so bad")
            return 3
        }
        XCTAssertEqual(value, 3)
        XCTAssertEqual(Self.alive, 0)
    }

    func testAFailureWithoutAnErrorIsAFailure() {
        XCTAssertThrowsError(try GLibError.check { _ -> Int? in nil }) { error in
            XCTAssertEqual((error as? GLibError)?.message, "failed without a reason")
        }
    }

    func testACopiedErrorStaysItsOwners() throws {
        Self.alive = 0
        let error = try XCTUnwrap(make("kept"))
        XCTAssertEqual(GLibError(copying: error).message, "kept")
        XCTAssertEqual(Self.alive, 1)
        XCTAssertEqual(GLibError(taking: error)?.message, "kept")
        XCTAssertEqual(Self.alive, 0)
        XCTAssertNil(GLibError(taking: nil))
    }

    func testGLibsOwnErrorArrives() {
        XCTAssertThrowsError(
            try GLibError.check { error -> OpaquePointer? in
                g_tls_certificate_new_from_pem("no certificate", -1, error).map { OpaquePointer($0) }
            }
        ) { error in
            XCTAssertEqual((error as? GLibError)?.domain, "g-tls-error-quark")
        }
    }
}
