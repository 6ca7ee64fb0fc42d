// The table of all commands and options: parsing, help and suggestions are made from it and from nothing else.
// SPDX-License-Identifier: Apache-2.0

/// The table of all commands and their options.
nonisolated enum CommandTable {
    /// The option that every command has.
    static let help = OptionSpec("help", "show what this command takes, and do nothing")

    /// One JSON object a line instead of text for people.
    static let json = OptionSpec("json", "print one JSON object a line")

    /// Every command, in the order of the help.
    static let commands: [CommandSpec] = [
        run, demo, integrations, policyExplain, configInit, configCheck, configShow, configSchema, doctor, test, events,
        returnLink, ctlStatus, ctlOpen, ctlReload, ctlReset, ctlScreenshot, ctlSend, ctlCommand, ctlQuit, helpCommand,
    ]

    /// `transom run`.
    static let run = CommandSpec(
        "run", "open an integration and print its events",
        details: """
            Opens an integration, prints one CloudEvents object a line on standard output, and stays until it ends. \
            Options may stand before or after the name. "page" is the integration for a page that no vendor folder knows.
            """,
        positional: .init(
            usage: "INTEGRATION", count: 0...1,
            missing: "no integration is given; write transom run hubble (transom integrations lists them)"),
        sections: [configured, opening, anyPage, showing, allowing, ending],
        examples: [
            "transom run hubble --play purchase --headless --until hubble.close",
            "transom run page --serve https://shop.example=./dist \\",
            "    --url https://shop.example/ --handler bridge",
            "transom run googlepay --play pay --screenshot shot-%n.png",
            "transom run home --param xcover.partner=acme-travel",
        ])

    private static let configured = CommandSpec.Section(
        title: "From a file",
        options: [
            OptionSpec(
                "config", .text("FILE"),
                "what a machine is configured to do, in JSON5, with the drop-ins of FILE's folder .d; options on the command "
                    + "line count before it, and the integration's name may be left out")
        ])

    private static let opening = CommandSpec.Section(
        title: "What is opened",
        options: [
            OptionSpec(
                "environment", .choice(["sandbox", "development", "production", "custom"]),
                "whose far end; where it is not given, sandbox, and development for page"),
            OptionSpec(
                "param", .text("NAME=VALUE"), repeatable: true,
                "a parameter of the integration, never a secret; INTEGRATION.NAME for one that run home opens"),
            OptionSpec(
                "secret", .text("NAME=REF"), repeatable: true,
                "where a secret is, NAME as with --param: env:NAME, file:PATH, credential:NAME or command:ARGV…"
            ),
            OptionSpec("route", .text("PATH"), "the page of the vendor to begin with; a path only"),
            OptionSpec("url", .text("URL"), "the page to begin with"),
            OptionSpec(
                "assets", .text("DIR"),
                "a packaged page of your own, as a folder tree or flattened, at app://page/; its scripts are files"),
            OptionSpec(
                "serve", .text("ORIGIN=DIR|FILE.har|URL"), repeatable: true,
                "a build of your own at a production origin, from a folder, from a HAR file or from "
                    + "http://127.0.0.1:PORT; only in the sandbox and in development"),
            OptionSpec("play", .text("NAME"), "play a flow of the sandbox; without it nothing moves by itself"),
        ])

    private static let anyPage = CommandSpec.Section(
        title: "Any page (run page)",
        options: [
            OptionSpec(
                "handler", .text("NAME[:text|object]"), repeatable: true,
                "a message handler that the page posts to; text and objects are both taken where neither is said"),
            OptionSpec(
                "inject", .text("FILE"), repeatable: true,
                "a script that runs at the start of each document of the origin"),
            OptionSpec(
                "forward", .text("SOURCE:HANDLER"), repeatable: true,
                "pass on window.postMessage messages of that source to a handler"),
        ])

    private static let showing = CommandSpec.Section(
        title: "How it is shown",
        options: [
            OptionSpec("window", "in a window; so where there is a display"),
            OptionSpec("headless", "on a private display that nobody sees; so where there is no display"),
            OptionSpec(
                "kiosk",
                "full screen in a public place: locked, one customer after another, out with a PIN (--secret staffPin=REF); "
                    + "see docs/kiosk-window.md"),
            OptionSpec("touch", "the mouse is a finger: what it does reaches the page as touches"),
            OptionSpec("size", .text("WxH[@SCALE]"), "the size of the window in CSS pixels, and its scale"),
            OptionSpec("user-agent", .text("default|ios|TEXT"), "what the page is told about the browser"),
            OptionSpec("popups", .choice(["overlay", "window"]), "where a page's popups are shown"),
        ])

    private static let allowing = CommandSpec.Section(
        title: "What it may do",
        options: [
            OptionSpec(
                "allow", .text("RULE"), repeatable: true,
                "an origin that may open inside, such as https://*.shop.example"),
            OptionSpec(
                "excursion", .text("ORIGIN"), repeatable: true,
                "a payment gateway, from which a payment may go on to any bank's https pages for ten minutes"),
            OptionSpec(
                "policy", .choice(["enforce", "report"]),
                "report blocks nothing and prints at the end the rules that would be needed"),
            OptionSpec(
                "outside", .choice(["desktop", "qr", "refuse"]),
                "what happens to links that leave the page: opened, shown as a QR code, or only told"),
            OptionSpec(
                "return-scheme", .text("SCHEME"),
                "take return links of that scheme, and tell the desktop so for this user; --secret returnState=REF is the "
                    + "state that this run's link carries"),
            OptionSpec(
                "return-path", .text("URL"), repeatable: true,
                "an https page of yours that leads back, with * and ?: https://shop.example/return/*"),
            OptionSpec(
                "return-paths", .text("ORIGIN=FILE"), repeatable: true,
                "the same by an apple-app-site-association file, with its excluded paths and its components"),
            OptionSpec(
                "keep-data", .text("NAME"), repeatable: true,
                "of a home page's integrations one whose sheets find what the ones before them have left, until the run "
                    + "ends; every other sheet begins afresh"),
            OptionSpec(
                "web-sandbox", .choice(["require", "auto", "off"]),
                "the sandbox around the web processes; production requires it"),
        ])

    private static let ending = CommandSpec.Section(
        title: "When it ends, and what it leaves",
        options: [
            OptionSpec("until", .text("GLOB"), "end with status 0 at an event whose type matches, such as hubble.*"),
            OptionSpec("timeout", .text("SECONDS"), "end with status 3 after that time"),
            OptionSpec(
                "events", .text("-|FILE|journal"), repeatable: true,
                "where events go: standard output (-) where nothing is said, a file, or the journal"),
            OptionSpec(
                "send", .text("TYPE[=JSON]"), repeatable: true,
                "a message of the host to the page, sent as soon as the page listens; JSON is an object"),
            OptionSpec(
                "control", .choice(["-"]),
                "read commands from standard input, one JSON object a line, and answer with events; see docs/control.md"
            ),
            OptionSpec(
                "automation",
                "be driven by the WebDriver that has started it; events go to a file, and to __transom.events(since)"),
            OptionSpec(
                "record", .text("FILE"),
                "write what is done in the page as a scenario for transom test; secrets that are typed are left out"),
            OptionSpec(
                "har", .text("FILE"),
                "write what went over the sandbox's network at the end, as a HAR file; not in production"),
            OptionSpec(
                "screenshot", .text("FILE"),
                "a PNG of the window at the end; with %n in the name one for each event, just after it: %n is the "
                    + "event's sequence, such as 007; fields for passwords, PINs and cards are black in production"),
        ])

    /// `transom demo`.
    static let demo = CommandSpec(
        "demo", "play the vendors in the sandbox, and print a table",
        details: """
            Plays each vendor's first flow in the sandbox, each in a fresh session, and prints what became of it. It ends \
            with status 1 where a flow did not give its events.
            """,
        sections: [
            .init(
                title: "Options",
                options: [
                    OptionSpec("all-plays", "every flow of every vendor"),
                    OptionSpec("headless", "on a private display that nobody sees; so where there is no display"),
                    OptionSpec("screenshots", .text("DIR"), "a PNG of the window for each event"),
                    json,
                ])
        ],
        examples: [
            "transom demo", "transom demo --all-plays --headless --json",
            "transom demo --screenshots ./pictures",
        ])

    /// `transom integrations`.
    static let integrations = CommandSpec(
        "integrations", "list the integrations, or describe one",
        details:
            "Lists the integrations; with a name it describes the parameters, secrets, origins, handlers and plays of one.",
        positional: .init(usage: "[NAME]", count: 0...1, missing: ""),
        sections: [.init(title: "Options", options: [json])])

    /// `transom policy explain`.
    static let policyExplain = CommandSpec(
        "policy explain", "say what would happen to a URL, and which rule decides",
        details: """
            Says whether a URL would open inside or outside or be blocked, and which rule decides, with every rule that was \
            asked. Several URLs have a line each: outcome, rule, URL.
            """,
        positional: .init(
            usage: "URL…", count: 1...Int.max,
            missing: "no URL is given; write transom policy explain https://shop.example/ --integration hubble"),
        sections: [
            .init(
                title: "Options",
                options: [
                    OptionSpec("integration", .text("NAME"), "with the policy of that integration"),
                    OptionSpec("allow", .text("RULE"), repeatable: true, "with this origin allowed"),
                    OptionSpec(
                        "from", .choice(["main", "iframe", "popup"]), "who navigates; main where it is not given"),
                    OptionSpec("config", .text("FILE"), "with the integration and the policy of that configuration"),
                    json,
                ])
        ])

    /// `transom doctor`.
    static let doctor = CommandSpec(
        "doctor", "check this machine, and say what mends it",
        details: "Checks what a run needs of this machine. It ends with status 4 where something is missing.",
        sections: [
            .init(
                title: "Options",
                options: [
                    OptionSpec(
                        "integration", .text("NAME"),
                        "ask each origin of that integration: its name, its certificate, and the clock"),
                    OptionSpec(
                        "config", .text("FILE"), "with the integration, the proxy and the authorities of that file"),
                    OptionSpec("kiosk", "name what the service lacks, and what the machine still lets a person do"),
                    json,
                ])
        ])

    /// `transom test`.
    static let test = CommandSpec(
        "test", "play scenarios, and say what came of them",
        details: """
            Plays scenarios, each in a fresh session of a host of its own. A scenario is a JSON5 file with the arguments of \
            transom run and the steps; run --record FILE writes one. Progress goes to standard error. A scenario that fails \
            leaves its events, its last picture, its console and the page in TRANSOM_RESULTS, by default test-results. It ends \
            with status 1 where one failed.
            """,
        positional: .init(
            usage: "FILE…", count: 1...Int.max,
            missing: "no scenario is given; write transom test purchase.json5 (transom run --record writes one)"),
        sections: [
            .init(
                title: "Options",
                options: [
                    OptionSpec("jobs", .text("N"), "how many at a time; 1 where it is not given"),
                    OptionSpec("shard", .text("I/N"), "play the I-th of N parts, for the matrix of a CI"),
                    OptionSpec("junit", .text("FILE"), "write what came of them as JUnit's XML"),
                    OptionSpec("tap", "print it as the Test Anything Protocol"),
                    OptionSpec(
                        "trace", .text("DIR"),
                        "keep the events, the network as HAR and a picture after each step of all"),
                ])
        ],
        examples: ["transom test scenarios/*.json5 --jobs 4 --junit results.xml"])

    /// `transom events`.
    static let events = CommandSpec(
        "events", "print events as lines for people",
        details: """
            Reads events from a file, or from standard input where - is given, and prints one line each: time, type, who \
            spoke, data.
            """,
        positional: .init(
            usage: "FILE|-", count: 1...1,
            missing: "no file is given; write transom events events.jsonl, or - for standard input"),
        sections: [
            .init(
                title: "Options",
                options: [
                    OptionSpec("type", .text("GLOB"), "only events whose type matches, such as hubble.*"),
                    OptionSpec("follow", "go on with what is written to the file later"),
                ])
        ],
        examples: ["transom events /var/log/transom/events.jsonl --follow --type 'hubble.*'"])

    /// `transom return`.
    static let returnLink = CommandSpec(
        "return", "hand a return link to the run that waits for it",
        details: """
            What the desktop runs for a link of --return-scheme. The link goes to the run whose state it carries; a link that \
            nobody waits for raises the window of a run of its scheme at most. It ends with status 1 where no run took it.
            """,
        positional: .init(usage: "URL", count: 1...1, missing: "no link is given; write transom return SCHEME://return")
    )

    /// `transom help`.
    static let helpCommand = CommandSpec(
        "help", "show this list, or what one command takes",
        positional: .init(usage: "[COMMAND]", count: 0...2, missing: ""))
}
