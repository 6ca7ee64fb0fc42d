// What whoever drives a page has said in advance about its dialogs, files and windows.
// SPDX-License-Identifier: Apache-2.0

/// What whoever drives a page has said in advance about its dialogs, files and windows.
///
/// One object for a view and the windows that its pages open. It is asked before the view's delegate; where nothing was said
/// in advance, the delegate is asked as ever. The engine waits for none of it: a page that opens a dialog stands still until
/// it is answered, so an answer that came later would come after the click that opened it had been given up.
@MainActor
package final class PageAnswers {
    /// An answer to a script's dialog.
    package struct Dialog: Equatable, Sendable {
        /// Whether OK is pressed.
        package var isAccepted: Bool
        /// What is typed into a prompt; nil leaves the text that is there.
        package var text: String?

        /// An answer.
        package init(isAccepted: Bool, text: String? = nil) {
            self.isAccepted = isAccepted
            self.text = text
        }
    }

    /// A script's dialog that was shown.
    package struct ShownDialog: Equatable, Sendable {
        /// `alert`, `confirm`, `prompt` or `beforeunload`.
        package let kind: PageRequest.Dialog
        /// What the page says in it.
        package let message: String
        /// The text that stands in a prompt.
        package let defaultText: String?
        /// What it was answered with from here; nil where it was left to the delegate.
        package let answer: Dialog?
    }

    /// The answers to the dialogs to come, in their order.
    package var dialogs: [Dialog] = []
    /// The files for the choosers to come, by their paths.
    package var files: [[String]] = []
    /// Whether the windows to come are made; nothing leaves it to the delegate.
    package var refusesNextWindow = false
    /// The dialogs that were shown, at most the last 100.
    package private(set) var shown: [ShownDialog] = []
    /// What lives as long as the view does.
    package var owner: AnyObject?
    /// Called when a dialog was shown.
    package var onDialog: ((ShownDialog, WKWebView) -> Void)?
    /// Called when files were given to a chooser, with how many it took; 0 where it takes none.
    package var onFiles: ((Int) -> Void)?
    /// Called with a window's view when a page has opened it.
    package var onWindow: ((WKWebView) -> Void)?
    /// Called when a window that a page asked for was refused from here.
    package var onWindowRefused: (() -> Void)?

    /// Nothing was said yet.
    package init() {}

    func dialog(_ kind: PageRequest.Dialog, message: String, defaultText: String?, in view: WKWebView) -> Dialog? {
        let answer = kind == .beforeunload || dialogs.isEmpty ? nil : dialogs.removeFirst()
        let dialog = ShownDialog(kind: kind, message: message, defaultText: defaultText, answer: answer)
        shown.append(dialog)
        if shown.count > 100 { shown.removeFirst() }
        onDialog?(dialog, view)
        return answer
    }

    func takeFiles(isMultiple: Bool) -> [String]? {
        guard !files.isEmpty else { return nil }
        let next = files.removeFirst()
        let taken = isMultiple ? next : Array(next.prefix(1))
        onFiles?(taken.count)
        return taken
    }

    func takeRefusal() -> Bool {
        guard refusesNextWindow else { return false }
        refusesNextWindow = false
        onWindowRefused?()
        return true
    }
}
