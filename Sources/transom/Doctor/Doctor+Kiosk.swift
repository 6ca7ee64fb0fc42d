// Names what a machine still lets a person at a kiosk do.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

nonisolated extension Doctor {
    /// What the service needs, and what the machine still lets through beside it.
    func kioskChecks() -> [DoctorCheck] {
        [cage, seatd, xwayland, user, unit, configuration, sysrq, consoles, controlAltDelete, passwords, clock]
    }

    private var cage: DoctorCheck {
        machine.program("cage").map { .ok("cage", $0) }
            ?? .missing("cage", "not in PATH; the service shows the host in it", fix: "apt-get install cage")
    }

    private var seatd: DoctorCheck {
        // A user's PATH has no programs of root's.
        (machine.program("seatd") ?? ["/usr/sbin/seatd"].first(where: machine.exists)).map { .ok("seatd", $0) }
            ?? .missing("seatd", "not installed; it hands the screen to the service", fix: "apt-get install seatd")
    }

    /// Debian's cage ends at once where it finds none, though no program here uses it.
    private var xwayland: DoctorCheck {
        machine.program("Xwayland").map { .ok("xwayland", $0) }
            ?? .missing("xwayland", "not in PATH; cage does not start without it", fix: "apt-get install xwayland")
    }

    private var user: DoctorCheck {
        let users = machine.text("/etc/passwd") ?? ""
        return users.split(separator: "\n").contains { $0.hasPrefix("transom:") }
            ? .ok("user", "transom")
            : .missing("user", "there is no user transom", fix: "apt-get install --reinstall transom")
    }

    private var unit: DoctorCheck {
        machine.exists("/etc/systemd/system/multi-user.target.wants/transom-kiosk.service")
            ? .ok("unit", "transom-kiosk.service starts with the machine")
            : .warning(
                "unit", "transom-kiosk.service does not start with the machine",
                fix: "systemctl enable --now transom-kiosk")
    }

    private var configuration: DoctorCheck {
        let path = "/etc/transom/kiosk.json5"
        return machine.exists(path)
            ? .ok("configuration", "\(path); transom config check \(path) checks it")
            : .missing("configuration", "there is no \(path)", fix: "transom config init hubble > \(path)")
    }

    private var sysrq: DoctorCheck {
        let value = machine.text("/proc/sys/kernel/sysrq")?.filter { !$0.isWhitespace } ?? "0"
        return value == "0"
            ? .ok("sysrq", "off")
            : .warning(
                "sysrq", "a keyboard can reach the kernel with Alt+Print (kernel.sysrq is \(value))",
                fix: "echo kernel.sysrq=0 > /etc/sysctl.d/90-transom.conf && sysctl --system")
    }

    /// logind starts a login prompt on the next console whenever somebody switches there.
    private var consoles: DoctorCheck {
        let folder = "/etc/systemd/logind.conf.d"
        let files = ["/etc/systemd/logind.conf"] + machine.children(folder).sorted().map { "\(folder)/\($0)" }
        let lines = files.compactMap(machine.text).flatMap { $0.split(separator: "\n") }
        func isZero(_ key: String) -> Bool {
            lines.last { $0.filter { $0 != " " }.hasPrefix(key + "=") }.map { $0.filter { $0 != " " } == key + "=0" }
                ?? false
        }
        let wanted = machine.children("/etc/systemd/system/getty.target.wants").filter { $0 != "getty@tty1.service" }
        if let getty = wanted.sorted().first {
            return .warning("consoles", "\(getty) is a login prompt", fix: "systemctl disable --now \(getty)")
        }
        guard isZero("NAutoVTs"), isZero("ReserveVT") else {
            return .warning(
                "consoles", "logind starts login prompts on further consoles",
                fix: "printf '[Login]\\nNAutoVTs=0\\nReserveVT=0\\n' > \(folder)/90-transom.conf")
        }
        return .ok("consoles", "no login prompt on any")
    }

    private var controlAltDelete: DoctorCheck {
        machine.exists("/etc/systemd/system/ctrl-alt-del.target")
            ? .ok("ctrl-alt-del", "masked or replaced")
            : .warning(
                "ctrl-alt-del", "a keyboard can restart the machine", fix: "systemctl mask ctrl-alt-del.target")
    }

    private var passwords: DoctorCheck {
        guard machine.exists("/usr/sbin/sshd") else { return .ok("ssh", "no server") }
        let folder = "/etc/ssh/sshd_config.d"
        let names = machine.children(folder).sorted().filter { $0.hasSuffix(".conf") }.map { "\(folder)/\($0)" }
        // Of several the first counts, and Debian reads the folder before the rest of the file.
        let lines = (names + ["/etc/ssh/sshd_config"]).compactMap(machine.text).flatMap { $0.split(separator: "\n") }
        let words = lines.map { $0.lowercased().split(whereSeparator: { " \t=".contains($0) }) }
        let first = words.first { $0.first == "passwordauthentication" }
        return first?.dropFirst().first == "no"
            ? .ok("ssh", "keys only")
            : .warning(
                "ssh", "a password opens the machine from the network",
                fix: "echo PasswordAuthentication no > \(folder)/90-transom.conf && systemctl reload ssh")
    }

    private var clock: DoctorCheck {
        machine.exists("/run/systemd/timesync/synchronized") || machine.program("chronyd") != nil
            || machine.exists("/usr/sbin/chronyd")
            ? .ok("clock", "kept by the network")
            : .warning(
                "clock", "nothing is seen to keep it, and a wrong clock makes every certificate invalid",
                fix: "apt-get install systemd-timesyncd && timedatectl set-ntp true")
    }
}
