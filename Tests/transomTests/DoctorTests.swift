// What the doctor says of a kiosk's machine, and of an integration's far ends.
// SPDX-License-Identifier: Apache-2.0

import TransomShell
import XCTest

@testable import TransomCore
@testable import transom

final class DoctorTests: XCTestCase {
    private func doctor(_ files: [String: String], paths: Set<String> = []) -> Doctor {
        var machine = Machine.with(variables: ["PATH": "/usr/bin"], paths: paths.union(files.keys))
        machine.text = { files[$0] }
        let folder = ResourceFolder(path: "/usr/share/transom")
        return Doctor(machine: machine, build: Doctor.Build(webKit: "2.50.6", resources: .success(folder)))
    }

    private func states(_ checks: [DoctorCheck]) -> [String: String] {
        Dictionary(checks.map { ($0.name, $0.state.rawValue) }, uniquingKeysWith: { $1 })
    }

    func testAMachineThatLetsEverythingThroughIsNamedPointByPoint() {
        let checks = doctor(
            [
                "/proc/sys/kernel/sysrq": "438\n", "/etc/passwd": "root:x:0:0::/root:/bin/sh\n",
                "/etc/ssh/sshd_config": "#PasswordAuthentication no\nPasswordAuthentication yes\n",
            ], paths: ["/usr/sbin/sshd"]
        ).kioskChecks()
        XCTAssertEqual(
            states(checks),
            [
                "cage": "missing", "seatd": "missing", "xwayland": "missing", "user": "missing", "unit": "warning",
                "configuration": "missing", "sysrq": "warning",
                "consoles": "warning", "ctrl-alt-del": "warning", "ssh": "warning", "clock": "warning",
            ])
        XCTAssertTrue(checks.allSatisfy { $0.fix != nil })
    }

    func testAMachineThatIsClosedIsAllRight() {
        let checks = doctor(
            [
                "/proc/sys/kernel/sysrq": "0\n",
                "/etc/passwd": "root:x:0:0::/root:/bin/sh\ntransom:x:99:99::/:/bin/false\n",
                "/etc/ssh/sshd_config": "PasswordAuthentication yes\n",
                "/etc/ssh/sshd_config.d/90-transom.conf": "PasswordAuthentication no\n",
                "/etc/systemd/logind.conf.d/90-transom.conf": "[Login]\nNAutoVTs=0\nReserveVT = 0\n",
            ],
            paths: [
                "/usr/sbin/sshd", "/usr/bin/cage", "/usr/sbin/seatd", "/usr/bin/Xwayland", "/etc/transom/kiosk.json5",
                "/etc/systemd/system/multi-user.target.wants/transom-kiosk.service",
                "/etc/systemd/system/ctrl-alt-del.target", "/run/systemd/timesync/synchronized",
            ]
        ).kioskChecks()
        XCTAssertEqual(Set(states(checks).values), ["ok"], "\(checks)")
    }

    func testAFurtherLoginPromptIsNamed() {
        let checks = doctor(
            ["/etc/systemd/logind.conf": "NAutoVTs=0\nReserveVT=0\n"],
            paths: ["/etc/systemd/system/getty.target.wants/getty@tty3.service"]
        ).kioskChecks()
        let consoles = checks.first { $0.name == "consoles" }
        XCTAssertEqual(consoles?.fix, "systemctl disable --now getty@tty3.service")
    }

    func testEachOriginIsAskedForItsNameItsCertificateAndItsTime() throws {
        var doctor = doctor([:])
        var configuration = Configuration()
        configuration.network.proxy = "http://10.0.0.1:3128"
        configuration.policy.allow = [.literal("https://a.example"), .literal("https://*.b.example")]
        configuration.policy.excursions = [.literal("https://c.example"), .literal("https://d.example")]
        doctor.probe = { origin, network in
            XCTAssertEqual(network.proxy, "http://10.0.0.1:3128")
            return switch origin.host {
            case "a.example": .name("no such host")
            case "c.example": .certificate("expired")
            case "d.example": .reached(ahead: -120)
            case "vouchers.myhubble.money": .reached(ahead: 2)
            default: .connection("refused")
            }
        }
        let checks = try doctor.checks(of: FixtureStore.self, configuration)
        XCTAssertEqual(
            checks.map { "\($0.name) \($0.state) \($0.detail)" },
            [
                "https://vouchers.myhubble.money ok answers with a trusted certificate, and the clock is right",
                "https://api.razorpay.com missing cannot be reached: refused",
                "https://a.example missing has no address: no such host",
                "https://c.example missing has a certificate that is not trusted: expired",
                "https://d.example warning answers, and this machine's clock is 120 s behind it",
            ])
    }
}
