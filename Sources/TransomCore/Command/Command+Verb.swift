// The names of commands.
// SPDX-License-Identifier: Apache-2.0

extension Command {
    /// The names of commands, as they stand in JSON and in scenarios.
    public enum Verb: String, Sendable, CaseIterable {
        case open, reload, back, navigate, close
        case click, fill, press, select, upload
        case wait, expect
        case send
        case returnLink = "return"
        case evaluate, screenshot
        case popup, dialog
        case stub, delay, fail, offline
        case kill, reset, status, quit
    }

    /// The name of this command.
    public var verb: Verb {
        switch self {
        case .open: .open
        case .reload: .reload
        case .back: .back
        case .navigate: .navigate
        case .close: .close
        case .click: .click
        case .fill: .fill
        case .press: .press
        case .select: .select
        case .upload: .upload
        case .wait: .wait
        case .expect: .expect
        case .send: .send
        case .returnLink: .returnLink
        case .evaluate: .evaluate
        case .screenshot: .screenshot
        case .popup: .popup
        case .dialog: .dialog
        case .stub: .stub
        case .delay: .delay
        case .fail: .fail
        case .offline: .offline
        case .kill: .kill
        case .reset: .reset
        case .status: .status
        case .quit: .quit
        }
    }
}
