// An X server of our own, for hosts and tests without a display.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Foundation
import TransomGLibShims

/// An Xvfb that only this process uses: the server picks its number, a cookie keeps others out, and it goes when we go.
///
/// The server gets SIGTERM from the kernel when our first thread ends, also after SIGKILL, and then removes its socket
/// and lock file itself. Make it on the process's first thread, before GTK is initialised.
@MainActor
package final class PrivateDisplay {
    /// Why there is no display.
    package enum Failure: Error, Equatable, Sendable, CustomStringConvertible {
        /// The program is not there or cannot be started; the associated value is the system's word for it.
        case notStarted(String)
        /// The server ended before it had a display.
        case ended
        /// The folder for the cookie could not be made.
        case noFolder(String)

        package var description: String {
            switch self {
            case .notStarted(let reason):
                "Xvfb could not be started (\(reason)); install it with: apt-get install xvfb"
            case .ended: "Xvfb ended before it had a display"
            case .noFolder(let reason): reason
            }
        }
    }

    /// The display's number; `DISPLAY` is set to it.
    package let number: Int
    private let process: Int32
    private var isStopped = false

    /// Starts a server and makes it this process's display.
    ///
    /// - Parameters:
    ///   - width: The screen's width in pixels, 320 to 16384.
    ///   - height: The screen's height in pixels, 240 to 16384.
    package init(width: Int = 1280, height: Int = 1024) throws(Failure) {
        let authority: String
        do throws(RunFolder.Failure) { authority = try RunFolder.path() + "/xauthority" } catch {
            throw .noFolder(error.description)
        }
        guard Self.writeCookie(authority) else { throw .noFolder("the cookie could not be written to \(authority)") }
        var pipe: [Int32] = [-1, -1]
        guard g_unix_open_pipe(&pipe, FD_CLOEXEC, nil) != 0 else { throw .notStarted("no descriptors are left") }
        defer { close(pipe[0]) }
        let arguments = [
            "Xvfb", "-displayfd", "\(pipe[1])", "-screen", "0", "\(width)x\(height)x24", "-nolisten", "tcp", "-noreset",
            "-auth", authority,
        ]
        var child: Int32 = 0
        let copies = arguments.map { strdup($0) }
        let error = (copies.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { argv in
            argv.baseAddress.map { transom_spawn($0, pipe[1], &child) } ?? EINVAL
        }
        for copy in copies { free(copy) }
        close(pipe[1])
        guard error == 0 else { throw .notStarted(String(cString: strerror(error))) }
        guard let number = Self.readNumber(pipe[0]) else {
            kill(child, SIGKILL)
            waitpid(child, nil, 0)
            throw .ended
        }
        self.number = number
        process = child
        setenv("XAUTHORITY", authority, 1)
        setenv("DISPLAY", ":\(number)", 1)
        unsetenv("WAYLAND_DISPLAY")
    }

    /// Stops the server and waits until it is gone.
    ///
    /// Everything that GTK holds must be gone before.
    package func stop() {
        guard !isStopped else { return }
        isStopped = true
        kill(process, SIGTERM)
        waitpid(process, nil, 0)
    }

    /// Reads the number that the server prints when it is ready; gives up after 20 seconds.
    private static func readNumber(_ descriptor: Int32) -> Int? {
        var text = ""
        var byte: UInt8 = 0
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while text.utf8.count < 8 {
            // A signal that interrupts the wait is the main loop's to handle, and no reason to give up.
            let count = Glibc.poll(&poll, 1, 20_000)
            if count < 0, errno == EINTR { continue }
            guard count > 0, read(descriptor, &byte, 1) == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { break }
            text.unicodeScalars.append(UnicodeScalar(byte))
        }
        return Int(text)
    }

    /// Writes an Xauthority file with one entry that fits any display number, since ours is not known yet.
    private static func writeCookie(_ path: String) -> Bool {
        let name = Array("MIT-MAGIC-COOKIE-1".utf8)
        let cookie = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        let familyWild: [UInt8] = [0xff, 0xff, 0, 0, 0, 0]
        let entry = familyWild + [0, UInt8(name.count)] + name + [0, UInt8(cookie.count)] + cookie
        let descriptor = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return write(descriptor, entry, entry.count) == entry.count
    }
}
