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
        .transom-failure .note { font-size: 14px; color: #5b6475; }
        .transom-bar.strip button { padding: 0 16px; background-color: #ffffff; border: 1px solid #b8c0cf; }
        .transom-screen { background-color: #f6f7f9; color: #1d2330; }
        .transom-screen.dim { background-color: rgba(23, 20, 32, 0.72); }
        .transom-screen .card { padding: 24px 64px 40px 64px; border-radius: 24px; }
        .transom-screen .card > * { margin-top: 16px; }
        .transom-screen.dim .card { background-color: #ffffff; }
        .transom-screen .sign { color: #1f4ed8; }
        .transom-screen .title { font-size: 34px; font-weight: 700; }
        .transom-screen .detail { font-size: 20px; color: #5b6475; }
        .transom-screen .figure { font-size: 72px; font-weight: 700; color: #1f4ed8; }
        .transom-screen .note { font-size: 22px; font-family: monospace; color: #5b6475; }
        .transom-screen .dots { font-size: 26px; color: #1d2330; letter-spacing: 8px; min-height: 40px; }
        .transom-screen button { font-size: 20px; padding: 16px 44px; min-width: 240px; border-radius: 14px; border: none;
            background-image: none; background-color: #1f4ed8; color: #ffffff; text-shadow: none; box-shadow: none; }
        .transom-screen button:hover { background-color: #1b43ba; }
        .transom-screen button:focus { outline: 3px solid #f5a400; outline-offset: 2px; }
        .transom-screen button.quiet { background-color: transparent; color: #1f4ed8; }
        .transom-screen button.quiet:hover { background-color: #e6ebfb; }
        .transom-screen button.grave { background-color: #ffffff; color: #a3201a; border: 2px solid #a3201a; }
        .transom-screen button.grave:hover { background-color: #fbeae9; }
        .transom-screen .keypad button { font-size: 24px; min-width: 104px; min-height: 40px; padding: 8px;
            background-color: #e2e6ee; color: #1d2330; }
        .transom-screen .keypad button:hover { background-color: #d3d9e5; }
        .transom-screen .keypad button.word { font-size: 18px; }
        .transom-kiosk .transom-veil label { font-size: 22px; }
        .transom-kiosk .transom-failure .title { font-size: 34px; font-weight: 700; }
        .transom-kiosk .transom-failure .detail { font-size: 20px; }
        .transom-kiosk .transom-failure .note { font-size: 18px; }
        .transom-kiosk .transom-failure button { font-size: 20px; padding: 18px 44px; border-radius: 14px; }
        .transom-kiosk .transom-bar { min-height: 60px; }
        .transom-kiosk .transom-bar label { font-size: 18px; }
        .transom-kiosk .transom-bar button { min-width: 56px; min-height: 56px; }
        .transom-kiosk .transom-bar button image { -gtk-icon-transform: scale(1.6); }
        .transom-kiosk .transom-bar.strip button { padding: 0 24px; }
        .transom-kiosk .transom-qr .title { font-size: 30px; }
        .transom-kiosk .transom-qr .detail { font-size: 20px; }
        .transom-kiosk .transom-notice { font-size: 20px; padding: 20px 26px; }
        .transom-kiosk.compact .transom-screen .card { padding: 4px 32px 12px 32px; }
        .transom-kiosk.compact .transom-screen .card > * { margin-top: 8px; }
        .transom-kiosk.compact .transom-screen .title { font-size: 24px; }
        .transom-kiosk.compact .transom-screen .detail { font-size: 17px; }
        .transom-kiosk.compact .transom-screen .figure { font-size: 48px; }
        .transom-kiosk.compact .transom-screen .dots { font-size: 18px; min-height: 26px; }
        .transom-kiosk.compact .transom-screen button { font-size: 18px; padding: 8px 32px; }
        .transom-kiosk.compact .transom-screen .keypad button { font-size: 18px; min-height: 32px; padding: 4px; }
        .transom-kiosk.large .transom-veil label { font-size: 30px; }
        .transom-kiosk.large .transom-screen .card { padding: 36px 84px 56px 84px; }
        .transom-kiosk.large .transom-screen .card > * { margin-top: 24px; }
        .transom-kiosk.large .transom-screen .title, .transom-kiosk.large .transom-failure .title { font-size: 48px; }
        .transom-kiosk.large .transom-screen .detail, .transom-kiosk.large .transom-failure .detail { font-size: 28px; }
        .transom-kiosk.large .transom-screen .figure { font-size: 112px; }
        .transom-kiosk.large .transom-screen .note { font-size: 30px; }
        .transom-kiosk.large .transom-failure .note { font-size: 24px; }
        .transom-kiosk.large .transom-screen .dots { font-size: 36px; min-height: 52px; }
        .transom-kiosk.large .transom-screen button, .transom-kiosk.large .transom-failure button { font-size: 28px;
            padding: 24px 56px; min-width: 320px; border-radius: 18px; }
        .transom-kiosk.large .transom-screen .keypad button { font-size: 36px; min-width: 136px; min-height: 68px;
            padding: 12px; }
        .transom-kiosk.large .transom-screen .keypad button.word { font-size: 26px; }
        .transom-kiosk.large .transom-bar label { font-size: 24px; }
        .transom-kiosk.large .transom-bar button { min-width: 64px; min-height: 64px; font-size: 24px; }
        .transom-kiosk.large .transom-bar button image { -gtk-icon-transform: scale(2.2); }
        .transom-kiosk.large .transom-qr .title { font-size: 40px; }
        .transom-kiosk.large .transom-qr .detail { font-size: 28px; }
        .transom-kiosk.large .transom-notice { font-size: 26px; padding: 28px 32px; }
        .transom-notice { background-color: #1d2330; color: #ffffff; font-size: 14px; padding: 14px 18px; }
        """)

    /// Adds the sheet to the screen, once.
    static func install() { sheet.install() }

    /// Takes a class of the sheet from a widget.
    static func remove(_ name: String, from widget: UnsafeMutablePointer<GtkWidget>?) {
        guard let widget, let context = gtk_widget_get_style_context(widget) else { return }
        gtk_style_context_remove_class(context, name)
    }

    /// Gives a widget a class of the sheet.
    static func add(_ name: String, to widget: UnsafeMutablePointer<GtkWidget>?) { StyleSheet.add(name, to: widget) }
}
