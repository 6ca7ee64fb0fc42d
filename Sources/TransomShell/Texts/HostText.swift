// Everything that the host itself says to the person who stands before it, by its key.
// SPDX-License-Identifier: Apache-2.0

/// What the host itself says to the person who stands before it.
///
/// A key is called for its text: `HostText.retryIn(["seconds": "5"])`. The words are in ``HostTexts`` and nowhere else.
package nonisolated enum HostText: String, CaseIterable, Sendable {
    // What a page and its surroundings need.
    case loading, oneMoment, close, back, tryAgain, checkStatus, retryIn
    // A page that failed.
    case pageStopped, pageSilent, pageBlocked, requestExpired
    case tryInAMoment, mustBeAllowed, beginAgain
    // A load that failed.
    case noConnection, notSafe, notAvailable
    case checkNetwork, serverUnproven, serverAnswered, networkIsTried
    // What leaves the page.
    case scanTitle, scanHeading, scanTarget
    case tooManyLinks, linkRefused, paymentPageOver, sheetRefused
    // A session that is about to end.
    case stillThere, sessionEnds, secondsLeft, keepGoing
    // A host that cannot run.
    case outOfService, outOfServiceDetail, outOfServiceCode
    // Staff.
    case staffTitle, staffDetail, staffWrong, staffLocked, staffMenu, staffMenuDetail
    case staffNewSession, staffEnd, staffCancel, staffDelete, staffEnter

    /// The text in the host's language.
    ///
    /// - Parameter values: What stands in the text's braces, by name; plain text, never markup.
    package func callAsFunction(_ values: [String: String] = [:]) -> String {
        var text = HostTexts.text(of: self)
        for (name, value) in values { text = text.replacing("{\(name)}", with: value) }
        return text
    }
}
