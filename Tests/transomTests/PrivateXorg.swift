// A real X server with a monitor that is not there.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

/// Xorg with the driver `dummy`: it changes modes as a machine with a monitor does, portrait ones included.
final class PrivateXorg {
    /// The display, such as `:3`.
    let display: String
    private let process = Process()
    private let folder: URL

    private static let configuration = """
        Section "ServerFlags"
            Option "AutoAddDevices" "false"
            Option "AutoEnableDevices" "false"
            Option "DontVTSwitch" "true"
        EndSection
        Section "Device"
            Identifier "card"
            Driver "dummy"
            VideoRam 65536
        EndSection
        Section "Monitor"
            Identifier "panel"
            HorizSync 5.0-1000.0
            VertRefresh 5.0-200.0
            Modeline "1920x1080" 148.50 1920 2008 2052 2200 1080 1084 1089 1125
            Modeline "1280x800" 83.50 1280 1352 1480 1680 800 803 809 831
            Modeline "1080x1920" 148.50 1080 1168 1212 1360 1920 1924 1929 1965
        EndSection
        Section "Screen"
            Identifier "screen"
            Device "card"
            Monitor "panel"
            DefaultDepth 24
            SubSection "Display"
                Depth 24
                Modes "1280x800" "1920x1080" "1080x1920"
                Virtual 1920 1920
            EndSubSection
        EndSection
        """

    /// Starts a server with a monitor of 1280×800.
    ///
    /// - Throws: A skip with the reason where the machine has no such server or does not let it start.
    init() throws {
        let driver = "/usr/lib/xorg/modules/drivers/dummy_drv.so"
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/Xorg"),
            FileManager.default.fileExists(atPath: driver)
        else {
            throw XCTSkip("Xorg's dummy driver is missing: apt-get install xserver-xorg-core xserver-xorg-video-dummy")
        }
        guard getuid() == 0 else { throw XCTSkip("Xorg starts without a console for root only") }
        folder = FileManager.default.temporaryDirectory.appending(path: "xorg-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "xorg.conf")
        try Data(Self.configuration.utf8).write(to: file)
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/Xorg")
        process.arguments = [
            "-displayfd", "1", "-config", file.path, "-logfile", folder.appending(path: "log").path, "-noreset",
            "-nolisten", "tcp", "-sharevts", "-novtswitch",
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        // The number comes when the server is ready, and nothing where it ends before.
        let number = try pipe.fileHandleForReading.read(upToCount: 16) ?? Data()
        let text = String(decoding: number, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else {
            throw XCTSkip("Xorg does not start here")
        }
        display = ":" + text
    }

    /// Does something with the server's monitor.
    @discardableResult
    func xrandr(_ arguments: String...) throws -> Int32 {
        try run("xrandr", arguments)
    }

    /// Runs a program on this display.
    @discardableResult
    func run(_ program: String, _ arguments: [String]) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        var environment = ProcessInfo.processInfo.environment
        environment["DISPLAY"] = display
        environment["XAUTHORITY"] = nil
        process.environment = environment
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Ends the server as a fault would.
    func crash() {
        kill(process.processIdentifier, SIGKILL)
    }

    func stop() {
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }
}
