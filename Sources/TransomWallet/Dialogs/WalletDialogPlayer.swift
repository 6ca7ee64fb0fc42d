// The user of a play.
// SPDX-License-Identifier: Apache-2.0

import TransomShell

/// Presses a dialog's buttons as the user of a play would.
///
/// There is one in a run that was started with a play of the sandbox, and in no other: nothing else ever answers a dialog but
/// a person.
@MainActor
final class WalletDialogPlayer {
    private let play: String
    private let pace: Duration
    private let scheduler: any DeadlineScheduler
    private var step: (any Deadline)?

    init(play: String, pace: Duration, scheduler: any DeadlineScheduler) {
        self.play = play
        self.pace = pace
        self.scheduler = scheduler
    }

    /// Answers a question, one press after another.
    func play(_ question: WalletQuestion, on dialog: WalletDialog) {
        perform(presses(for: question)[...], on: dialog)
    }

    private func presses(for question: WalletQuestion) -> [WalletDialog.Control] {
        switch (question, play) {
        case (.search, _), (.confirm, _): [.yes]
        case (.pin, "cancel"): [.cancel]
        case (.pin, "device-pin"): [.onDevice]
        case (.pin, _): [.position(1), .position(2), .position(3), .position(4), .yes]
        case (.passphrase, _): [.text("a hidden wallet"), .yes]
        case (.passkey, _): [.cancel]
        }
    }

    private func perform(_ presses: ArraySlice<WalletDialog.Control>, on dialog: WalletDialog) {
        guard let press = presses.first else { return }
        step = scheduler.after(pace) { [weak self, weak dialog] in
            guard let dialog else { return }
            dialog.press(press)
            self?.perform(presses.dropFirst(), on: dialog)
        }
    }
}
