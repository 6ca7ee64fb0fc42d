// The events that a host gives of itself, whatever the integration.
// SPDX-License-Identifier: Apache-2.0

/// The events that a host gives of itself, whatever the integration.
public enum HostEvents {
    /// The kinds of events, each with what its data look like.
    public static let all: [EventDeclaration] =
        session + navigation + page + sheets + control + secrets + [
            EventDeclaration(
                "transom.message.rejected", "messages of a page were refused; `*` stands for several origins",
                data: closed([
                    "handler": .string, "origin": .origin, "mainframe": .boolean, "reason": .string, "count": .integer,
                ])),
            EventDeclaration(
                "transom.network.refused", "the sandbox has no such host, and nothing left this machine",
                data: closed(["host": .string, "port": .integer])),
            EventDeclaration(
                "transom.dialog.shown",
                "a script's dialog was answered at once: dismissed, denied, cancelled; in a test as that says",
                data: closed(
                    [
                        "kind": .oneOf(["alert", "confirm", "prompt", "beforeunload"]), "origin": .origin,
                        "message": .string, "accepted": .boolean,
                    ], optional: ["message", "accepted"])),
            EventDeclaration(
                "transom.permission.denied", "a page asked for what its integration does not declare",
                data: closed(["kind": .string, "origin": .origin])),
            EventDeclaration(
                "transom.return", "a return link of this run's scheme came, or the page went to a return path",
                data: closed(
                    ["scheme": .string, "path": .string, "matched": .boolean], optional: ["scheme", "path"])),
            EventDeclaration(
                "transom.download.refused", "the page offered a file", data: closed(["url": .string])),
        ]

    private static let session: [EventDeclaration] = [
        EventDeclaration(
            "transom.session.started", "the first event of every session",
            data: closed(
                [
                    "integration": .string, "environment": .oneOf(RunEnvironment.allCases.map(\.rawValue)),
                    "version": .string, "webkit": .string, "websandbox": .boolean, "stamped": .boolean,
                    "events": .string,
                ], optional: ["events"])),
        EventDeclaration(
            "transom.session.warned", "nobody has touched the kiosk for a time, and the session is about to end",
            data: closed(["secondsLeft": .integer])),
        EventDeclaration(
            "transom.session.reset",
            "the last event of a session that another one follows; nothing of its customer is left after these seconds",
            data: closed([
                "reason": .oneOf(["idle", "page", "user", "error", "command", "configuration", "staff", "network"]),
                "seconds": .number,
                "cleared": .array(.string),
            ])),
        EventDeclaration(
            "transom.staff.entered", "somebody made the gesture of staff and knew the PIN",
            data: closed(["by": .oneOf(["corner", "chord"])])),
        EventDeclaration(
            "transom.staff.refused", "a PIN was wrong, or came too soon after wrong ones",
            data: closed(["by": .oneOf(["corner", "chord"]), "reason": .oneOf(["wrong", "locked"])])),
        EventDeclaration(
            "transom.session.ended", "the last event of every session that no other one follows",
            data: closed([
                "reason": .oneOf([
                    "until", "page", "user", "error", "timeout", "signal", "command", "display", "engine",
                ])
            ])),
    ]

    private static let secrets: [EventDeclaration] =
        [("minted", "a secret was fetched"), ("failed", "a secret could not be fetched")].map { outcome, summary in
            EventDeclaration(
                "transom.secret.\(outcome)", summary + "; its name and nothing else", data: closed(["name": .string]))
        }

    private static let control: [EventDeclaration] = [
        EventDeclaration(
            "transom.config.reloaded", "a changed configuration is in force from here on", data: closed([:])),
        EventDeclaration(
            "transom.config.rejected", "a changed configuration is wrong, and the one before it stays in force",
            data: closed(["mistakes": .array(.string)])),
        EventDeclaration(
            "transom.engine.updated",
            "a file that the host runs from was replaced; a service ends when nobody uses it, and is started anew",
            data: closed(["file": .string, "restarts": .boolean])),
        EventDeclaration(
            "transom.control.ready", "the first event of a run that is driven; the version is that of the protocol",
            data: closed(["version": .integer])),
        EventDeclaration(
            "transom.control.result", "a command was carried out; replyto is its id",
            data: closed(["command": .string, "result": .object([:])])),
        EventDeclaration(
            "transom.control.error", "a command was not carried out, or a line was none; replyto is its id",
            data: closed(["message": .string])),
    ]

