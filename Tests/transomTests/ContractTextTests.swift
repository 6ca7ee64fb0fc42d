// The sentences that people and scripts know word for word.
// SPDX-License-Identifier: Apache-2.0

import XCTest

@testable import transom

/// The sentences that people and scripts know word for word.
final class ContractTextTests: XCTestCase {
    private func assertNote(
        _ expected: String, _ arguments: String..., file: StaticString = #filePath, line: UInt = #line
    ) {
        let run = ProgramRun(arguments)
        XCTAssertEqual(run.notes, [expected], file: file, line: line)
        XCTAssertEqual(run.status, 2, file: file, line: line)
        XCTAssertEqual(run.results, [], "nothing but results is on standard output", file: file, line: line)
        XCTAssertNil(run.options, "the host must not have been started", file: file, line: line)
    }

    func testAMisspelledIntegrationIsNamedWithTheOneThatWasMeant() {
        assertNote(
            #"transom: run: unknown integration "hubbel"; did you mean "hubble"? (transom integrations lists them)"#,
            "run", "hubbel")
    }

    func testAllThatIsMissingForProductionIsToldAtOnce() {
        assertNote(
            "transom: run hubble: missing for production: clientId, appSecret.  clientId: --param clientId=…   "
                + "appSecret: --secret appSecret=env:NAME",
            "run", "hubble", "--environment", "production")
    }

    func testASecretAsParameterIsRefusedWithTheWayToWriteIt() {
        assertNote(
            "transom: run: --param appSecret: this is a secret, and other users can read a command line; "
                + "write --secret appSecret=env:NAME or file:PATH",
            "run", "hubble", "--param", "appSecret=hunter2hunter2")
    }

