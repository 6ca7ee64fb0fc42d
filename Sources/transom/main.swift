// The executable: wires the command line to the host.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import TransomCore
import TransomVendors

// A reader of our output that goes away is an error of write(2), and not the end of the process.
signal(SIGPIPE, SIG_IGN)

let program = Program(
    registry: IntegrationRegistry.all, output: .standard, machine: .this,
    build: {
        Doctor.Build(resources: Result(catching: { () throws(ResourceFolderError) in try ResourceFolder.find() }))
    },
    host: { _ in
        Output.standard.note("transom: run: not available yet")
        return .usage
    })
exit(program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
