// Starting GTK in whatever process this module is used in.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import Foundation
import TransomGLib

/// Starts GTK at the first use of the module, on whatever display there is.
///
/// A test on a build machine has no display; it gets a private one, which goes when the process goes. A host that wants to
/// say more about a missing display calls `startIfPossible` first.
@MainActor
package enum Engine {
    private static var isStarted = false
    private static var display: PrivateDisplay?
    private static var displayFailure: Failure?
    /// Whether a private display gets ready, and stores can be made meanwhile.
    package private(set) static var isPrepared = false

    /// Why GTK could not be started.
    package enum Failure: Error, Equatable, Sendable, CustomStringConvertible {
        /// No private display could be made.
        case noPrivateDisplay(String)
        /// There is a display in the environment and it does not answer.
        case displayNotUsable(String)

        package var description: String {
            switch self {
            case .noPrivateDisplay(let reason): "there is no display, and \(reason)"
            case .displayNotUsable(let name): "the display \(name) cannot be used; is its server running?"
            }
        }
    }

    /// Whether the environment names a display; a variable that is set to nothing names none.
    package static var hasDisplay: Bool {
        displayName != nil
    }

    /// The engine dereferences the real path of the home folder, and there may be no such folder.
    private static func ensureHome() {
        guard let home = getenv("HOME").map({ String(cString: $0) }) else { return }
        var isFolder: ObjCBool = false
        if home.hasPrefix("/"), FileManager.default.fileExists(atPath: home, isDirectory: &isFolder), isFolder.boolValue
        {
            return
        }
        if let folder = try? RunFolder.path() { setenv("HOME", folder, 1) }
    }

    private static var hasSessionBus: Bool {
        if getenv("DBUS_SESSION_BUS_ADDRESS") != nil { return true }
        guard let folder = getenv("XDG_RUNTIME_DIR") else { return false }
        return access(String(cString: folder) + "/bus", F_OK) == 0
    }

    private static var displayName: String? {
        for name in ["WAYLAND_DISPLAY", "DISPLAY"] {
            if let value = getenv(name), value.pointee != 0 { return String(cString: value) }
        }
        return nil
    }

    /// Starts a private display, which gets ready while the caller makes stores and whatever else needs no GTK.
    ///
    /// Where composited rendering is asked for, the first store waits for the display, since the engine then asks it at once how
    /// to draw. What fails is told by `startIfPossible`, which is to be called in any case.
    ///
    /// - Parameters:
    ///   - width: The display's width in pixels.
    ///   - height: The display's height in pixels.
    package static func preparePrivately(width: Int, height: Int) {
        guard !isStarted, display == nil else { return }
        prepareProcess()
        startDisplay(width: width, height: height)
        isPrepared = display != nil && !composites
    }

    /// Starts what a store needs: everything, or nothing where a private display gets ready.
    static func startForStore() {
        if isPrepared { MainLoop.requireFirstThread() } else { start() }
    }

    private static func prepareProcess() {
        MainLoop.join()
        ensureHome()
        // GDBus would start dbus-launch, and WebKit the accessibility bus, with nobody to talk to.
        if !hasSessionBus { setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:", 1) }
    }

    /// Whether the engine composites what it draws.
    private static var composites: Bool {
        getenv("WEBKIT_DISABLE_DMABUF_RENDERER").map { $0.pointee == 0 || String(cString: $0) == "0" } ?? true
    }

    /// The environment variables that are set for a private display, where nobody has set them.
    package static let privateVariables = ["WEBKIT_DISABLE_DMABUF_RENDERER", "WEBKIT_WEB_RENDER_DEVICE_FILE"]

    private static func startDisplay(width: Int, height: Int) {
        // What a user's desktop says of its own display does not hold for this one.
        for name in ["GDK_BACKEND", "GTK_DEBUG", "GDK_DEBUG"] { unsetenv(name) }
        gdk_set_allowed_backends("x11")
        // Composited rendering without a GPU costs five times the processor for pages that nobody looks at.
        setenv("WEBKIT_DISABLE_DMABUF_RENDERER", "1", 0)
        // The engine would load a renderer, only to find out that this display has no device to render on.
        if !composites { setenv("WEBKIT_WEB_RENDER_DEVICE_FILE", "none", 0) }
        do throws(PrivateDisplay.Failure) {
            display = try PrivateDisplay(width: width, height: height, hasGLX: composites)
        } catch {
            displayFailure = .noPrivateDisplay(error.description)
        }
    }

    /// Starts GTK, or returns when it was started before.
    ///
    /// - Parameters:
    ///   - privately: Use a private display although there is another; a headless host does.
    ///   - width: The private display's width in pixels.
    ///   - height: The private display's height in pixels.
    package static func startIfPossible(
        privately: Bool = false, width: Int = 1280, height: Int = 1024
    ) throws(Failure) {
        guard !isStarted else { return }
        let existing = displayName
        prepareProcess()
        if privately || existing == nil || display != nil || displayFailure != nil {
            if display == nil, displayFailure == nil { startDisplay(width: width, height: height) }
            isPrepared = false
            do throws(PrivateDisplay.Failure) { try display?.use() } catch {
                displayFailure = .noPrivateDisplay(error.description)
            }
            if let failure = displayFailure {
                (display, displayFailure) = (nil, nil)
                throw failure
            }
        }
        guard gtk_init_check(nil, nil) != 0 else {
            throw .displayNotUsable(existing ?? "")
        }
        isStarted = true
    }

    /// Starts GTK, and stops the process with one sentence where that is impossible.
    static func start() {
        // Also when it was started before: Swift 5 code that is not annotated comes here from any thread.
        MainLoop.requireFirstThread()
        do throws(Failure) { try startIfPossible() } catch {
            preconditionFailure("WebKit cannot start: \(error).")
        }
    }

    /// Stops the private display and removes the run's folder.
    ///
    /// Every view must be gone.
    package static func stop() {
        display?.stop()
        display = nil
        isPrepared = false
        RunFolder.remove()
    }
}
