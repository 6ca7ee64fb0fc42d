// transom doctor: prints what the doctor found.
// SPDX-License-Identifier: Apache-2.0

/// `transom doctor`: prints what the doctor found.
nonisolated struct DoctorCommand {
    /// Who looks.
    let doctor: Doctor
    /// Where the findings go.
    let output: Output

    /// Prints every check, and ends with status 4 where something is missing.
    func run(_ arguments: ParsedArguments) -> ExitStatus {
        let checks = doctor.checks()
        output.results(checks.map { arguments.has("json") ? $0.json : $0.text })
        return checks.contains { $0.state == .missing } ? .machine : .success
    }
}
