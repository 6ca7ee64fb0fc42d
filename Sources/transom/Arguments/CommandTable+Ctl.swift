// The commands that talk to a running host.
// SPDX-License-Identifier: Apache-2.0

nonisolated extension CommandTable {
    private static let host = OptionSpec(
        "host", .text("NAME"), "which host, by the kiosk's name in its events; needed where several run")

    private static func ctl(
        _ verb: String, _ summary: String, details: String = "", positional: CommandSpec.Positional = .none,
        options: [OptionSpec] = [], examples: [String] = []
    ) -> CommandSpec {
        CommandSpec(
            "ctl \(verb)", summary,
            details: details.isEmpty
                ? "Talks to a running host of this user, or as root to any; it ends with status 1 where that could not do it."
                : details,
            positional: positional, sections: [.init(title: "Options", options: options + [host, json])],
            examples: examples)
    }

    /// `transom ctl status`.
    static let ctlStatus = ctl("status", "say what a running host shows")

    /// `transom ctl open`.
    static let ctlOpen = ctl(
        "open", "open an integration over a running host's home page",
        details: """
            Opens an integration as a sheet over the home page of a running host, and prints what came of it when the sheet \
            is gone: completed, closed, failed or expired.
            """,
        positional: .init(
            usage: "INTEGRATION", count: 1...1,
            missing: "no integration is given; write transom ctl open volley --param requestURL=…"),
        options: [
            OptionSpec("param", .text("NAME=VALUE"), repeatable: true, "a parameter that the run has left open")
        ],
        examples: ["transom ctl open volley --param requestURL=https://app.volley.nz/pay/1"])

    /// `transom ctl reload`.
    static let ctlReload = ctl("reload", "load a running host's page again")

    /// `transom ctl reset`.
    static let ctlReset = ctl("reset", "end the customer's session and begin a new one")

    /// `transom ctl screenshot`.
    static let ctlScreenshot = ctl(
        "screenshot", "take a picture of a running host's window",
        details: """
            Writes what the whole window shows as PNG. The file is written by this command and not by the host.
            """,
        positional: .init(
            usage: "FILE", count: 1...1, missing: "no file is given; write transom ctl screenshot kiosk.png"))

    /// `transom ctl send`.
    static let ctlSend = ctl(
        "send", "send a message to a running host's page, by its integration's contract",
        positional: .init(
            usage: "TYPE[=JSON]", count: 1...1,
            missing: "no message is given; write transom ctl send CG_JOURNEY_HIDE"),
        examples: ["transom ctl send CG_JOURNEY_HIDE"])

    /// `transom ctl command`.
    static let ctlCommand = ctl(
        "command", "carry out any command of the control protocol",
        details: """
            Carries out one command, written as a line of the control pipe or as a step of a scenario, and prints what it \
            gives.
            """,
        positional: .init(
            usage: "COMMAND", count: 1...1,
            missing: "no command is given; write transom ctl command '{click: \"text=Pay\"}'"),
        examples: [
            "transom ctl command '{click:\"text=Pay\"}'",
            "transom ctl command '{\"command\":\"wait\",\"state\":\"load\",\"timeout\":30}'",
        ])

    /// `transom ctl quit`.
    static let ctlQuit = ctl("quit", "end a running host")
}
