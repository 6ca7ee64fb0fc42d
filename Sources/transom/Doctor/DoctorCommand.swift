// transom doctor: prints what the doctor found.
// SPDX-License-Identifier: Apache-2.0

/// `transom doctor`: prints what the doctor found.
nonisolated struct DoctorCommand {
    /// Who looks.
    let doctor: Doctor

    /// Says every check, with status 4 where something is missing.
    func run(_ arguments: ParsedArguments) -> Report {
        let checks = doctor.checks()
        return Report(
            results: checks.map { arguments.has("json") ? $0.json : $0.text },
            status: checks.contains { $0.state == .missing } ? .machine : .success)
    }
}
