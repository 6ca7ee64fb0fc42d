// The commands that work on configurations.
// SPDX-License-Identifier: Apache-2.0

nonisolated extension CommandTable {
    /// `transom config init`.
    static let configInit = CommandSpec(
        "config init", "write a configuration to begin with",
        details: """
            Prints a configuration for a kiosk with that integration, in JSON5: what it must have, and what a kiosk is \
            likely to want. Replace what stands there as FILL-IN.
            """,
        positional: .init(
            usage: "INTEGRATION", count: 1...1,
            missing: "no integration is given; write transom config init hubble > kiosk.json5"),
        examples: ["transom config init hubble", "transom config init home"])

    /// `transom config check`.
    static let configCheck = CommandSpec(
        "config check", "say everything that is wrong with a configuration",
        details: """
            Reads a configuration and its drop-ins (of kiosk.json5 those are kiosk.d/*.json5), and says every mistake with its \
            file, line, column and path. It ends with status 5 where there is one. What only the machine itself can tell, \
            such as a credential of systemd's, is a note.
            """,
        positional: .init(
            usage: "FILE", count: 1...1, missing: "no file is given; write transom config check kiosk.json5"))

    /// `transom config show`.
    static let configShow = CommandSpec(
        "config show", "print what is in force, and where each value came from",
        details: """
            Reads a configuration and its drop-ins, and prints each value that is in force with the place where it stands, or \
            standard. Secrets are shown as ‹set›.
            """,
        positional: .init(
            usage: "FILE", count: 1...1, missing: "no file is given; write transom config show kiosk.json5"))

    /// `transom config schema`.
    static let configSchema = CommandSpec(
        "config schema", "print the JSON Schema of configurations, for editors")
}
