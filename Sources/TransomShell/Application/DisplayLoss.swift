// The X server went away.
// SPDX-License-Identifier: Apache-2.0

import TransomWebKitShims

/// Calls back when the X server closes the connection, which GDK answers by ending the process without a word.
enum DisplayLoss {
    private static var handler: (() -> Void)?

    /// Watches the display.
    ///
    /// Call it after GTK has started; the handler must end the process.
    static func watch(_ handler: @escaping () -> Void) {
        self.handler = handler
        transom_watch_display_loss { DisplayLoss.handler?() }
    }
}
