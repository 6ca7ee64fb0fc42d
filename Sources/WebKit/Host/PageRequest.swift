// What a page asks the engine for and was answered.
// SPDX-License-Identifier: Apache-2.0

/// What a page asked for beyond showing itself, after it was answered: nothing of it waits for anybody.
package enum PageRequest: Equatable, Sendable {
    /// A script's dialog.
    package enum Dialog: String, Sendable {
        case alert, confirm, prompt, beforeunload
    }

    /// A dialog of a script: an alert is dismissed, a confirmation denied, a prompt cancelled, leaving allowed.
    case dialog(Dialog)
    /// A permission, by its kind: `geolocation`, `camera`, `clipboard`, …; whether it was granted.
    case permission(String, isGranted: Bool)
    /// A file to choose: none was, unless the view's owner answers.
    case fileChooser
    /// To print: it was not.
    case print
}
