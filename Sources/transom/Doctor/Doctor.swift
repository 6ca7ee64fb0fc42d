// Looks at the machine and says what a run will find there.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomShell

/// Looks at the machine and says what a run will find there, and what mends what is missing.
nonisolated struct Doctor {
    /// What the program brings with it.
    struct Build: Sendable {
        /// The version of WebKitGTK that is loaded, such as `2.50.6`.
        let webKit: String
        /// The folder of the resources, or where it was looked for.
        let resources: Result<ResourceFolder, ResourceFolderError>
    }

    /// The machine.
    let machine: Machine
    /// What the program brings with it.
    let build: Build
    /// Looks at a far end through a network.
    var probe: @Sendable (Origin, Configuration.Network) -> OriginProbe.Finding = {
        OriginProbe(network: $1).look(at: $0)
    }

    /// Everything that was looked at, in the order in which a run needs it.
    func checks() -> [DoctorCheck] {
        [display, xvfb, webKit, resources, bubblewrap, dbusProxy, tls, fonts, bus]
    }

    private var display: DoctorCheck {
        for (variable, system) in [("WAYLAND_DISPLAY", "Wayland"), ("DISPLAY", "X11")] {
            if let name = machine.variable(variable), !name.isEmpty { return .ok("display", "\(system), \(name)") }
        }
        return .ok("display", "none; a run without an option is headless")
    }

    private var xvfb: DoctorCheck {
        if let path = machine.program("Xvfb") { return .ok("xvfb", path) }
        let fix = "apt-get install xvfb"
        return machine.hasDisplay
            ? .warning("xvfb", "not in PATH, so no run can be headless", fix: fix)
            : .missing("xvfb", "not in PATH, and there is no display", fix: fix)
    }

    private var webKit: DoctorCheck { .ok("webkitgtk", build.webKit) }

    private var resources: DoctorCheck {
        switch build.resources {
        case .success(let folder): .ok("resources", folder.path)
        case .failure(let error): .missing("resources", error.description, fix: "export TRANSOM_RESOURCES=/FOLDER")
        }
    }

    private var bubblewrap: DoctorCheck {
        let fix = "apt-get install bubblewrap"
        guard machine.program("bwrap") != nil else {
            return .warning("bubblewrap", "not in PATH; production needs it for its web sandbox", fix: fix)
        }
        guard machine.succeeds(["bwrap", "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "/bin/true"])
        else {
            return .warning(
                "bubblewrap", "this system does not let it make namespaces, so the web sandbox does not work",
                fix: "sysctl -w kernel.unprivileged_userns_clone=1 user.max_user_namespaces=15000")
        }
        return .ok("bubblewrap", "works")
    }

    private var dbusProxy: DoctorCheck {
        if let path = machine.program("xdg-dbus-proxy") { return .ok("xdg-dbus-proxy", path) }
        return .warning(
            "xdg-dbus-proxy", "not in PATH; production needs it for its web sandbox",
            fix: "apt-get install xdg-dbus-proxy")
    }

    private var tls: DoctorCheck {
        let libraries = ["/usr/lib", "/usr/lib64"] + machine.children("/usr/lib").sorted().map { "/usr/lib/" + $0 }
        let modules = libraries.flatMap { [$0 + "/gio/modules/libgiognutls.so", $0 + "/gio/modules/libgioopenssl.so"] }
        if let module = modules.first(where: machine.exists) { return .ok("tls", module) }
        return .missing("tls", "GIO has no TLS module, so no https page loads", fix: "apt-get install glib-networking")
    }

    private var fonts: DoctorCheck {
        let home = machine.variable("HOME").map { [$0 + "/.local/share/fonts", $0 + "/.fonts"] } ?? []
        let folders = (["/usr/share/fonts", "/usr/local/share/fonts"] + home).filter(machine.exists)
        let endings = [".ttf", ".otf", ".ttc", ".pfb", ".pcf.gz"]
        if let font = folders.lazy.flatMap({ machine.files($0, endings) }).first { return .ok("fonts", font) }
        return .warning("fonts", "none, so pages show boxes for letters", fix: "apt-get install fonts-dejavu-core")
    }

    private var bus: DoctorCheck {
        if machine.variable("DBUS_SESSION_BUS_ADDRESS") != nil {
            return .ok("session-bus", "DBUS_SESSION_BUS_ADDRESS is set")
        }
        if let folder = machine.variable("XDG_RUNTIME_DIR"), machine.exists(folder + "/bus") {
            return .ok("session-bus", folder + "/bus")
        }
        return .warning(
            "session-bus", "none; a headless run needs none, and a window cannot hand links to the desktop",
            fix: "dbus-run-session -- transom …")
    }
}
