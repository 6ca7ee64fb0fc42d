// How the wallet's dialogs look.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import TransomShell

/// The style sheet of the wallet's dialogs.
@MainActor
enum WalletStyle {
    private static let sheet = StyleSheet(
        """
        .transom-wallet { background-color: #f6f7f9; color: #1d2330; padding: 24px; }
        .transom-wallet .title { font-size: 22px; font-weight: 600; }
        .transom-wallet .origin { font-size: 14px; font-weight: 600; color: #1f4ed8; }
        .transom-wallet .detail, .transom-wallet .quotation { font-size: 15px; color: #5b6475; }
        .transom-wallet .quotation { background-color: #eef0f4; padding: 10px 14px; border-radius: 8px; }
        .transom-wallet .dots { font-size: 15px; color: #1d2330; min-height: 24px; }
        .transom-wallet entry { font-size: 18px; padding: 12px 14px; min-height: 28px; }
        .transom-wallet button { font-size: 16px; padding: 12px 20px; min-height: 28px; border-radius: 10px;
            border: 1px solid #c9ced9; background-image: none; background-color: #ffffff; color: #1d2330;
            text-shadow: none; box-shadow: none; }
        .transom-wallet button.key { font-size: 22px; min-width: 72px; min-height: 44px; }
        .transom-wallet button.first { background-color: #1f4ed8; border-color: #1f4ed8; color: #ffffff; }
        .transom-wallet button:focus { outline: 3px solid #f5a400; outline-offset: 2px; }
        .transom-wallet button:active { background-color: #dde1ea; color: #1d2330; }
        """)

    /// Adds the sheet to the screen, once.
    static func install() { sheet.install() }

    /// Gives a widget a class of the sheet.
    static func add(_ name: String, to widget: UnsafeMutablePointer<GtkWidget>?) { StyleSheet.add(name, to: widget) }
}