    private static let navigation: [EventDeclaration] =
        ["inside", "outside", "blocked"].map { outcome in
            EventDeclaration(
                "transom.navigation.\(outcome)", "a navigation, with the rule that decided",
                data: closed([
                    "url": .string, "rule": .string, "frame": .oneOf(NavigationTarget.allCases.map(\.rawValue)),
                ]))
        }
        + ["opened", "failed", "refused"].map { outcome in
            EventDeclaration(
                "transom.outside.\(outcome)", "what became of something that left the host",
                data: closed(["target": .string, "by": .string, "error": .string], optional: ["error"]))
        }

    private static let sheets: [EventDeclaration] = [
        EventDeclaration(
            "transom.sheet.opened", "an integration was opened over the home page",
            data: closed(["id": .string, "origin": .origin])),
        EventDeclaration(
            "transom.sheet.closed", "it is gone, and the home page has its answer",
            data: closed([
                "id": .string, "origin": .origin, "by": .oneOf(["page", "user", "idle", "expiry", "host"]),
                "completed": .boolean,
            ])),
    ]

    private static let page: [EventDeclaration] = [
        EventDeclaration(
            "transom.page.loaded", "a document of the main frame is there",
            data: closed(["url": .string, "status": .integer, "seconds": .number], optional: ["status"])),
        EventDeclaration(
            "transom.page.crashed", "the process of the page ended",
            data: closed(["reason": .oneOf(["crashed", "memory", "ended"]), "attempt": .integer])),
        EventDeclaration(
            "transom.page.unresponsive", "the process of the page gave no sign of life, and was ended",
            data: closed(["seconds": .number, "attempt": .integer])),
        EventDeclaration(
            "transom.page.recovered", "the page is there again, after so many tries",
            data: closed(["attempt": .integer, "seconds": .number])),
        EventDeclaration(
            "transom.page.error",
            "a packaged page asked for a file that is not there; in a test also an error that no script caught",
            data: closed(
                [
                    "url": .string, "reason": .string, "path": .string, "text": .string, "line": .integer,
                    "frame": .oneOf(NavigationTarget.allCases.map(\.rawValue)),
                ], optional: ["url", "path", "text", "line", "frame"])),
        EventDeclaration(
            "transom.page.console", "a page wrote to its console; told in tests alone",
            data: closed(
                [
                    "level": .oneOf(["debug", "log", "info", "warn", "error"]), "text": .string, "url": .string,
                    "line": .integer, "frame": .oneOf(NavigationTarget.allCases.map(\.rawValue)),
                ], optional: ["url", "line"])),
        EventDeclaration("transom.page.failed", "the error screen is shown", data: closed(["reason": .string])),
        EventDeclaration(
            "transom.load.failed", "a load failed",
            data: closed(
                ["kind": .oneOf(["dns", "connect", "tls", "http", "timeout"]), "status": .integer, "popup": .string],
                optional: ["status", "popup"])),
        EventDeclaration(
            "transom.popup.opened", "a page opened a window", data: closed(["id": .string, "origin": .origin])),
        EventDeclaration(
            "transom.popup.closed", "a window that a page had opened is gone",
            data: closed(["id": .string, "origin": .origin, "by": .oneOf(["page", "user", "idle", "expiry", "host"])])),
    ]

    /// Data with these members and no others: the host knows what it says.
    private static func closed(_ members: [String: JSONSchema], optional: Set<String> = []) -> JSONSchema {
        .members(members, optional: optional, isOpen: false)
    }
}
