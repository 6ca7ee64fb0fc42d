// The words of the host, one table a language.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The table of everything that the host says to people on the screen.
///
/// A language is another table. What a table lacks is said in English.
package nonisolated enum HostTexts {
    /// English, which has every key.
    package static let english: [HostText: String] = [
        .loading: "Loading…", .oneMoment: "One moment…", .close: "Close", .back: "Back", .tryAgain: "Try again",
        .checkStatus: "Check status", .retryIn: "Trying again by itself in {seconds} s",
        .pageStopped: "This page has stopped working", .pageSilent: "This page does not answer",
        .pageBlocked: "This page may not be opened here", .requestExpired: "This request has expired",
        .tryInAMoment: "Please try again in a moment.",
        .mustBeAllowed: "Somebody who looks after this machine must allow it.",
        .beginAgain: "Please go back and begin again.",
        .noConnection: "There is no connection", .notSafe: "This connection is not safe",
        .notAvailable: "This page is not available",
        .checkNetwork: "Please check the network, and try again.",
        .serverUnproven: "The server could not prove who it is, so the page was not opened.",
        .serverAnswered: "The server answered with error {status}. Please try again in a moment.",
        .networkIsTried: "We are sorry. As soon as the connection is back, this goes on by itself.",
        .scanTitle: "Scan to go on", .scanHeading: "Scan this with your phone", .scanTarget: "It leads to {target}",
        .tooManyLinks: "Too many links were opened in a short time.", .linkRefused: "This link cannot be opened here.",
        .paymentPageOver: "The time for this payment page is over.", .sheetRefused: "This cannot be opened here.",
        .stillThere: "Are you still there?",
        .sessionEnds: "For your safety, your entries will be removed.",
        .secondsLeft: "{seconds}", .keepGoing: "Yes, go on",
        .outOfService: "Out of service",
        .outOfServiceDetail: "We are sorry: this machine cannot be used now.",
        .outOfServiceCode: "Code {code}",
        .staffTitle: "Staff", .staffDetail: "Please enter the PIN.", .staffWrong: "That was not right.",
        .staffLocked: "Too many tries. Please wait {seconds} s.", .staffMenu: "What shall be done?",
        .staffMenuDetail: "A new session signs out whoever was here before.",
        .staffNewSession: "Begin a new session", .staffEnd: "End the kiosk", .staffCancel: "Cancel",
        .staffDelete: "Delete", .staffEnter: "OK",
    ]

    /// The tables, by the primary subtag of their languages.
    static let tables = ["en": english]

    private static let table = Mutex(english)

    /// The table of the first of these languages that there is one for; English where there is none.
    ///
    /// - Parameter languages: Tags such as `en-NZ`, the preferred first.
    package static func table(for languages: [String]) -> [HostText: String] {
        for tag in languages {
            if let words = tables[tag.prefix { $0 != "-" && $0 != "_" }.lowercased()] { return words }
        }
        return english
    }

    /// Says everything in another language from now on.
    package static func use(_ words: [HostText: String]) {
        table.withLock { $0 = words }
    }

    static func text(of key: HostText) -> String {
        table.withLock { $0[key] } ?? english[key] ?? key.rawValue
    }
}
