// Secrets are fetched, bounded in length and time.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import XCTest

final class SecretResolverTests: XCTestCase {
    private static let request = SecretRequest(
        integration: "hubble", environment: .production, kiosk: "kiosk-1", session: "s-1", reason: .error)

    private static func resolve(
        _ reference: SecretReference, limits: Limits = .standard, clock: any HostClock = SystemHostClock()
    )
        async -> Result<String, SecretError>
    {
        do throws(SecretError) {
            return .success(
                try await SecretResolver([reference], limits: limits, clock: clock).resolve(reference, for: request)
                    .reveal())
        } catch {
            return .failure(error)
        }
    }

    private func script(_ text: String) throws -> String {
        let path = try temporaryFolder() + "/mint"
        try Data(("#!/bin/sh\n" + text + "\n").utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        return path
    }

    func testAVariableIsTakenOutOfTheEnvironmentAndKept() async throws {
        setenv("TRANSOM_TEST_SECRET", "CANARY-7f3a", 1)
        let reference = SecretReference.environment("TRANSOM_TEST_SECRET")
        let resolver = SecretResolver([reference])
        XCTAssertNil(getenv("TRANSOM_TEST_SECRET"))
        for _ in 0..<2 {
            let value = try await resolver.resolve(reference, for: Self.request)
            XCTAssertEqual(value.reveal(), "CANARY-7f3a")
        }
    }

    func testAVariableThatIsNotSetIsNamed() async {
        let result = await Self.resolve(.environment("TRANSOM_TEST_NOT_SET"))
        XCTAssertEqual(result, .failure(.variableNotSet("TRANSOM_TEST_NOT_SET")))
        setenv("TRANSOM_TEST_EMPTY", "", 1)
        let empty = await Self.resolve(.environment("TRANSOM_TEST_EMPTY"))
        XCTAssertEqual(empty, .failure(.variableNotSet("TRANSOM_TEST_EMPTY")))
        unsetenv("TRANSOM_TEST_EMPTY")
    }

    func testAFileGivesItsOneLine() async throws {
        let path = try temporaryFolder() + "/secret"
        let reference = SecretReference.file(path)
        let cases: [(String, Result<String, SecretError>)] = [
            ("abc", .success("abc")), ("abc\n", .success("abc")), ("abc\r\n", .success("abc")),
            (" a b ", .success(" a b ")),
            ("", .failure(.empty(reference))), ("\n", .failure(.empty(reference))),
            ("a\nb\n", .failure(.notOneLine(reference))), ("a\0b", .failure(.notOneLine(reference))),
            (String(repeating: "x", count: 4_096) + "\n", .success(String(repeating: "x", count: 4_096))),
            (String(repeating: "x", count: 4_097), .failure(.tooLong(reference, limit: 4_096))),
            (String(repeating: "x", count: 100_000), .failure(.tooLong(reference, limit: 4_096))),
        ]
        for (text, expected) in cases {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            let result = await Self.resolve(reference)
            XCTAssertEqual(result, expected, String(text.prefix(20)).debugDescription)
        }
        try Data([0xFF, 0xFE]).write(to: URL(fileURLWithPath: path))
        let result = await Self.resolve(reference)
        XCTAssertEqual(result, .failure(.notOneLine(reference)))
    }

    func testWhatIsNoReadableFileIsNamed() async throws {
        let folder = try temporaryFolder()
        let missing = await Self.resolve(.file(folder + "/none"))
        XCTAssertEqual(missing, .failure(.unreadable(.file(folder + "/none"), code: ENOENT)))
        let directory = await Self.resolve(.file(folder))
        XCTAssertEqual(directory, .failure(.notAFile(.file(folder))))
        XCTAssertEqual(mkfifo(folder + "/fifo", 0o600), 0)
        let fifo = await Self.resolve(.file(folder + "/fifo"))
        XCTAssertEqual(fifo, .failure(.notAFile(.file(folder + "/fifo"))))
    }

    func testACredentialIsAFileInItsDirectory() async throws {
        let folder = try temporaryFolder()
        try Data("abc\n".utf8).write(to: URL(fileURLWithPath: folder + "/hubble"))
        unsetenv("CREDENTIALS_DIRECTORY")
        let without = await Self.resolve(.credential("hubble"))
        XCTAssertEqual(without, .failure(.noCredentials("hubble")))
        setenv("CREDENTIALS_DIRECTORY", folder, 1)
        let with = await Self.resolve(.credential("hubble"))
        XCTAssertEqual(with, .success("abc"))
        unsetenv("CREDENTIALS_DIRECTORY")
    }

    func testAProgramReadsTheRequestAndWritesTheSecret() async throws {
        let path = try script("read line; printf '%s|%s|%s\\n' \"$1\" \"$#\" \"$line\"")
        let result = await Self.resolve(.command([path, "a;b", "c"]))
        XCTAssertEqual(
            result,
            .success(
                #"a;b|2|{"environment":"production","integration":"hubble","kiosk":"kiosk-1","reason":"error","session":"s-1"}"#
            ))
    }

    func testAProgramThatReadsNothingIsNoProblem() async throws {
        let result = await Self.resolve(.command([try script("exec <&-; echo abc")]))
        XCTAssertEqual(result, .success("abc"))
    }

    func testAProgramInheritsNoDescriptorsAndNoIgnoredSignals() async throws {
        signal(SIGPIPE, SIG_IGN)
        // A high number, so that the shell's own descriptors are others.
        let leak = fcntl(0, F_DUPFD, 100)
        XCTAssertGreaterThanOrEqual(leak, 100)
        XCTAssertEqual(fcntl(leak, F_GETFD) & FD_CLOEXEC, 0)
        let path = try script("grep SigIgn /proc/$$/status | tr -d '\\n\\t'; ls /proc/$$/fd | tr '\\n' ' '")
        let result = await Self.resolve(.command([path]))
        close(leak)
        let text = try result.get()
        let ignored = try XCTUnwrap(UInt64(text.dropFirst(7).prefix(16), radix: 16), text)
        XCTAssertEqual(ignored & (1 << UInt64(SIGPIPE - 1)), 0, text)
        let descriptors = text.dropFirst(23).split(separator: " ").compactMap { Int32($0) }
        XCTAssertTrue(descriptors.contains(0), text)
        XCTAssertFalse(descriptors.contains(leak), "\(leak) is passed on: \(text)")
    }

    func testAProgramThatFailsIsNamedByItsStatus() async throws {
        let path = try script("echo CANARY-7f3a; echo CANARY-7f3a >&2; exit 3")
        let result = await Self.resolve(.command([path]))
        XCTAssertEqual(result, .failure(.failed(program: path, status: 3)))
        XCTAssertFalse("\(result)".contains("CANARY"))
        let killed = try script("kill -9 $$")
        let other = await Self.resolve(.command([killed]))
        XCTAssertEqual(other, .failure(.failed(program: killed, status: 137)))
    }

    func testAProgramThatIsNotThereIsNamed() async {
        let result = await Self.resolve(.command(["/none/mint"]))
        XCTAssertEqual(result, .failure(.cannotStart(program: "/none/mint", code: ENOENT)))
    }

    func testAProgramThatWritesTooMuchIsEnded() async throws {
        let path = try script("exec yes 0123456789012345678901234567890")
        let result = await Self.resolve(.command([path]))
        XCTAssertEqual(result, .failure(.tooLong(.command([path]), limit: 4_096)))
    }

    func testAProgramWithoutAnAnswerIsEndedAtTheDeadlineWithItsChildren() async throws {
        let folder = try temporaryFolder()
        let path = try script("sleep 1000 & echo $! > \(folder)/child; wait")
        let clock = ManualHostClock()
        let limits = Limits.standard
        async let pending = Self.resolve(.command([path]), limits: limits, clock: clock)
        var child: pid_t?
        while child == nil {
            await Task.yield()
            let text = FileManager.default.contents(atPath: folder + "/child").map {
                String(decoding: $0, as: UTF8.self)
            }
            child = text.flatMap { $0.hasSuffix("\n") ? pid_t($0.dropLast()) : nil }
        }
        clock.advance(by: .seconds(10))
        let result = await pending
        XCTAssertEqual(result, .failure(.timeout(program: path, deadline: .seconds(10))))
        // A killed child of somebody else's stays a zombie until its new parent looks; it runs no more in either case.
        let status = FileManager.default.contents(atPath: "/proc/\(child ?? 0)/stat")
        if let status {
            let state = String(decoding: status, as: UTF8.self).split(separator: ")").last?.split(separator: " ").first
            XCTAssertTrue(state == "Z" || state == "X", "\(state ?? "")")
        }
    }

    func testAServiceIsNotAvailableYetAndSaysWhatIs() async {
        let reference = SecretReference.https("https://mint.example/")
        let result = await Self.resolve(reference)
        XCTAssertEqual(result, .failure(.notYetAvailable(reference)))
    }

    func testAProgramWhoseEndNobodyCanTellHasFailed() async throws {
        let path = try script("echo abc; exit 1")
        signal(SIGCHLD, SIG_IGN)
        defer { signal(SIGCHLD, SIG_DFL) }
        let result = await Self.resolve(.command([path]))
        guard case .failure(.failed) = result else { return XCTFail("\(result)") }
    }
}
