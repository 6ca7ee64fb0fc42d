// One thing that the doctor looked at.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// One thing that the doctor looked at, and what mends it.
nonisolated struct DoctorCheck: Sendable, Equatable {
    /// How it is.
    enum State: String, Sendable {
        /// As it should be.
        case ok
        /// A run works, and something of it does not.
        case warning
        /// A run does not work.
        case missing
    }

    /// What was looked at, in lower case with hyphens.
    let name: String
    /// How it is.
    let state: State
    /// What was found, in a few words.
    let detail: String
    /// The command that mends it, or nothing where there is nothing to mend.
    let fix: String?

    /// Something that is as it should be.
    static func ok(_ name: String, _ detail: String) -> DoctorCheck {
        DoctorCheck(name: name, state: .ok, detail: detail, fix: nil)
    }

    /// Something without which a part does not work.
    static func warning(_ name: String, _ detail: String, fix: String?) -> DoctorCheck {
        DoctorCheck(name: name, state: .warning, detail: detail, fix: fix)
    }

    /// Something without which nothing works.
    static func missing(_ name: String, _ detail: String, fix: String?) -> DoctorCheck {
        DoctorCheck(name: name, state: .missing, detail: detail, fix: fix)
    }

    /// The check as a line of JSON.
    var json: String {
        var line = JSONLine()
        line.add("check", .string(name))
        line.add("state", .string(state.rawValue))
        line.add("detail", .string(detail))
        line.add("fix", fix.map(JSONValue.string) ?? .null)
        return line.text
    }

    /// The check as text for people.
    var text: String {
        let head = state.rawValue.padded(to: 9) + name.padded(to: 24) + detail
        return fix.map { head + "\n" + "".padded(to: 33) + "mend it with: " + $0 } ?? head
    }
}

extension String {
    /// The text with spaces after it, at least so many characters long.
    nonisolated fileprivate func padded(to width: Int) -> String {
        count < width ? self + String(repeating: " ", count: width - count) : self + " "
    }
}
