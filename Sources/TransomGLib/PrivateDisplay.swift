// An X server of our own, for hosts and tests without a display.
// SPDX-License-Identifier: Apache-2.0

import Foundation

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

        init(_ failure: AnnouncingProcess.Failure) {
            self =
                switch failure {
                case .notStarted(let reason): .notStarted(reason)
                case .ended: .ended
                }
        }

        package var description: String {
            switch self {
            case .notStarted(let reason):
                "Xvfb could not be started (\(reason)); install it with: apt-get install xvfb"
            case .ended: "Xvfb ended before it had a display"
            case .noFolder(let reason): reason
            }
        }
    }

    /// The display's number, known when the server has been waited for.
    package var number: Int? { server.line.flatMap { Int($0) } }
    private let authority: String
    private let server: AnnouncingProcess

    /// Starts a server, which gets ready while this process does something else; ``use()`` makes it our display.
    ///
    /// - Parameters:
    ///   - width: The screen's width in pixels, 320 to 16384.
    ///   - height: The screen's height in pixels, 240 to 16384.
    ///   - hasGLX: Whether clients may draw with GLX. Without it the server, and GTK when it looks for visuals, each save the
    ///     time that it takes to load a software renderer.
    /// - Throws: ``Failure``.
    package init(width: Int = 1280, height: Int = 1024, hasGLX: Bool = true) throws(Failure) {
        let authority: String
        do throws(RunFolder.Failure) { authority = try RunFolder.path() + "/xauthority" } catch {
            throw .noFolder(error.description)
        }
        self.authority = authority
        guard Self.writeCookie(authority) else { throw .noFolder("the cookie could not be written to \(authority)") }
        do throws(AnnouncingProcess.Failure) {
            server = try AnnouncingProcess { descriptor in
                [
                    "Xvfb", "-displayfd", "\(descriptor)", "-screen", "0", "\(width)x\(height)x24", "-nolisten", "tcp",
                    "-noreset", "-auth", authority,
                ] + (hasGLX ? [] : ["-extension", "GLX"])
            }
        } catch {
            throw Failure(error)
        }
    }

    /// Waits until the server is ready, and makes it this process's display.
    ///
    /// - Throws: ``Failure/ended``.
    package func use() throws(Failure) {
        do throws(AnnouncingProcess.Failure) { _ = try server.announcement() } catch { throw Failure(error) }
        guard let number else {
            server.stop()
            throw .ended
        }
        setenv("XAUTHORITY", authority, 1)
        setenv("DISPLAY", ":\(number)", 1)
        unsetenv("WAYLAND_DISPLAY")
    }

    /// Stops the server and waits until it is gone; harmless when it was done before.
    ///
    /// Everything that GTK holds must be gone before.
    package func stop() { server.stop() }

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