    func testMistakesOfTheCommandLineAreOneSentenceEach() {
        assertNote("transom: no command is given; write transom run hubble, or transom help for what there is")
        assertNote(#"transom: unknown command "rnu"; did you mean "run"? (transom help lists them)"#, "rnu")
        assertNote(
            #"transom: unknown command "policy"; did you mean "policy explain"? (transom help lists them)"#, "policy")
        assertNote(
            "transom: test: no scenario is given; write transom test purchase.json5 (transom run --record writes one)",
            "test")
        assertNote(
            "transom: run: no integration is given; write transom run hubble (transom integrations lists them)", "run")
        assertNote(
            "transom: run: takes one name, and more are given (transom help run says what it takes)",
            "run", "hubble", "page")
        assertNote(
            #"transom: doctor: takes options only, not "please" (transom help doctor says what it takes)"#,
            "doctor", "please")
        assertNote(
            #"transom: demo: takes options only, not "nope" (transom help demo says what it takes)"#, "demo", "nope")
        assertNote(
            "transom: run: unknown option --enviroment; did you mean --environment? (transom help run lists them)",
            "run", "hubble", "--enviroment", "sandbox")
        assertNote("transom: run: --timeout has no value; write --timeout SECONDS", "run", "hubble", "--timeout")
        assertNote(
            "transom: run: --timeout has no value; write --timeout SECONDS", "run", "hubble", "--timeout", "--headless")
        assertNote(
            "transom: run: --headless takes no value; write --headless alone", "run", "hubble", "--headless=yes")
        assertNote(
            "transom: run: --kiosk needs --environment, so that nobody pays into a sandbox by mistake or the other way "
                + "round; write --environment sandbox|development|production", "run", "hubble", "--kiosk")
        assertNote(
            "transom: run: --play and --automation exclude each other; give one of them", "run", "hubble", "--play",
            "purchase", "--automation")
        assertNote(
            #"transom: run: --outside takes desktop, qr or refuse, not "nowhere""#, "run", "hubble", "--outside",
            "nowhere")
        assertNote(
            "transom: run: --environment takes sandbox, development, production or custom, not \"prodution\"; "
                + "did you mean \"production\"?",
            "run", "hubble", "--environment", "prodution")
        assertNote(
            "transom: run: --environment takes sandbox, development, production or custom, not \"prod\"; "
                + "did you mean \"production\"?",
            "run", "hubble", "--environment", "prod")
        for command in [["version"], ["help", "version"]] {
            XCTAssertEqual(
                ProgramRun(command).notes,
                [#"transom: unknown command "version"; did you mean "--version"? (transom help lists them)"#])
        }
        assertNote(
            "transom: policy explain: no URL is given; write transom policy explain https://shop.example/ "
                + "--integration hubble", "policy", "explain")
    }

    func testMistakesInTheOptionsOfARunAreOneSentenceEach() {
        assertNote(
            "transom: run: --window and --headless exclude each other; give one of them",
            "run", "hubble", "--window", "--headless")
        for text in ["soon", "-5", "nan"] {
            assertNote(
                "transom: run: --timeout takes seconds from 0.1 to 604800, not \"\(text)\"",
                "run", "hubble", "--timeout", text)
        }
        assertNote(
            "transom: run: --size takes WIDTHxHEIGHT or WIDTHxHEIGHT@SCALE, from 200x200 to 7680x4320 and to @4, "
                + "not \"100\"", "run", "hubble", "--size", "100")
        assertNote(
            "transom: run: --route takes a path that begins with \"/\", without \"?\" and \"#\", not \"/search?…\"; "
                + "what follows them is given with --param", "run", "hubble", "--route", "/search?category=x")
        assertNote(
            "transom: run: --route takes a path that begins with \"/\", without \"?\" and \"#\", not \"https://x/\"; "
                + "what follows them is given with --param", "run", "hubble", "--route", "https://x/")
        assertNote(
            #"transom: run hubble: unknown play "purchas"; did you mean "purchase"? (hubble has purchase)"#,
            "run", "hubble", "--play", "purchas")
        assertNote(
            "transom: run hubble: --play moves the sandbox, and the environment is development; leave one of them out",
            "run", "hubble", "--environment", "development", "--play", "purchase")
        assertNote(
            "transom: run hubble: --handler is for page, not for hubble", "run", "hubble", "--handler", "bridge")
        assertNote(
            "transom: run: --param takes NAME=VALUE, and what is given does not begin with a name and \"=\"",
            "run", "hubble", "--param", "clientId")
        assertNote(
            #"transom: run: --allow: rule "*" would match everything; name each origin"#,
            "run", "hubble", "--allow", "*")
        assertNote(
            #"transom: run: --allow: origin "foo" does not begin with https://, http:// or app://"#,
            "run", "hubble", "--allow", "foo")
        assertNote(
            #"transom: run hubble: --param "foo": there is no such parameter (possible: clientId, theme)"#,
            "run", "hubble", "--param", "foo=1")
        assertNote(
            "transom: run: --serve takes ORIGIN=DIR or ORIGIN=http://127.0.0.1:PORT, such as https://shop.example=./dist, "
                + "not \"dist\"",
            "run", "hubble", "--serve", "dist")
        assertNote(
            "transom: run: --serve takes a server on this machine only, not \"http://shop.example:80\"; "
                + "write http://127.0.0.1:PORT",
            "run", "hubble", "--serve", "https://shop.example=http://shop.example:80")
        assertNote(
            #"transom: run: --serve: "/nowhere/at/all" is no folder that can be read"#,
            "run", "hubble", "--serve", "https://shop.example=/nowhere/at/all")
        assertNote(
            "transom: run: --serve is for the sandbox and development, not for production",
            "run", "hubble", "--environment", "production", "--serve", "https://shop.example=/")
        assertNote(
            "transom: run: --url: \"token\" is a secret, and other users can read a command line; leave it out",
            "run", "page", "--url", "https://shop.example/?token=abcdef")
        assertNote(
            "transom: run: --url: the URL holds a user name, and other users can read a command line; leave it out",
            "run", "page", "--url", "https://me:pass@shop.example/")
    }
}
