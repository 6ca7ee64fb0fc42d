// Dialogs over the page.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomShell

/// Shows one dialog over the page at a time, each with its deadline.
@MainActor
final class StageDialogs: WalletDialogs {
    private weak var host: (any CapabilityHost)?
    private var open: (dialog: WalletDialog, answer: (WalletAnswer) -> Void)?
    private var deadline: (any Deadline)?
    private var player: WalletDialogPlayer?

    init(host: any CapabilityHost) {
        self.host = host
        if let play = host.play {
            player = WalletDialogPlayer(play: play.name, pace: play.pace, scheduler: host.scheduler)
        }
    }

    /// The dialog that is open.
    var current: WalletDialog? { open?.dialog }

    func ask(_ question: WalletQuestion, origin: String, _ answer: @escaping (WalletAnswer) -> Void) {
        close()
        guard let host else { return answer(.cancelled) }
        let dialog = WalletDialog(question, origin: origin)
        open = (dialog, answer)
        dialog.onAnswer = { [weak self, weak dialog] in
            if let self, let dialog, open?.dialog === dialog { finish($0) }
        }
        let isConfirmation = if case .confirm = question { true } else { false }
        let time = isConfirmation ? host.limits.walletConfirmDeadline : host.limits.walletEntryDeadline
        deadline = host.scheduler.after(time) { [weak self] in self?.close() }
        host.cover(with: dialog.widget)
        dialog.focus()
        player?.play(question, on: dialog)
    }

    func close() {
        finish(.cancelled)
    }

    private func finish(_ answer: WalletAnswer) {
        guard let open else { return }
        self.open = nil
        deadline?.cancel()
        deadline = nil
        host?.uncover(open.dialog.widget)
        open.answer(answer)
    }
}
