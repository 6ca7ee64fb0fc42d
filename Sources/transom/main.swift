// The executable: wires the command line to the host.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import TransomAutomation
import TransomCore
import TransomKiosk
import TransomShell
import TransomVendors
import TransomWallet

// A reader of our output that goes away is an error of write(2), and not the end of the process.
signal(SIGPIPE, SIG_IGN)

// A descriptor below 3 that is closed would be given to something else, which our output would then go to.
for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
    let null = open("/dev/null", O_RDWR)
    if null >= 0, null != descriptor { dup2(null, descriptor) }
}

/// What integrations may be made from besides the view.
let capabilities = SessionCapabilities([WalletCapability.name: { WalletCapability.make($0) }])

let program = Program(
    registry: IntegrationRegistry.all, output: .standard, machine: .this,
    build: {
        let resources = Result { () throws(ResourceFolderError) in try ResourceFolder.find() }
        return Doctor.Build(webKit: HostBuild.webKitVersion, resources: resources)
    },
    hostName: Machine.hostName(),
    host: { configuration, rereading in
        MainActor.assumeIsolated {
            var pipe: ControlPipe?
            var socket: ControlSocket?
            var recorder: ScenarioRecorder?
            var driver: WebDriverEnd?
            let service = ServiceWatch()
            defer {
                socket?.stop()
                service.stop()
            }
            let keeper = configuration.presentation == .kiosk ? Kiosk(for: configuration) : nil
            let status = HostApplication.run(
                configuration, capabilities: capabilities, keeper: keeper, rereading: rereading
            ) { session, stream in
                // Before the pipe: whoever has read that it is ready finds the socket as well.
                do throws(ControlSocketFailure) {
                    socket = try ControlSocket(session, stream: stream)
                } catch {
                    Output.standard.note("transom: run: transom ctl cannot reach this host: \(error)")
                }
                if configuration.isControlled { pipe = ControlPipe(reading: 0, session: session, stream: stream) }
                _ = pipe
                if configuration.isAutomated {
                    driver = WebDriverEnd(session, stream: stream, version: configuration.version)
                }
                _ = driver
                if configuration.record != nil {
                    let arguments = Array(CommandLine.arguments.dropFirst(2))
                    recorder = ScenarioRecorder(session, stream: stream, arguments: arguments)
                }
            }
            if let path = configuration.record, let problem = recorder?.write(to: path) {
                Output.standard.note("transom: run \(configuration.integration.name): \(problem)")
                return status == 0 ? ExitStatus.failure.rawValue : status
            }
            return status
        }
    },
    outOfService: { cause, timeout, isMended in
        nonisolated(unsafe) let isMended = isMended
        // Everything here runs on the process's first thread.
        return MainActor.assumeIsolated {
            let service = ServiceWatch()
            if let status = OutOfServiceRun.run(cause, timeout: timeout, isMended: isMended) {
                service.stop()
                return status
            }
            // The toolkit starts once in a process, and the service goes on: the program takes its own place.
            var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
            execvp(CommandLine.arguments[0], &arguments)
            let reason = String(cString: strerror(errno))
            Output.standard.note("transom: run: the program cannot be started again: \(reason)")
            service.stop()
            return ExitStatus.machine.rawValue
        }
    },
    demo: { plan, willPlay, played in
        nonisolated(unsafe) let (willPlay, played) = (willPlay, played)
        // Everything here runs on the process's first thread.
        return MainActor.assumeIsolated {
            DemoApplication.run(plan, capabilities: capabilities, willPlay: willPlay, played: played)
        }
    },
    deliver: { link in MainActor.assumeIsolated { ReturnSender.deliver(link) } },
    control: { ControlClient().perform($0, host: $1, within: $2) })
exit(program.run(Array(CommandLine.arguments.dropFirst())))
