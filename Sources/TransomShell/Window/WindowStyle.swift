// How the host's own widgets look.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK

/// The style sheet of the veil, the failure panel and the notice.
enum WindowStyle {
    private static let sheet = StyleSheet(
        """
        .transom-veil, .transom-failure { background-color: #f6f7f9; color: #1d2330; }
        .transom-veil label { font-size: 15px; color: #5b6475; }
        .transom-failure .title { font-size: 20px; font-weight: 600; }
        .transom-failure .detail { font-size: 15px; color: #5b6475; }
        .transom-failure button { font-size: 16px; padding: 12px 28px; border-radius: 10px; border: none;
            background-image: none; background-color: #1f4ed8; color: #ffffff; text-shadow: none; box-shadow: none; }
        .transom-failure button:focus, .transom-bar button:focus { outline: 3px solid #f5a400; outline-offset: 2px; }
        .transom-failure button:hover { background-color: #1b43ba; }
        .transom-frame { background-color: #ffffff; }
        .transom-bar { background-color: #eef0f4; color: #1d2330; padding: 6px 6px 6px 16px; min-height: 44px;
            border-bottom: 1px solid #d5d9e2; }
        .transom-bar label { font-size: 14px; font-weight: 600; }
        .transom-bar button { min-width: 44px; min-height: 44px; padding: 0; border: none; background-image: none;
            background-color: transparent; box-shadow: none; border-radius: 10px; color: #1d2330; }
        .transom-bar button:hover { background-color: #dde1ea; }
        .transom-sheet { background-color: rgba(23, 20, 32, 0.6); }
        .transom-qr { background-color: #ffffff; color: #1d2330; }
        .transom-qr .title { font-size: 20px; font-weight: 600; }
        .transom-qr .detail { font-size: 15px; color: #5b6475; }
        .transom-failure .sign { color: #1f4ed8; }
        .transom-failure .note, .transom-screen .note { font-size: 14px; color: #7a8395; }
        .transom-screen { background-color: #f6f7f9; color: #1d2330; }
        .transom-screen.dim { background-color: rgba(23, 20, 32, 0.72); }
        .transom-screen .card { padding: 56px 64px; border-radius: 24px; }
        .transom-screen.dim .card { background-color: #ffffff; }
        .transom-screen .sign { color: #1f4ed8; }
        .transom-screen .title { font-size: 34px; font-weight: 700; }
        .transom-screen .detail { font-size: 20px; color: #5b6475; }
        .transom-screen .figure { font-size: 72px; font-weight: 700; color: #1f4ed8; }
        .transom-screen .note { font-size: 18px; font-family: monospace; }
        .transom-screen .dots { font-size: 26px; color: #1d2330; letter-spacing: 8px; min-height: 40px; }
        .transom-screen button { font-size: 20px; padding: 18px 44px; min-width: 240px; border-radius: 14px; border: none;
            background-image: none; background-color: #1f4ed8; color: #ffffff; text-shadow: none; box-shadow: none; }
        .transom-screen button:hover { background-color: #1b43ba; }
        .transom-screen button:focus { outline: 3px solid #f5a400; outline-offset: 2px; }
        .transom-screen button.quiet { background-color: transparent; color: #1f4ed8; }
        .transom-screen button.quiet:hover { background-color: #e6ebfb; }
        .transom-screen .keypad button { min-width: 104px; min-height: 44px; padding: 14px 8px; background-color: #e6e9f0;
            color: #1d2330; }
        .transom-screen .keypad button:hover { background-color: #d8dde8; }
        .transom-kiosk .transom-veil label { font-size: 22px; }
        .transom-kiosk .transom-failure .title { font-size: 34px; font-weight: 700; }
        .transom-kiosk .transom-failure .detail { font-size: 20px; }
        .transom-kiosk .transom-failure .note { font-size: 17px; }
        .transom-kiosk .transom-failure button { font-size: 20px; padding: 18px 44px; border-radius: 14px; }
        .transom-kiosk .transom-bar { min-height: 60px; }
        .transom-kiosk .transom-bar label { font-size: 18px; }
        .transom-kiosk .transom-bar button { min-width: 56px; min-height: 56px; }
        .transom-kiosk .transom-qr .title { font-size: 30px; }
        .transom-kiosk .transom-qr .detail { font-size: 20px; }
        .transom-kiosk .transom-notice { font-size: 18px; padding: 20px 26px; }
        .transom-notice { background-color: #1d2330; color: #ffffff; font-size: 14px; padding: 14px 18px; }
        """)

    /// Adds the sheet to the screen, once.
    static func install() { sheet.install() }

    /// Gives a widget a class of the sheet.
    static func add(_ name: String, to widget: UnsafeMutablePointer<GtkWidget>?) { StyleSheet.add(name, to: widget) }
}
